import { Button, Group, Stack, Text } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../../api/client.ts';
import { channelQueries, forgetChannel } from '../../../api/queries/channel-queries.ts';
import { paths } from '../../../paths.ts';
import { Counts } from '../../../ui/charts/counts.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';

/** Asks for confirmation before a channel is deleted, and shows what is deleted with it. */
export function DeleteDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.channels.delete(channel._id)),
    onSuccess: async ({ message }) => {
      // The unsaved input of its form is discarded.
      await navigate({ to: paths.agentChannels, params: { agentId: channel.agent }, ignoreBlocker: true });
      forgetChannel(channel._id);
      toastDone(message, { isLong: message.includes('. ') });
    },
  });
  const counts = useQuery(channelQueries.dependents(channel._id));
  return (
    <Dialog onClose={onClose} title={`Delete ${channel.name}?`}>
      <Stack gap="md">
        <Text>This is deleted with the channel, immediately and permanently:</Text>
        {counts.error !== null ? (
          <ProblemNotice error={counts.error} />
        ) : (
          <Counts
            rows={[
              ['Conversations', counts.data?.conversations],
              ['Messages', counts.data?.messages],
            ]}
          />
        )}
        <Text c="dimmed" size="sm">
          Its visitors can no longer chat or read what they wrote. To only stop it, switch it off.
        </Text>
        {error !== null && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            Delete channel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
