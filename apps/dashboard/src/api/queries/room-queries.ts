import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** Max channels that a room is chosen from. */
const maxChannels = 100;

/** Queries of the team's room. */
export const roomQueries = {
  /** The room of a workspace, for its admins. */
  room: (workspace: string) =>
    queryOptions({
      queryKey: ['team-room', workspace],
      queryFn: () => callApi((client) => client.workspaces.teamRoom.retrieve(workspace)),
    }),
  /** The channels of a workspace whose platforms have rooms. */
  channels: (workspaceId: string) =>
    queryOptions({
      queryKey: ['team-room-channels', workspaceId],
      queryFn: async () => {
        const { items } = await callApi((client) => client.channels.listAll({ workspaceId, limit: maxChannels }));
        return items.filter(({ type }) => type === 'slack' || type === 'telegram');
      },
    }),
  /** The user's accounts at platforms. */
  accounts: () =>
    queryOptions({
      queryKey: ['room-accounts'],
      queryFn: () => callApi((client) => client.me.roomAccounts.list()),
    }),
};
