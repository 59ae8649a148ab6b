import type { ListedView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { viewQueries } from '../../../api/queries/view-queries.ts';

/** A saved view that the address names. */
export interface SavedView {
  /** Undefined if the address names none, while it loads, and if it is gone. */
  readonly view: ListedView | undefined;
  readonly isPending: boolean;
  /** True if it was deleted, or belongs to another person. */
  readonly isGone: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Finds the saved view with an ID, if there is one. */
export function useSavedView(workspaceId: string, id: string | undefined): SavedView {
  const { data, error, isFetching, refetch } = useQuery({
    ...viewQueries.list(workspaceId),
    enabled: id !== undefined,
  });
  const view = id === undefined ? undefined : data?.find(({ _id }) => _id === id);
  const isMissing = id !== undefined && view === undefined;
  return {
    view,
    error: isMissing ? error : null,
    // A view that was just created is in the next answer.
    isPending: isMissing && error === null && (data === undefined || isFetching),
    isGone: isMissing && data !== undefined && !isFetching,
    retry: () => void refetch(),
  };
}
