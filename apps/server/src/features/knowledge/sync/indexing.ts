import type { Statement } from '../../../storage/unit.ts';
import { type IndexedChunk, maxChunks } from '../index/segment.ts';
import type { SyncIndex } from './seams.ts';

/** Where the segments of a sync go. */
export interface Indexed {
  readonly workspace: string;
  readonly source: string;
  readonly since: number;
  readonly signal: AbortSignal;
  write(statements: readonly Statement[]): Promise<void>;
}

type Building = ReturnType<SyncIndex['segment']>;

/**
 * Indexes chunks in segments as they come together. One segment is built in another process while the one before and
 * further chunks are written, so that neither waits for the other. At most two are in memory.
 */
export function createIndexing(index: Pick<SyncIndex, 'segment'>, { write, signal, ...of }: Indexed) {
  let waiting: IndexedChunk[] = [];
  let building: Building | undefined;

  const begin = (chunks: readonly IndexedChunk[]): Building => {
    const begun = index.segment({ ...of, segment: chunks[0]?.number ?? 0 }, chunks, signal);
    // Who awaits it hears of its failure. Until then nobody does, and that is no reason to end the process.
    begun.catch(() => {});
    return begun;
  };

  /** Begins the next segment once the one before is built, and writes that. */
  const next = async (chunks: readonly IndexedChunk[]): Promise<void> => {
    const built = await building;
    building = chunks.length === 0 ? undefined : begin(chunks);
    for (const part of built ?? []) await write(part);
  };

  return {
    add: (chunk: IndexedChunk): void => {
      waiting.push(chunk);
    },

    /** Begins a segment if enough chunks have come together. They must have been written. */
    run: async (): Promise<void> => {
      while (waiting.length >= maxChunks) {
        const some = waiting.slice(0, maxChunks);
        waiting = waiting.slice(maxChunks);
        await next(some);
      }
    },

    /** Indexes the rest, and resolves when all segments are there. */
    finish: async (): Promise<void> => {
      const rest = waiting;
      waiting = [];
      await next(rest);
      await next([]);
    },
  };
}
