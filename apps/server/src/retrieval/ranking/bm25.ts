/** Parameters of BM25: saturation by further occurrences (k1), and normalisation by length (b). */
const bm25 = { k1: 1.2, b: 0.75 } as const;

/** Inverse frequency of a term: `having` of the chunks of all searched sources have it. Never below 0. */
export const inverseFrequency = (chunks: number, having: number): number =>
  Math.log(1 + (chunks - having + 0.5) / (having + 0.5));

/**
 * Share of a term in the score of a chunk: it occurs `count` times in the chunk, whose length is `relative` to the
 * average.
 */
export const termScore = (count: number, relative: number): number =>
  (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + bm25.b * relative));
