import { queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';

/** How many items of a list need somebody; the keys are below those of the lists, so that changes renew both. */
export const homeQueries = {
  /** Conversations that wait for a person or were taken over. */
  withPerson: (workspaceId: string) =>
    queryOptions({
      queryKey: ['conversations', 'count', workspaceId],
      queryFn: () =>
        callApi((client) => client.conversations.list({ workspaceId, status: 'human', limit: 1, includeTotal: true })),
      select: ({ total }) => total ?? 0,
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
