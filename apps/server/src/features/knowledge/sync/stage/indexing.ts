import { type IndexedChunk, maxChunks } from '../../../../retrieval/index/segment.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { SyncIndex } from '../job/seams.ts';

/** Destination of the segments of a sync. */
export interface Indexed {
  readonly workspace: string;
  readonly source: string;
  readonly since: number;
  readonly signal: AbortSignal;
  /** Chunks that an earlier attempt has written, but not indexed. */
  readonly earlier?: readonly IndexedChunk[] | undefined;
  write(statements: readonly Statement[]): Promise<void>;
}

type Building = ReturnType<SyncIndex['segment']>;

/**
 * Indexes chunks in segments as they come together. One segment is built in another process while the one before and
 * further chunks are written, so that neither waits for the other. At most two are in memory.
 */
export function createIndexing(index: Pick<SyncIndex, 'segment'>, { write, signal, earlier = [], ...of }: Indexed) {
  let waiting: IndexedChunk[] = [...earlier];
  let building: { readonly first: number; readonly built: Building } | undefined;

  const begin = (chunks: readonly IndexedChunk[], first: number) => {
    const built = index.segment({ ...of, segment: first }, chunks, signal);
    // A later await reports its failure. Until then, an unhandled rejection must not end the process.
    built.catch(() => {});
    return { first, built };
  };

  /** Begins the next segment once the one before is built, and writes that. */
  const next = async (chunks: readonly IndexedChunk[]): Promise<void> => {
    const built = await building?.built;
    const [first] = chunks;
    building = first && begin(chunks, first.number);
    for (const part of built ?? []) await write(part);
  };

  return {
    /** The number of the first chunk whose segment isn't written; undefined if all are. */
    first: (): number | undefined => building?.first ?? waiting[0]?.number,

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
