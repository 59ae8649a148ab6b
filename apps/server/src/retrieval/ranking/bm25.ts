/** How fast a further occurrence counts less (k1), and how much long chunks are held back (b). */
const bm25 = { k1: 1.2, b: 0.75 } as const;

/** How rare a term is: of the chunks of all searched sources, those that have it. Never below 0. */
export const inverseFrequency = (chunks: number, having: number): number =>
  Math.log(1 + (chunks - having + 0.5) / (having + 0.5));

/**
 * What a term adds to the score of a chunk: it occurs `count` times in the chunk, whose length is `relative` to the
 * average.
 */
export const termScore = (count: number, relative: number): number =>
  (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + bm25.b * relative));
