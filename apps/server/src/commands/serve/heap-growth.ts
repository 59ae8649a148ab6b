import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Growth in percent of a small heap and of a large one, which has so many bytes. */
const growth = { small: 100, large: 40, from: 96 * 1024 * 1024 } as const;

/** Interval between two looks at the size of the heap, in ms. */
const lookEvery = 5_000;

/** Growth in percent of a heap of so many bytes. */
export const growthOf = (bytes: number): number => (bytes < growth.from ? growth.small : growth.large);

/**
 * Bounds the growth of the heap of V8 between two collections of the whole. Its own choice is more, so that an open
 * reply would take three times as much; less makes a small heap collect so often that lists and first tokens wait
 * (docs/decisions/0119-memory-of-an-open-reply.md).
 */
export function boundHeapGrowth(): void {
  let bound: number | undefined;
  const look = () => {
    const percent = growthOf(getHeapStatistics().used_heap_size);
    if (percent === bound) return;
    bound = percent;
    setFlagsFromString(`--heap-growing-percent=${percent}`);
  };
  look();
  setInterval(look, lookEvery).unref();
}
