import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** Conversations that need attention, as filters of their list, which has no trials of the playground. */
const needy = { waiting: { waiting: true, playground: false }, failed: { failed: true, playground: false } } as const;

/** Max channels in error that Home names. */
const maxChannels = 5;

/** Number of items of a list that need attention. The keys are below those of the lists, so that changes renew both. */
export const homeQueries = {
  conversations: (workspaceId: string, need: keyof typeof needy) =>
    queryOptions({
      queryKey: ['conversations', 'count', workspaceId, need],
      queryFn: () =>
        callApi((client) => client.conversations.list({ workspaceId, ...needy[need], limit: 1, includeTotal: true })),
      select: ({ total }) => total ?? 0,
    }),
  /** The latest conversations; some of them are still going on. */
  latest: (workspaceId: string, limit: number) =>
    queryOptions({
      queryKey: ['conversations', 'latest', workspaceId, limit],
      queryFn: () => callApi((client) => client.conversations.list({ workspaceId, sort: '-lastMessageAt', limit })),
    }),
  /** The channels in error: how many there are, and the first. */
  failedChannels: (workspaceId: string) =>
    queryOptions({
      queryKey: ['channels', 'count', workspaceId],
      queryFn: () =>
        callApi((client) =>
          client.channels.listAll({ workspaceId, status: 'error', limit: maxChannels, includeTotal: true }),
        ),
    }),
  failedSources: (workspaceId: string) =>
    queryOptions({
      queryKey: ['knowledge', 'count', workspaceId],
      queryFn: () =>
        callApi((client) =>
          client.knowledgeSources.list({ workspaceId, status: 'failed', limit: 1, includeTotal: true }),
        ),
      select: ({ total }) => total ?? 0,
    }),
};
