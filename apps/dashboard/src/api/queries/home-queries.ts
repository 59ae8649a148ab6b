import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** Conversations that need attention, as filters of their list, which has no trials of the playground. */
const needy = {
  // The longest wait is first; of failures, the latest says more.
  waiting: { waiting: true, playground: false, sort: 'lastMessageAt' },
  failed: { failed: true, playground: false, sort: '-lastMessageAt' },
} as const;

/** Max items of one kind that Home names: its list has no more rows. */
const limit = 7;

/** Number of items of a list that need attention. The keys are below those of the lists, so that changes renew both. */
export const homeQueries = {
  conversations: (workspaceId: string, need: keyof typeof needy) =>
    queryOptions({
      queryKey: ['conversations', 'count', workspaceId, need],
      queryFn: () =>
        callApi((client) => client.conversations.list({ workspaceId, ...needy[need], limit, includeTotal: true })),
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
        callApi((client) => client.channels.listAll({ workspaceId, status: 'error', limit, includeTotal: true })),
    }),
  /** The tool calls that wait for approval, in the order in which they came. */
  calls: (workspaceId: string) =>
    queryOptions({
      queryKey: ['tool-calls', 'waiting', 'home', workspaceId],
      queryFn: () =>
        callApi((client) =>
          client.toolCalls.list({
            ...{ workspaceId, status: 'waiting', waitsFor: 'approval', sort: 'createdAt' },
            ...{ limit, includeTotal: true },
          }),
        ),
    }),
  failedSources: (workspaceId: string) =>
    queryOptions({
      queryKey: ['knowledge', 'count', workspaceId],
      queryFn: () =>
        callApi((client) => client.knowledgeSources.list({ workspaceId, status: 'failed', limit, includeTotal: true })),
    }),
};
