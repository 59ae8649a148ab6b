import type { KnowledgeChunk } from '@parley/sdk';
import { useEffect, useRef } from 'react';

/** Max chunks that are loaded on the way to the one that the address names. */
const maxLoaded = 4_000;

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isError: boolean;
  fetchNextPage(): unknown;
}

/** Loads chunks up to the one that the address names, scrolls to it and gives it the focus. */
export function usePlace(wanted: number | undefined, chunks: readonly KnowledgeChunk[] | undefined, pages: Pages) {
  const shown = useRef<number>(undefined);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  const isLoaded = chunks?.some(({ number }) => number === wanted) === true;
  // Chunks are in order of their numbers: beyond the wanted one there is nothing to look for.
  const isPast = wanted === undefined || (chunks?.at(-1)?.number ?? -1) > wanted;
  const isSought = chunks !== undefined && !isLoaded && !isPast && hasNextPage && !isError && chunks.length < maxLoaded;
  useEffect(() => {
    if (isSought && !isFetchingNextPage) fetchNextPage();
  }, [isSought, isFetchingNextPage, fetchNextPage]);
  useEffect(() => {
    if (!isLoaded || wanted === undefined || shown.current === wanted) return;
    const element = document.querySelector<HTMLElement>(`[data-chunk="${wanted}"]`);
    if (element === null) return;
    shown.current = wanted;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }, [isLoaded, wanted]);
  return { isSought, isMissing: wanted !== undefined && chunks !== undefined && !isLoaded && !isSought };
}
