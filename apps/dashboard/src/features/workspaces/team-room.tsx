import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TeamRoom as Room, Workspace } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { roomQueries } from '../../api/queries/room-queries.ts';
import { queryClient } from '../../api/queries.ts';
import { Snippet } from '../../ui/code/snippet.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import css from './general-page.module.css';

/** The team's room: an admin sets it, and each member connects the own account. */
export function TeamRoom({ workspace, mayAdmin }: { workspace: Workspace; mayAdmin: boolean }) {
  return (
    <div className={css['card']}>
      {mayAdmin && <RoomSettings workspace={workspace._id} />}
      <MyAccount workspace={workspace._id} />
    </div>
  );
}

function RoomSettings({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(roomQueries.room(workspace));
  if (error !== null) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={1} />;
  return <RoomForm key={data.updatedAt ?? ''} workspace={workspace} room={data} />;
}

/** Describes the problem of a room; undefined if it works. */
function troubleOf({ state, problem }: Room): string | undefined {
  if (state === 'off') return 'The channel is switched off or deleted.';
  if (state === 'unconfirmed') return 'The secrets of the channel have changed. Save the room again to confirm it.';
  return problem === null ? undefined : `The latest notice could not be posted: ${problem}`;
}

function RoomForm({ workspace, room }: { workspace: string; room: Room }) {
  const { data: channels = [] } = useQuery(roomQueries.channels(workspace));
  const changed = () => queryClient.invalidateQueries({ queryKey: roomQueries.room(workspace).queryKey });
  const form = useForm({ initialValues: { channel: room.channel ?? '', room: room.room ?? '' } });
  const { submit, isPending, problem } = useSubmit(
    form,
    (values) => callApi((client) => client.workspaces.teamRoom.set(workspace, values)),
    async () => {
      await changed();
      toastDone('The greeting is in the room.');
    },
  );
  const remove = useMutation({
    mutationFn: () => callApi((client) => client.workspaces.teamRoom.delete(workspace)),
    onSuccess: async () => {
      await changed();
      toastDone('Team room removed.');
    },
  });
  const trouble = troubleOf(room);
  return (
    <form onSubmit={submit} noValidate>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {remove.error !== null && <ProblemNotice error={remove.error} />}
      {trouble !== undefined && (
        <Text size="sm" mb="sm" role="status">
          {trouble}
        </Text>
      )}
      <Select
        label="Channel"
        description="A Slack or Telegram channel whose bot is a member of the room."
        data={channels.map(({ _id: value, name }) => ({ value, label: name }))}
        {...form.getInputProps('channel')}
      />
      <TextInput
        mt="sm"
        label="Room"
        description="The ID of a channel in Slack (C0123456789) or of a group in Telegram (-1001234567890). In Slack, the app needs more scopes to read threads: its channel shows the manifest."
        {...form.getInputProps('room')}
      />
      <Group mt="sm">
        <Button type="submit" loading={isPending}>
          Save
        </Button>
        {room.channel !== null && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove room
          </Button>
        )}
      </Group>
    </form>
  );
}

function MyAccount({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(roomQueries.accounts());
  const code = useMutation({
    mutationFn: () => callApi((client) => client.me.roomAccounts.createCode({ workspaceId: workspace })),
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: (id: string) => callApi((client) => client.me.roomAccounts.delete(id)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: roomQueries.accounts().queryKey }),
  });
  if (error !== null) return <ProblemNotice error={error} retry={() => void refetch()} />;
  const mine = (data?.items ?? []).filter((account) => account.workspace === workspace);
  return (
    <section aria-label="My chat account">
      <Text size="sm" mt="md">
        To answer and decide there, connect your own Slack or Telegram account.
      </Text>
      {code.error !== null && <ProblemNotice error={code.error} />}
      {remove.error !== null && <ProblemNotice error={remove.error} />}
      {mine.map(({ _id: id, platform, name, externalId, createdAt }) => (
        <Group key={id} mt="sm" justify="space-between">
          <Text size="sm">
            {platform === 'slack' ? 'Slack' : 'Telegram'}: {name || externalId}, connected{' '}
            <RelativeTime iso={createdAt} />
          </Text>
          <Button size="compact-xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate(id)}>
            Disconnect
          </Button>
        </Group>
      ))}
      {code.data !== undefined && (
        <>
          <Text size="sm" mt="sm">
            Send this to the bot in a direct message, within ten minutes:
          </Text>
          <Snippet code={code.data.command} label="command" />
        </>
      )}
      <Button mt="sm" variant="default" size="xs" loading={code.isPending} onClick={() => code.mutate()}>
        Connect my account
      </Button>
    </section>
  );
}
