import { Button, Group, Stack, Text } from '@mantine/core';
import type { Channel, ChannelType } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { keepChannel } from '../../../api/queries/channel-queries.ts';
import { closeSecret } from '../../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { ShownSecret } from '../shown-secret.tsx';

const overlaps = [
  { value: '0', label: 'End it now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];

interface RotateProps {
  readonly channel: Channel;
  readonly kind: ChannelType;
  readonly onClose: () => void;
}

/** Replaces the secret of a channel. The old one stays valid for a while, so that servers can switch. */
export function RotateDialog({ channel, kind, onClose }: RotateProps) {
  const [secret, setSecret] = useState<string>();
  return (
    <Dialog
      onClose={() => (secret === undefined ? onClose() : void closeSecret('secret', onClose))}
      size={520}
      title={secret === undefined ? 'Rotate secret' : 'Your new secret'}
    >
      {secret === undefined ? (
        <Rotation channel={channel} onSecret={setSecret} onClose={onClose} />
      ) : (
        <ShownSecret use={kind.secret} secret={secret} done="I have copied it" onDone={onClose} />
      )}
    </Dialog>
  );
}

function Rotation(props: { channel: Channel; onSecret: (secret: string) => void; onClose: () => void }) {
  const { channel, onSecret, onClose } = props;
  const [overlap, setOverlap] = useState('24');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.channels.rotateSecret(channel._id, { overlapHours: Number(overlap) })),
    onSuccess: ({ channel: rotated, secret }) => {
      keepChannel(rotated);
      if (secret === null) onClose();
      else onSecret(secret);
    },
    // The secret goes with the dialog.
    gcTime: 0,
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">You get a new secret. The old one stays valid for the time you choose.</Text>
      {error !== null && <ProblemNotice error={error} />}
      <Select
        label="Keep the old secret for"
        data={overlaps}
        value={overlap}
        allowDeselect={false}
        onChange={(value) => setOverlap(value ?? '24')}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          Rotate secret
        </Button>
      </Group>
    </Stack>
  );
}
