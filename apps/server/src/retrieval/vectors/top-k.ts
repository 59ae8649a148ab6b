import type { Near } from './protocol.ts';

/**
 * Keeps the best of many chunks: a heap whose first one is the worst of them. Chunks with one score are in the order of
 * their sources in the list, and then of their numbers, whatever the IDs are.
 */
export function createTopK(limit: number, sources: readonly string[]) {
  const heap: Near[] = [];
  const places = new Map(sources.map((source, place) => [source, place]));

  const isBefore = (one: Near, other: Near): boolean => {
    if (one.score !== other.score) return one.score > other.score;
    if (one.source === other.source) return one.chunk < other.chunk;
    return (places.get(one.source) ?? 0) < (places.get(other.source) ?? 0);
  };

  const isWorse = (one: number, other: number): boolean => {
    const [first, second] = [heap[one], heap[other]];
    return first !== undefined && second !== undefined && isBefore(second, first);
  };

  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first !== undefined && second !== undefined) [heap[one], heap[other]] = [second, first];
  };

  const rise = (from: number) => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isWorse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };

  const sink = () => {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let worst = isWorse(left, at) ? left : at;
      if (isWorse(right, worst)) worst = right;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };

  return {
    offer: (source: string, chunk: number, score: number): void => {
      const [worst] = heap;
      if (heap.length === limit && worst !== undefined) {
        // Decides nearly all of them.
        if (score < worst.score || !isBefore({ source, chunk, score }, worst)) return;
        heap[0] = { source, chunk, score };
        sink();
      } else if (heap.length < limit) {
        heap.push({ source, chunk, score });
        rise(heap.length - 1);
      }
    },
    /** The best, in order. */
    all: (): readonly Near[] => heap.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)),
  };
}
