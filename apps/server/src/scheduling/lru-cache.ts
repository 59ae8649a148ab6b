import { LRUCache } from 'lru-cache';

/**
 * A cache that drops the least recently used entry when it has more than `most`. It allocates memory as it fills:
 * LRUCache's own `max` allocates for all entries at once, 2.7 MiB for 100,000.
 */
export const lruCache = <Value extends object>(most: number) =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1 });
