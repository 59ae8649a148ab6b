import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Growth in percent, at least and at most, and the bytes of growth of a heap between both. */
const growth = { least: 40, most: 100, bytes: 48 * 1024 * 1024 } as const;

/** Interval between two looks at the size of the heap, in ms. */
const lookEvery = 5_000;

/** Growth in percent of a heap of so many bytes, in steps of ten. */
export const growthOf = (bytes: number): number =>
  Math.min(growth.most, Math.max(growth.least, Math.round((10 * growth.bytes) / bytes) * 10));

/**
 * Bounds the growth of the heap of V8 between two collections of the whole. Its own choice is more, so that an open
 * reply would take three times as much; less makes a small heap collect so often that lists wait
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
