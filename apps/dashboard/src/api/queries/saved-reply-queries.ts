import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { joinPages, pageAt, paged } from '../paged.ts';

/** Items on one page of the list, and of the picker. */
const perPage = 50;
const inPicker = 8;

/** The queries of saved replies. */
export const savedReplyQueries = {
  list: (workspaceId: string, q: string | undefined) =>
    infiniteQueryOptions({
      queryKey: ['saved-replies', 'list', workspaceId, q],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.savedReplies.list({
            ...{ workspaceId, limit: perPage, ...pageAt(pageParam) },
            ...(q !== undefined && { q }),
          }),
        ),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
    }),
  /** The first by name that contain a word. */
  found: (workspaceId: string, q: string) =>
    queryOptions({
      queryKey: ['saved-replies', 'found', workspaceId, q],
      queryFn: () =>
        callApi((client) => client.savedReplies.list({ workspaceId, limit: inPicker, ...(q !== '' && { q }) })),
      select: ({ items }) => items,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    }),
};
