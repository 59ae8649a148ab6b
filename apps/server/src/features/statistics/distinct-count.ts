import { createHash } from 'node:crypto';

/** Max hashes that are kept. */
const maxKept = 16_384;

/** Hashes have 48 bits, so that they are exact numbers. */
const hashBytes = 6;

/** Counts different texts in bounded memory. */
export interface Distinct {
  add(text: string): void;
  /** The number of different texts: exact up to `maxKept`, and beyond it with a standard error of 1 %. */
  count(): number;
}

/**
 * Creates a count of different texts, by adaptive sampling (Flajolet 1990): it keeps the hashes that are divisible by
 * a power of two, and doubles the power when there are too many.
 */
export function createDistinct(max = maxKept): Distinct {
  const kept = new Set<number>();
  let every = 1;
  return {
    add: (text) => {
      const hash = createHash('sha256').update(text).digest().readUIntBE(0, hashBytes);
      if (hash % every !== 0) return;
      kept.add(hash);
      while (kept.size > max) {
        every *= 2;
        for (const old of kept) if (old % every !== 0) kept.delete(old);
      }
    },
    count: () => kept.size * every,
  };
}
