import type { Database } from '../../storage/database.ts';
import { type EmbeddingState, spaceOf } from './embedding-state.ts';
import { pagesOf, perPage } from './matrices.ts';
import type { Scanner } from './scanner.ts';
import * as store from './store.ts';

/** Max rows and max bytes of vectors that one step reads and passes to the thread. */
const step = { rows: 500, bytes: 1024 * 1024 } as const;

/** Vectors of chunks that no longer serve stay until they are more than this share, and some. */
const staleShare = 0.1;
const staleRows = 64;

/** A source whose vectors are wanted, and its note. */
export interface Wanted {
  readonly id: string;
  readonly workspace: string;
  readonly version: number;
  readonly note: EmbeddingState;
}

/** Vectors of a source in the worker thread. */
interface Entry {
  readonly space: string;
  readonly dimensions: number;
  /** The number of the last chunk, and how many chunks there are. */
  last: number;
  rows: number;
  /** The state that it was last brought up to, and for which it was last read as a whole. */
  current: string;
  whole: string;
  users: number;
}

/** There is no room for the vectors of a search. */
export class NoRoom extends Error {}

const stateOf = ({ version, note }: Wanted) => `${version} ${note.done} ${note.complete}`;

/** The pages that so many vectors take. */
const pagesFor = (rows: number, dimensions: number): number => Math.ceil(rows / perPage(dimensions));

/**
 * Keeps the vectors of sources in the thread, the least recently used out first. Numbers of chunks only grow, so a
 * source that has more is read from its last number on.
 */
export function createCache({ db, scanner, maxBytes }: { db: Database; scanner: Scanner; maxBytes: number }) {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();
  const loads = new Map<string, Promise<void>>();
  const pagesUsed = () =>
    [...entries.values()].reduce((sum, { rows, dimensions }) => sum + pagesFor(rows, dimensions), 0);

  const forget = async (source: string): Promise<void> => {
    entries.delete(source);
    await scanner.ask({ type: 'drop', sources: [source] });
  };

  const makeRoom = async (pages: number): Promise<void> => {
    for (;;) {
      if (pagesUsed() + pages <= pagesOf(maxBytes)) return;
      const oldest = [...entries].find(([, { users }]) => users === 0)?.[0];
      if (oldest === undefined) throw new NoRoom();
      await forget(oldest);
    }
  };

  const read = async ({ id, workspace, version }: Wanted, entry: Entry): Promise<void> => {
    for (;;) {
      const { space, last: after, dimensions } = entry;
      const at = { source: id, version, space, after, limit: step.rows, maxBytes: step.bytes };
      const { rows, cut } = await store.vectorsAfter(db, workspace, at);
      const last = rows.at(-1);
      if (last === undefined) return;
      await makeRoom(pagesFor(rows.length, dimensions) + 1);
      const numbers = rows.map(({ number }) => Number(number));
      const vectors = rows.map(({ json }) => json);
      const { full } = await scanner.ask({ type: 'add', source: id, dimensions, numbers, vectors });
      if (full === true) throw new NoRoom();
      entry.last = Number(last.number);
      entry.rows += rows.length;
      if (!cut && rows.length < step.rows) return;
    }
  };

  /** True if the thread's vectors differ so much from those that serve that all must be read again. */
  const isOff = (entry: Entry, { note: { complete, done } }: Wanted) =>
    complete && (entry.rows < done || entry.rows > done * (1 + staleShare) + staleRows);

  const begin = async (wanted: Wanted): Promise<Entry> => {
    if (entries.has(wanted.id)) await forget(wanted.id);
    const { note } = wanted;
    const known = { space: spaceOf(note), dimensions: note.dimensions ?? 0 };
    const entry = { ...known, last: -1, rows: 0, current: '', whole: stateOf(wanted), users: 1 };
    entries.set(wanted.id, entry);
    return entry;
  };

  const load = async (wanted: Wanted): Promise<void> => {
    const kept = entries.get(wanted.id);
    let entry = kept?.space === spaceOf(wanted.note) ? kept : await begin(wanted);
    entry.users += entry === kept ? 1 : 0;
    try {
      await read(wanted, entry);
      if (isOff(entry, wanted) && entry.whole !== stateOf(wanted)) {
        entry = await begin(wanted);
        await read(wanted, entry);
      }
      entry.current = stateOf(wanted);
    } catch (error) {
      // The thread may have a part of it that the entry doesn't count.
      if (entries.get(wanted.id) === entry) await forget(wanted.id).catch(() => undefined);
      throw error;
    } finally {
      entry.users -= 1;
    }
  };

  const isCurrent = (wanted: Wanted) => {
    const entry = entries.get(wanted.id);
    return entry?.current === stateOf(wanted) && entry.space === spaceOf(wanted.note);
  };

  const bring = async (wanted: Wanted): Promise<void> => {
    // Several searches wait for one load; it may have begun before the state that this one wants.
    for (let tries = 0; tries < 2 && !isCurrent(wanted); tries += 1) {
      const loading = loads.get(wanted.id) ?? load(wanted).finally(() => loads.delete(wanted.id));
      loads.set(wanted.id, loading);
      await loading;
    }
  };

  return {
    /** True if the vectors of all these sources fit at the same time. */
    fits: (all: readonly Wanted[]): boolean =>
      all.reduce((sum, { note }) => sum + pagesFor(note.done, note.dimensions ?? 1) + 1, 0) <= pagesOf(maxBytes),
    /** Brings the thread up to the state of the sources, and keeps them there while `use` runs. */
    using: async <Result>(all: readonly Wanted[], use: () => Promise<Result>): Promise<Result> => {
      const held: Entry[] = [];
      try {
        for (const wanted of all) {
          await bring(wanted);
          const entry = entries.get(wanted.id);
          if (entry === undefined) throw new NoRoom();
          entry.users += 1;
          held.push(entry);
          entries.delete(wanted.id);
          entries.set(wanted.id, entry);
        }
        return await use();
      } finally {
        for (const entry of held) entry.users -= 1;
      }
    },
    /** Forgets everything: the thread has ended. */
    clear: (): void => entries.clear(),
    /** The bytes of what the thread has, by this side's count. */
    pages: pagesUsed,
  };
}
