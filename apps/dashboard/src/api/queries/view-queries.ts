import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** Max views of a workspace, which is also the max of a page. */
const most = 100;

/** Time for which names and filters of views are taken from the cache, in ms. */
const fresh = 60_000;

/** The queries of saved views: those that the user sees, by name. */
export const viewQueries = {
  list: (workspaceId: string) =>
    queryOptions({
      queryKey: ['views', workspaceId, 'list'],
      queryFn: () => callApi((client) => client.views.list({ workspaceId, limit: most })),
      select: ({ items }) => items,
      staleTime: fresh,
    }),
  /** The same with their counts. */
  counted: (workspaceId: string) =>
    queryOptions({
      queryKey: ['views', workspaceId, 'counted'],
      queryFn: () => callApi((client) => client.views.list({ workspaceId, limit: most, includeCounts: true })),
      select: ({ items }) => items,
    }),
};
