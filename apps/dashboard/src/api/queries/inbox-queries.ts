import type { ConversationListParams } from '@parley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** The queries of the inbox beside its list. */
export const inboxQueries = {
  /** The number of conversations with some filters. Changes of conversations renew it. */
  count: (filters: ConversationListParams) =>
    queryOptions({
      queryKey: ['conversations', 'count', filters],
      queryFn: () => callApi((client) => client.conversations.list({ ...filters, limit: 1, includeTotal: true })),
      select: ({ total }) => total ?? 0,
    }),
};
