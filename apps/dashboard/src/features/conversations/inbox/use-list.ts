import { useInfiniteQuery } from '@tanstack/react-query';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { type ConversationSearch, toFilters } from '../filters/list-search.ts';
import { useListed } from '../list/use-listed.ts';

/** The list with some filters; while it isn't enabled, what was loaded of it before. */
export function useList(workspaceId: string, search: ConversationSearch, enabled: boolean) {
  const filters = toFilters(workspaceId, search);
  const sort = search.sort ?? '-lastMessageAt';
  const query = useInfiniteQuery({ ...conversationQueries.list({ ...filters, sort }), enabled });
  const { conversations, total } = useListed(query.data?.pages);
  // An empty answer to earlier filters says nothing about these.
  const isLoading = conversations === undefined || (query.isPlaceholderData && conversations.length === 0);
  return { filters, query, conversations, total, isLoading };
}

/** The result of `useList`. */
export type LoadedList = ReturnType<typeof useList>;
