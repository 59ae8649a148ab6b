import { LRUCache } from 'lru-cache';
import { pace } from '../../scheduling/pace.ts';
import { createNumbers } from './codec.ts';

/** A segment as it is searched: its chunks by their places, with their lengths. */
export interface Segment {
  readonly source: string;
  readonly segment: number;
  readonly slots: number;
  /** The rules by which its texts were cut into terms. */
  readonly rules: number;
  /** The number of each chunk. */
  readonly numbers: Int32Array;
  /** Number of words, and of n-grams, of each chunk. */
  readonly words: Int32Array;
  readonly grams: Int32Array;
  /** The sums of them. */
  readonly totals: { readonly words: number; readonly grams: number };
}

/** A segment as it is stored. */
interface Stored {
  readonly segment: number;
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly rules: number;
  readonly lengths: string;
}

/** Decodes a stored segment. */
export function segmentOf(source: string, { segment, first, chunks, slots, rules, lengths }: Stored): Segment {
  const numbers = new Int32Array(chunks);
  const words = new Int32Array(chunks);
  const grams = new Int32Array(chunks);
  const totals = { words: 0, grams: 0 };
  const read = createNumbers(lengths);
  let number = first;
  for (let place = 0; place < chunks; place += 1) {
    number += read.next();
    numbers[place] = number;
    words[place] = read.next();
    grams[place] = read.next();
    totals.words += words[place] ?? 0;
    totals.grams += grams[place] ?? 0;
  }
  return { source, segment, slots, rules, numbers, words, grams, totals };
}

/** A source at a version, as it is searched. */
export interface IndexOf {
  readonly id: string;
  readonly version: number;
  readonly indexVersion: number;
}

/** A row of the index by its source, segment and slot. */
export type RowName = readonly [source: string, segment: number, slot: number];

/** A row as it is read. */
interface Row {
  readonly source: string;
  readonly segment: number;
  readonly slot: number;
  readonly postings: string;
}

/** Reads rows and segments from the database, within the sources that the caller may see. */
export interface IndexReads {
  terms(names: readonly RowName[]): Promise<readonly Row[]>;
  segments(of: {
    readonly id: string;
    readonly version: number;
    readonly after: number;
  }): Promise<{ readonly segments: readonly Stored[]; readonly isFull: boolean }>;
}

/**
 * Max bytes of what is kept of the index in memory: rows, and decoded lengths. A hot question reads nothing of it from
 * the database then.
 */
const most = { rows: 64 * 1024 * 1024, segments: 32 * 1024 * 1024 } as const;

/** Bytes that an entry takes besides its text. */
const overhead = 200;

/** Max rows of a read: with some 3 kB each, less than a millisecond of the main thread on the embedded database. */
const atOnce = 100;

/** True if a text takes one byte a character. */
const isLatin1 = (text: string): boolean => /^[\0-\xff]*$/.test(text);

const keyOf = (source: string, segment: number, slot: number) => `${source} ${segment} ${slot}`;

const keyOfList = ({ id, version, indexVersion }: IndexOf) => `${id} ${version} ${indexVersion}`;

/**
 * Creates a reader of indexes. A segment never changes and its number is never used again, so its rows stay true for as
 * long as they are kept.
 */
export function createIndexReader() {
  const rows = new LRUCache<string, string>({
    maxSize: most.rows,
    sizeCalculation: (text) => text.length * (isLatin1(text) ? 1 : 2) + overhead,
  });
  const lists = new LRUCache<string, readonly Segment[]>({
    maxSize: most.segments,
    sizeCalculation: (list) => list.reduce((sum, { numbers }) => sum + numbers.length * 12 + overhead, overhead),
  });

  /** The segments of a source at a version. */
  const segments = async (reads: Pick<IndexReads, 'segments'>, of: IndexOf): Promise<readonly Segment[]> => {
    const known = lists.get(keyOfList(of));
    if (known !== undefined) return known;
    const { id, version } = of;
    const list: Segment[] = [];
    for (let isFull = true; isFull; ) {
      const next = await reads.segments({ id, version, after: list.at(-1)?.segment ?? -1 });
      for (const stored of next.segments) list.push(segmentOf(id, stored));
      isFull = next.isFull;
      await pace.due();
    }
    return list;
  };

  /**
   * Keeps the segments of a source at a version. The caller has seen that the source is still what it was before they
   * were read, and that it serves: a staged version grows.
   */
  const keep = (of: IndexOf, list: readonly Segment[]): void => {
    lists.set(keyOfList(of), list);
  };

  /** The rows by their names, in order; an empty text for one that is no longer there. */
  const read = async (reads: Pick<IndexReads, 'terms'>, names: readonly RowName[]): Promise<readonly string[]> => {
    const found = names.map((name) => rows.get(keyOf(...name)));
    const missing = names.filter((_, index) => found[index] === undefined);
    const fetched = new Map<string, string>();
    for (let from = 0; from < missing.length; from += atOnce) {
      const part = missing.slice(from, from + atOnce);
      for (const { source, segment, slot, postings } of await reads.terms(part))
        fetched.set(keyOf(source, segment, slot), postings);
      await pace.due();
    }
    for (const [key, text] of fetched) rows.set(key, text);
    return names.map((name, index) => found[index] ?? fetched.get(keyOf(...name)) ?? '');
  };

  return {
    segments,
    keep,
    read,
    /** Bytes that are kept. */
    kept: () => rows.calculatedSize + lists.calculatedSize,
  };
}
