import type { ViewCreateParams } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { type ConversationSearch, toFilters } from '../filters/list-search.ts';
import { useListed } from '../list/use-listed.ts';
import { useSavedView } from '../saved-views/use-saved-view.ts';

/** The list with some filters, on top of those of a saved view; while it isn't enabled, what was loaded of it before. */
export function useList(workspaceId: string, search: ConversationSearch, enabled: boolean) {
  const saved = useSavedView(workspaceId, search.saved);
  const isKnown = !saved.isPending && !saved.isGone && saved.error === null;
  const filters = toFilters(workspaceId, search, saved.view?.filters);
  const sort = search.sort ?? saved.view?.filters.sort ?? '-lastMessageAt';
  const query = useInfiniteQuery({ ...conversationQueries.list({ ...filters, sort }), enabled: enabled && isKnown });
  // Without the filters of the saved view it is another list.
  const { conversations, total } = useListed(isKnown ? query.data?.pages : undefined);
  // An empty answer to earlier filters says nothing about these.
  const isEmptyYet = query.isPlaceholderData && conversations?.length === 0;
  const isLoading = !saved.isGone && (conversations === undefined || isEmptyYet);
  const retry = () => (saved.error === null ? void query.refetch() : saved.retry());
  return { filters, sort, query, conversations, total, isLoading, saved, error: saved.error ?? query.error, retry };
}

/** The result of `useList`. */
export type LoadedList = ReturnType<typeof useList>;

/** The filters and the order of the list, as a view keeps them. */
export function filtersToKeep({
  filters: { workspaceId: _, ...filters },
  sort,
}: LoadedList): ViewCreateParams['filters'] {
  return { ...filters, ...(sort !== '-lastMessageAt' && { sort }) } as ViewCreateParams['filters'];
}
