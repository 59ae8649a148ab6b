import type { Citation } from '@parley/sdk';
import { Suspense, useMemo } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import type { Marks } from '../../../ui/markdown/markdown-elements.tsx';
import { pieces, unmarked } from './cited-text.ts';

const CitationChip = lazyNamed(() => import('./citation-chip.tsx').then((module) => module.CitationChip));

/** Shows the numbers in a text as the citations of its reply; undefined if it has none. */
export function useCitationMarks(citations: readonly Citation[]): Marks | undefined {
  // A reply that is written gets new arrays, and mostly no new citation.
  const key = citations.map(({ source, chunk, start, quote }) => [source, chunk, start, quote].join(' ')).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the citations are.
  return useMemo(() => (citations.length === 0 ? undefined : marksOf(citations)), [key]);
}

const marksOf = (citations: readonly Citation[]): Marks => ({
  strip: unmarked,
  show: (text) =>
    pieces(text).map((piece, index) => {
      if (typeof piece === 'string') return piece;
      const citation = citations[piece - 1];
      if (citation === undefined) return null;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their places.
        <Suspense key={index}>
          <CitationChip citation={citation} number={piece} />
        </Suspense>
      );
    }),
});
