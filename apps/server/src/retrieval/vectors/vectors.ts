import { LRUCache } from 'lru-cache';
import { ModelError } from '../../models/model.ts';
import { createGate } from '../../scheduling/lanes.ts';
import { createCache, NoRoom, type Wanted } from './cache.ts';
import type { EmbeddingNeeds } from './embedding.ts';
import { readEmbeddingState } from './embedding-state.ts';
import { embeddingJobs, embedStatement } from './job.ts';
import type { Near } from './protocol.ts';
import { createScanner, ScannerLost } from './scanner.ts';
import * as store from './store.ts';

/** Limits of searches by vectors: times in ms, sizes in bytes. */
export interface VectorLimits {
  /** Vectors that are kept in memory; sources whose vectors exceed it together aren't searched by vectors. */
  readonly maxBytes: number;
  /** Waiting for the vector of the question. */
  readonly queryMs: number;
  /** Waiting for vectors that aren't in memory yet. */
  readonly loadMs: number;
  /** After a failure, questions aren't embedded for this long. */
  readonly coolDownMs: number;
  /** Vectors of questions that are kept. */
  readonly queryBytes: number;
}

/** The default limits, beside the times that a search waits: room for 500,000 chunks of 1,024 dimensions, or 340,000 of 1,536. */
const vectorLimits: Omit<VectorLimits, 'queryMs' | 'loadMs'> = {
  maxBytes: 512 * 1024 * 1024,
  coolDownMs: 5_000,
  queryBytes: 8 * 1024 * 1024,
};

/** Maximum searches that wait for the thread or run in it at the same time, of all agents and of one. */
const atOnce = { atOnce: 2, ofOne: 1 } as const;

/** Max chunks that are looked at for one search, if many of the nearest are switched off. */
const maxLooked = 2_000;

/** After this time a source whose dimensions differ is checked again, in ms. */
const checkEvery = 60_000;

/** Dependencies of vectors. */
export interface VectorNeeds extends EmbeddingNeeds {
  onError(error: unknown): void;
  readonly limits: Partial<VectorLimits> & Pick<VectorLimits, 'queryMs' | 'loadMs'>;
}

/** A source, and the version of it that serves. */
export interface SearchedSource {
  readonly id: string;
  readonly version: number;
}

/** Options of a search. */
export interface VectorSearch {
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  /** Callers of different lanes take turns: the agent or the account. */
  readonly lane?: string | undefined;
}

/** Reason in one sentence why a search has no vectors. */
export interface Unavailable {
  readonly unavailable: string;
}

class TooSlow extends Error {}

/** Rejects with the signal's reason, or with `TooSlow` after a time; what is awaited goes on. */
function within<Result>(work: Promise<Result>, ms: number, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow()), ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  });
}

/** Creates the search by vectors and the jobs that embed. */
export function createVectors(needs: VectorNeeds) {
  const { db, enqueue, embedder, onError } = needs;
  const limits = { ...vectorLimits, ...needs.limits };
  const { maxBytes } = limits;
  const onLost = (error: Error) => {
    cache.clear();
    onError(error);
  };
  const scanner = createScanner({ maxBytes }, { onLost });
  const cache = createCache({ db, scanner, maxBytes });
  const gate = createGate(atOnce);
  const questions = new LRUCache<string, Float32Array>({
    ...{ maxSize: limits.queryBytes, sizeCalculation: ({ byteLength }, text) => byteLength + 2 * text.length + 100 },
  });
  const checked = new LRUCache<string, true>({ max: 10_000, ttl: checkEvery });
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure = '';
  let closed = false;

  const vectorOf = async (text: string, signal: AbortSignal | undefined): Promise<Float32Array> => {
    const known = questions.get(text);
    if (known !== undefined) return known;
    if (performance.now() - failedAt < limits.coolDownMs) throw new ModelError('unreachable', failure);
    try {
      const how = { signal: signal ?? new AbortController().signal, timeoutMs: limits.queryMs, retries: 0 };
      const [vector = new Float32Array()] = await embedder.embed([text], how);
      questions.set(text, vector);
      return vector;
    } catch (error) {
      if (error instanceof ModelError) {
        failedAt = performance.now();
        failure = error.message;
      }
      throw error;
    }
  };

  /** Has sources embedded again whose vectors have other dimensions than the question. */
  const checkSoon = (sources: readonly store.EmbeddedSource[]): void => {
    const due = sources.filter(({ id }) => !checked.has(id));
    if (due.length === 0) return;
    for (const { id } of due) checked.set(id, true);
    db.write(due.map(({ id, workspace }) => embedStatement(enqueue, workspace, { source: id, check: true }))).catch(
      onError,
    );
  };

  const scan = async (wanted: readonly Wanted[], query: Float32Array, { limit, lane, signal }: VectorSearch) => {
    const sources = wanted.map(({ id }) => id);
    for (let looked = limit; ; looked = Math.min(maxLooked, looked * 4)) {
      signal?.throwIfAborted();
      const { found = [] } = await gate(lane ?? sources[0] ?? '', () =>
        scanner.ask({ type: 'scan', sources, query, limit: looked }),
      );
      const live = await store.stillLive(db, wanted, found);
      if (live.length >= limit || found.length < looked || looked >= maxLooked) return live.slice(0, limit);
    }
  };

  const search = async (
    sources: readonly SearchedSource[],
    text: string,
    how: VectorSearch,
  ): Promise<readonly Near[] | Unavailable> => {
    if (sources.length === 0) return [];
    const query = await vectorOf(text, how.signal);
    const ids = sources.map(({ id }) => id);
    const rows = new Map((await store.findSources(db, ids)).map((row) => [row.id, row]));
    const noted = sources.flatMap(({ id, version }) => {
      const row = rows.get(id);
      const note = readEmbeddingState(row?.embedding ?? null);
      return row !== undefined && note?.model === embedder.model && note.done > 0 ? [{ ...row, version, note }] : [];
    });
    const wanted = noted.filter(({ note }) => note.dimensions === query.length);
    checkSoon(noted.filter(({ note }) => note.dimensions !== query.length));
    if (wanted.length === 0) return { unavailable: 'The sources are not embedded yet.' };
    if (!cache.fits(wanted)) throw new NoRoom();
    const loaded = cache.using(wanted, async () => scan(wanted, query, how));
    return within(loaded, limits.loadMs, how.signal);
  };

  return {
    /**
     * Returns the chunks of the sources that are nearest to a text, best first: those that serve at the given versions
     * and aren't switched off. Says why if there can't be any. Throws the reason of the signal.
     */
    search: async (
      sources: readonly SearchedSource[],
      text: string,
      how: VectorSearch,
    ): Promise<readonly Near[] | Unavailable> => {
      try {
        return await search(sources, text, how);
      } catch (error) {
        how.signal?.throwIfAborted();
        return { unavailable: reasonOf(error, maxBytes) };
      }
    },
    /** The statement that has a source embedded, for the unit of work of a swap. */
    embedStatement: (workspace: string, source: string) => embedStatement(enqueue, workspace, { source }),
    jobs: embeddingJobs(needs),
    /** State of the memory and the thread, for tests. */
    inspect: () => ({ pages: cache.pages(), thread: scanner.thread(), isClosed: closed }),
    close: async (): Promise<void> => {
      closed = true;
      await scanner.close();
    },
  };
}

/** Says in one sentence why a search went without vectors. Throws any other error. */
function reasonOf(error: unknown, maxBytes: number): string {
  if (error instanceof ModelError) return `The question could not be embedded: ${error.message}.`;
  if (error instanceof TooSlow) return 'The vectors of the sources are being loaded.';
  if (error instanceof ScannerLost) return 'The search by vectors is being started again.';
  if (error instanceof NoRoom) {
    return `The vectors of the sources take more than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`;
  }
  throw error;
}
