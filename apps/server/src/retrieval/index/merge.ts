import { termRules } from '../../text/terms.ts';
import {
  createNumbers,
  encode,
  encodePosting,
  type Postings,
  readPostings,
  rowPart,
  slotOf,
  slotsFor,
  type TermPostings,
  termsIn,
} from './codec.ts';
import type { Segment } from './reader.ts';

/** A segment that is merged, and which of its chunks are left; undefined for all. */
export interface Merged {
  readonly segment: Segment;
  readonly isLeft?: ((place: number) => boolean) | undefined;
}

/**
 * New places of a segment's chunks: all moved by the same distance, or each to its own place, -1 for a dropped chunk.
 */
type Move = { readonly by: number } | { readonly to: Int32Array };

/** Plan of a merge: chunks and slots of the new segment, and the steps in which its rows are built. */
export interface Merge {
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly lengths: string;
  /** Number of steps in which the rows are built: each needs the rows of `slotsOf(step)` of each segment. */
  readonly steps: number;
  /** The slots of a segment that a step needs. */
  slotsOf(segment: Segment, step: number): number[];
  /** The rows that a step makes of those of each segment. */
  rows(step: number, given: readonly (readonly string[])[]): { readonly slot: number; readonly postings: string }[];
}

const multiples = (step: number, steps: number, slots: number): number[] =>
  Array.from({ length: slots / steps }, (_, index) => step + index * steps);

/**
 * Merges segments whose chunks follow each other in the order of their numbers. Numbers of slots are powers of two, so
 * a row of the new segment is made of those rows whose slots are the same modulo the smallest number of them. All must
 * have been cut by the rules of this release.
 */
export function mergeOf(merged: readonly Merged[]): Merge {
  const parts: ReturnType<typeof partOf>[] = [];
  for (const one of merged) parts.push(partOf(one, parts.at(-1)?.chunks ?? 0, parts.at(-1)?.last));
  const chunks = parts.at(-1)?.chunks ?? 0;
  const first = parts.find((part) => part.first !== undefined)?.first ?? 0;
  const lengths = parts.map((part) => part.lengths).join('');
  const slots = slotsFor(chunks);
  const steps = Math.min(slots, ...merged.map(({ segment }) => segment.slots));
  const longest = Math.max(1, ...merged.map(({ segment }) => segment.numbers.length));
  const room: Postings = { places: new Int32Array(longest), counts: new Int32Array(longest) };
  return {
    ...{ first, chunks, slots, lengths, steps },
    slotsOf: (segment, step) => multiples(step, steps, segment.slots),
    rows: (step, given) => {
      const terms = new Map<string, TermPostings>();
      for (const [index, { move }] of parts.entries()) {
        for (const row of given[index] ?? []) addRow(terms, row, { move, room });
      }
      return rowsOf(terms, multiples(step, steps, slots), slots);
    },
  };
}

/** New places of the postings of a segment's rows, and a buffer for them. */
interface Moving {
  readonly move: Move;
  readonly room: Postings;
}

function addRow(terms: Map<string, TermPostings>, row: string, { move, room }: Moving): void {
  for (const found of termsIn(row)) {
    const joined = appended(terms.get(found.term), move, { row, room, ...found });
    if (joined !== undefined) terms.set(found.term, joined);
  }
}

/** A segment among those that are merged: where its chunks go, and the lengths of those that are left. */
function partOf({ segment, isLeft }: Merged, begin: number, before: number | undefined) {
  const { numbers, words, grams } = segment;
  const to = new Int32Array(numbers.length).fill(-1);
  let lengths = '';
  let chunks = begin;
  let last = before;
  for (const [place, number] of numbers.entries()) {
    if (isLeft?.(place) === false) continue;
    to[place] = chunks;
    lengths += encode(number - (last ?? number)) + encode(words[place] ?? 0) + encode(grams[place] ?? 0);
    last = number;
    chunks += 1;
  }
  const first = chunks === begin ? undefined : (numbers[to.indexOf(begin)] ?? 0);
  const move: Move = chunks - begin === numbers.length ? { by: begin } : { to };
  return { move, lengths, chunks, first, last };
}

/** A term of a row that is added to those before. */
interface Added extends TermPostings {
  readonly row: string;
  readonly at: number;
  readonly room: Postings;
}

/** The postings of a term with those of a further segment; undefined if none of its chunks are left. */
function appended(known: TermPostings | undefined, move: Move, added: Added): TermPostings | undefined {
  const before = known ?? { count: 0, last: -1, postings: '' };
  if ('by' in move) {
    // Only the first one is relative to what is before the segment.
    const numbers = createNumbers(added.postings);
    const value = numbers.next();
    const gap = Math.floor(value / 2) + move.by - 1 - before.last;
    const postings = before.postings + encode(gap * 2 + (value % 2)) + added.postings.slice(numbers.at());
    return { count: before.count + added.count, last: move.by + added.last, postings };
  }
  const { places, counts } = added.room;
  const read = readPostings(added.row, added.at, added.room);
  let { count, last, postings } = before;
  for (let next = 0; next < read; next += 1) {
    const place = move.to[places[next] ?? 0] ?? -1;
    if (place < 0) continue;
    postings += encodePosting(place - last, counts[next] ?? 0);
    last = place;
    count += 1;
  }
  return count === 0 ? undefined : { count, last, postings };
}

function rowsOf(terms: ReadonlyMap<string, TermPostings>, wanted: readonly number[], slots: number) {
  const rows = new Map<number, string[]>(wanted.map((slot) => [slot, []]));
  for (const term of [...terms.keys()].sort()) {
    const postings = terms.get(term);
    if (postings !== undefined) rows.get(slotOf(term, { slots, rules: termRules }))?.push(rowPart(term, postings));
  }
  return [...rows].map(([slot, parts]) => ({ slot, postings: parts.join('') }));
}
