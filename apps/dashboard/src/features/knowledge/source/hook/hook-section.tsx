import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { KnowledgeSource, KnowledgeSourceHook } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../../api/client.ts';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { queryClient } from '../../../../api/queries.ts';
import { CopyButton } from '../../../../ui/code/copy.tsx';
import { confirm } from '../../../../ui/dialogs/confirm.ts';
import { Section } from '../../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../../ui/time/time.tsx';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import { HookDialog } from './hook-dialog.tsx';

/** True for a source whose content is on another server. */
export const hasHook = ({ type }: Pick<KnowledgeSource, 'type'>): boolean =>
  ['url', 'website', 'git', 's3', 'notion'].includes(type);

const lead =
  'Another system starts a sync by a signed request: GitHub after each push, or your own program. Its secret can start ' +
  'syncs of this source and nothing else.';

/** The hook of a source: its address, and how to make, rotate and remove its secret. */
export function HookSection({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const { data: hook, error } = useQuery(knowledgeQueries.hook(source._id));
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Sync hook" lead={lead}>
      {error !== null && <ProblemNotice error={error} />}
      {hook?.active === false && mayWrite && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Create hook
        </Button>
      )}
      {hook?.active === false && !mayWrite && <Text c="dimmed">It has none.</Text>}
      {hook?.active === true && <Active hook={hook} mayWrite={mayWrite} onRotate={() => setOpen(true)} />}
      {isOpen && hook !== undefined && <HookDialog hook={hook} onClose={() => setOpen(false)} />}
    </Section>
  );
}

interface ActiveProps {
  readonly hook: KnowledgeSourceHook;
  readonly mayWrite: boolean;
  readonly onRotate: () => void;
}

function Active({ hook, mayWrite, onRotate }: ActiveProps) {
  const { source: id, url, rotatedAt, lastReceivedAt } = hook;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.knowledgeSources.hook.delete(id)),
    onSuccess: ({ message }) => {
      void queryClient.invalidateQueries({ queryKey: knowledgeQueries.hook(id).queryKey });
      toastDone(message);
    },
  });
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove the hook?',
      body: 'Requests that are signed with its secret are refused at once. A new hook has another secret.',
      action: 'Remove hook',
    });
    if (isSure) mutate();
  };
  return (
    <Stack gap="md">
      <TextInput
        label="Address"
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyButton text={url} label="Copy address" />}
      />
      <Text size="sm" c="dimmed">
        {rotatedAt !== null && (
          <>
            Secret made <RelativeTime iso={rotatedAt} />.{' '}
          </>
        )}
        {lastReceivedAt === null ? (
          'No request yet.'
        ) : (
          <>
            Last request <RelativeTime iso={lastReceivedAt} />.
          </>
        )}
      </Text>
      {error !== null && <ProblemNotice error={error} />}
      {mayWrite && (
        <Group>
          <Button variant="default" onClick={onRotate}>
            Rotate secret
          </Button>
          <Button variant="default" loading={isPending} onClick={() => void remove()}>
            Remove hook
          </Button>
        </Group>
      )}
    </Stack>
  );
}
