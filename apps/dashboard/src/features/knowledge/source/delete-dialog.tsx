import { Button, Group, Stack, Text } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../../api/client.ts';
import { knowledgeQueries, renewSources } from '../../../api/queries/knowledge-queries.ts';
import { queryClient } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { Counts } from '../../../ui/charts/counts.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { counted } from '../source-words.ts';

/** Maximum number of agents that are named. */
const maxNamed = 5;

/** Asks for confirmation before a source is deleted; shows what goes with it, and which agents lose it. */
export function DeleteDialog({ source, onClose }: { source: KnowledgeSource; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    // The dialog says which agents lose it.
    mutationFn: () => callApi((client) => client.knowledgeSources.delete(source._id, { force: true })),
    onSuccess: async ({ message }) => {
      await navigate({ to: paths.knowledge });
      queryClient.removeQueries({ queryKey: knowledgeQueries.one(source._id).queryKey });
      queryClient.removeQueries({ queryKey: ['knowledge', 'of', source._id] });
      void queryClient.invalidateQueries({ queryKey: ['agents'] });
      renewSources();
      toastDone(message);
    },
  });
  const counts = useQuery(knowledgeQueries.dependents(source._id));
  return (
    <Dialog onClose={onClose} title={`Delete ${source.name}?`}>
      <Stack gap="md">
        <Text>This is deleted, immediately and permanently:</Text>
        {counts.error !== null ? (
          <ProblemNotice error={counts.error} />
        ) : (
          <Counts
            rows={[
              ['Documents', counts.data?.documents],
              ['Chunks', counts.data?.chunks],
              ...(source.type === 'qa' ? [['Pairs', counts.data?.pairs] as const] : []),
            ]}
          />
        )}
        <Users source={source} count={counts.data?.agents ?? source.agentCount} />
        {error !== null && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={isPending} disabled={counts.data === undefined} onClick={() => mutate()}>
            Delete source
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Users({ source, count }: { source: KnowledgeSource; count: number }) {
  const { data } = useInfiniteQuery(knowledgeQueries.agents(source._id));
  if (count === 0) {
    return (
      <Text c="dimmed" size="sm">
        No agent uses it. Replies that quote it keep their quotes.
      </Text>
    );
  }
  const named = data?.items.slice(0, maxNamed).map(({ name }) => name) ?? [];
  const more = count > named.length && named.length > 0 ? [`${(count - named.length).toLocaleString('en')} more`] : [];
  return (
    <Text size="sm" c="var(--warn)">
      {counted(count, 'agent uses', 'agents use')} it and {count === 1 ? 'loses' : 'lose'} it at once
      {named.length > 0 && `: ${[...named, ...more].join(', ')}`}.
    </Text>
  );
}
