import { Button, Group, Stack, Text } from '@mantine/core';
import type { KnowledgeSourceHook } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../../api/client.ts';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { queryClient } from '../../../../api/queries.ts';
import { closeSecret } from '../../../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { ShownSecret } from '../../../channels/shown-secret.tsx';

const overlaps = [
  { value: '0', label: 'End it now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
];

interface HookProps {
  readonly hook: KnowledgeSourceHook;
  readonly onClose: () => void;
}

/** Creates the hook of a source, or rotates its secret, and shows the secret once. */
export function HookDialog({ hook, onClose }: HookProps) {
  const [secret, setSecret] = useState<string>();
  const title = hook.active ? 'Rotate secret' : 'Create hook';
  return (
    <Dialog
      onClose={() => (secret === undefined ? onClose() : void closeSecret('secret', onClose))}
      size={520}
      title={secret === undefined ? title : 'Your new secret'}
    >
      {secret === undefined ? (
        <Making hook={hook} action={title} onSecret={setSecret} onClose={onClose} />
      ) : (
        <ShownSecret use="hook" secret={secret} done="I have copied it" onDone={onClose} />
      )}
    </Dialog>
  );
}

function Making(props: HookProps & { readonly action: string; readonly onSecret: (secret: string) => void }) {
  const { hook, action, onSecret, onClose } = props;
  const [isRotation] = useState(hook.active);
  const [overlap, setOverlap] = useState('24');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      callApi((client) => client.knowledgeSources.hook.rotate(hook.source, { overlapHours: Number(overlap) })),
    onSuccess: ({ hook: made, secret }) => {
      queryClient.setQueryData(knowledgeQueries.hook(hook.source).queryKey, made);
      onSecret(secret);
    },
    // The secret goes with the dialog.
    gcTime: 0,
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {isRotation
          ? 'You get a new secret. The old one stays valid for the time you choose.'
          : 'You get an address and a secret, which is shown once.'}
      </Text>
      {error !== null && <ProblemNotice error={error} />}
      {isRotation && (
        <Select
          label="Keep the old secret for"
          data={overlaps}
          value={overlap}
          allowDeselect={false}
          onChange={(value) => setOverlap(value ?? '24')}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
