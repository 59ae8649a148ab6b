import type { Page } from '@parley/sdk';
import type { InfiniteData } from '@tanstack/react-query';

/** Options of a query whose pages follow each other by cursor. */
export const paged = { initialPageParam: undefined as string | undefined, getNextPageParam: nextOf };

function nextOf({ nextCursor }: Page<unknown>): string | undefined {
  return nextCursor ?? undefined;
}

/** The query parameters of the page at a cursor. Only the first page asks for the total. */
export const pageAt = (cursor: string | undefined) => (cursor === undefined ? { includeTotal: true } : { cursor });

/** The pages of a list as one: the items loaded so far, and how many there are in all. */
export interface LoadedList<Item> {
  readonly items: readonly Item[];
  readonly total: number | undefined;
}

/** Joins the loaded pages of a list. */
export const joinPages = <Item>({ pages }: Pick<InfiniteData<Page<Item>>, 'pages'>): LoadedList<Item> => ({
  items: pages.flatMap(({ items }) => items),
  total: pages[0]?.total,
});
