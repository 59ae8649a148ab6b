import { Button, Group, Stack, Text } from '@mantine/core';
import type { ApiKey, NewApiKey } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { closeSecret } from '../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { ShownKey } from './shown-key.tsx';

const overlaps = [
  { value: '0', label: 'Revoke it now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];

/** Replaces a key by a new one. The old key keeps working for a while, so that programs can switch. */
export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey>();
  return (
    <Dialog
      onClose={() => (made === undefined ? onClose() : void closeSecret('key', onClose))}
      size={560}
      title={made === undefined ? `Rotate ${apiKey.name}` : 'Your new key'}
    >
      {made !== undefined && <ShownKey made={made} onClose={onClose} />}
      {made === undefined && <Rotation apiKey={apiKey} onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

function Rotation(props: { apiKey: ApiKey; onMade: (key: NewApiKey) => void; onClose: () => void }) {
  const { apiKey, onMade, onClose } = props;
  const [overlap, setOverlap] = useState('24');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.apiKeys.rotate(apiKey._id, { overlapHours: Number(overlap) })),
    onSuccess: async (key) => {
      onMade(key);
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
    gcTime: 0,
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">
        You get a new key with the same name and scopes. The old one keeps working for the time you choose.
      </Text>
      {error !== null && <ProblemNotice error={error} />}
      <Select
        label="Keep the old key working for"
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
          Rotate key
        </Button>
      </Group>
    </Stack>
  );
}
