import { Button, Group, Stack, Text } from '@mantine/core';
import type { Agent } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Counts } from '../../ui/charts/counts.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';

/** Asks for confirmation before an agent is deleted, and shows what is deleted with it. */
export function DeleteDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.agents.delete(agent._id)),
    onSuccess: async ({ message }) => {
      await navigate({ to: paths.agents });
      queryClient.removeQueries({ queryKey: queries.agent(agent._id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['agents', 'list'] });
      toastDone(message, { isLong: message.includes('. ') });
    },
  });
  return (
    <Dialog onClose={onClose} title={`Delete ${agent.name}?`}>
      <Stack gap="md">
        <Text>This is deleted with the agent, immediately and permanently:</Text>
        <Dependents id={agent._id} />
        <Text c="dimmed" size="sm">
          Knowledge sources belong to the workspace and stay. To only stop its replies, make it inactive.
        </Text>
        {error !== null && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            Delete agent
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Dependents({ id }: { id: string }) {
  const { data, error } = useQuery(queries.dependents(id));
  if (error !== null) return <ProblemNotice error={error} />;
  return (
    <Counts
      rows={[
        ['Channels', data?.channels],
        ['Conversations', data?.conversations],
        ['Messages', data?.messages],
      ]}
    />
  );
}
