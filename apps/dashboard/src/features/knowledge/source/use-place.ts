import type { KnowledgeChunk } from '@parley/sdk';
import { useEffect, useRef } from 'react';

/** Number of chunks shown before the chunk that the address names, as context. */
const before = 4;

/** The number with which a list begins that is opened at a chunk; undefined for the beginning. */
export const beginning = (wanted: number | undefined): number | undefined =>
  wanted === undefined || wanted <= before ? undefined : wanted - before;

/** Scrolls to the chunk that the address names and gives it the focus; returns true if there is no such chunk. */
export function usePlace(wanted: number | undefined, chunks: readonly KnowledgeChunk[] | undefined): boolean {
  const shown = useRef<number>(undefined);
  const isLoaded = chunks?.some(({ number }) => number === wanted) === true;
  useEffect(() => {
    if (!isLoaded || wanted === undefined || shown.current === wanted) return;
    const element = document.querySelector<HTMLElement>(`[data-chunk="${wanted}"]`);
    if (element === null) return;
    shown.current = wanted;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }, [isLoaded, wanted]);
  return wanted !== undefined && chunks !== undefined && !isLoaded;
}
