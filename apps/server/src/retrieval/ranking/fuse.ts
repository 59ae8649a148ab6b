import type { Ranks } from '../retrieval.ts';
import type { Candidate } from './rank.ts';
import { byScore } from './rank.ts';

/** A ranking, best first, and how much it weighs. */
export interface WeighedRanking {
  readonly name: 'lexical' | 'vectors';
  readonly weight: number;
  readonly ranked: readonly Candidate[];
}

/** A chunk with its place in each ranking; its score is the fused one. */
export interface Fused extends Candidate {
  readonly ranks: Ranks;
}

/** Constant of reciprocal rank fusion: a higher one brings the scores of the first places closer together. */
const constant = 60;

/** Fuses rankings by reciprocal rank: the sum of `weight / (60 + rank)`. */
export function fuse(rankings: readonly WeighedRanking[]): Fused[] {
  const fused = new Map<string, Fused>();
  for (const { name, weight, ranked } of rankings) {
    for (const [index, candidate] of ranked.entries()) {
      const key = `${candidate.source} ${candidate.chunk}`;
      const known = fused.get(key) ?? { ...candidate, score: 0, ranks: unranked };
      const score = known.score + weight / (constant + index + 1);
      fused.set(key, { ...known, score, ranks: { ...known.ranks, [name]: index + 1 } });
    }
  }
  return [...fused.values()].sort(byScore);
}

const unranked: Ranks = { lexical: null, vectors: null, rerank: null };
