import { pace } from '../../scheduling/pace.ts';
import { countAt, postingsAt, type Slots, slotOf, stemUnits, wordsFrom, wordTerm } from '../index/codec.ts';
import type { RowName, Segment } from '../index/reader.ts';
import type { Wanted, WantedGram, WantedWord } from './question.ts';

/** The postings of a term in a segment: a row, and the index at which they begin. */
export interface Place {
  readonly row: string;
  readonly at: number;
}

/** A term with its postings, and how many chunks have it. Several words that count as one are one term. */
export interface LocatedTerm {
  readonly term: string;
  readonly kind: 'words' | 'grams';
  readonly weight: number;
  readonly having: number;
  /** For each segment the postings; undefined if the segment doesn't have the term. */
  readonly places: readonly (readonly Place[] | undefined)[];
}

/** A segment with its source's place among the searched ones. */
export interface SearchedSegment extends Segment {
  readonly position: number;
}

/** Reads rows of the index by their names; an empty text for a row that is gone. */
export type ReadRows = (names: readonly RowName[]) => Promise<readonly string[]>;

/** Max rows of the index that a question reads for words, and for n-grams; of more, some terms are left out. */
const mostRows = { words: 4_000, grams: 3_000 } as const;

/** Weight of all words that begin like a word, itself included, relative to the word. */
const kinWeight = 1;

/** The terms of a list that are looked for in so many segments, evenly chosen. */
function affordable<Term>(terms: readonly Term[], segments: number, rows: number): readonly Term[] {
  const count = Math.max(4, Math.floor(rows / Math.max(1, segments)));
  if (terms.length <= count) return terms;
  return terms.filter(
    (_, index) => Math.floor((index * count) / terms.length) !== Math.floor(((index - 1) * count) / terms.length),
  );
}

/** Reads the row of each term in each segment. */
async function rowsOf(
  segments: readonly SearchedSegment[],
  terms: readonly string[],
  read: ReadRows,
): Promise<readonly (readonly string[])[]> {
  const names: RowName[] = [];
  const known = new Map<string, number>();
  const indices = terms.map((term) =>
    segments.map(({ source, segment, ...slots }) => {
      const slot = slotOf(term, slots satisfies Slots);
      const key = `${source} ${segment} ${slot}`;
      const index = known.get(key) ?? names.push([source, segment, slot]) - 1;
      known.set(key, index);
      return index;
    }),
  );
  const rows = await read(names);
  return indices.map((list) => list.map((index) => rows[index] ?? ''));
}

/** Finds the postings of what a question looks for, in all segments. */
export async function locate(
  segments: readonly SearchedSegment[],
  wanted: Wanted,
  read: ReadRows,
): Promise<LocatedTerm[]> {
  const located: LocatedTerm[] = [];
  const words = affordable(wanted.words, segments.length, mostRows.words);
  const rows = await rowsOf(
    segments,
    words.map(({ word }) => wordTerm(word)),
    read,
  );
  const grams: WantedGram[] = [...wanted.grams];
  for (const [index, word] of words.entries()) {
    const found = locateWord(word, rows[index] ?? []);
    located.push(...found);
    if (found.length === 0) grams.push(...insteadOf(word));
    await pace.due();
  }
  located.push(...(await locateGrams(segments, grams, read)));
  return located;
}

/** The n-grams of a word, which weigh less the more they are: so a long word doesn't outweigh the others. */
const insteadOf = ({ grams, weight }: WantedWord): WantedGram[] =>
  grams.map((gram) => ({ gram, weight: weight / Math.sqrt(grams.length) }));

async function locateGrams(
  segments: readonly SearchedSegment[],
  wanted: readonly WantedGram[],
  read: ReadRows,
): Promise<LocatedTerm[]> {
  const grams = affordable(
    [...new Map(wanted.map((one) => [one.gram, one])).values()],
    segments.length,
    mostRows.grams,
  );
  const rows = await rowsOf(
    segments,
    grams.map(({ gram }) => gram),
    read,
  );
  const located: LocatedTerm[] = [];
  for (const [index, { gram, weight }] of grams.entries()) {
    const places = (rows[index] ?? []).map((row) => placeOf(row, gram));
    located.push(...termOf({ term: gram, kind: 'grams', weight }, places));
    await pace.due();
  }
  return located;
}

function placeOf(row: string, term: string): readonly Place[] | undefined {
  const at = postingsAt(row, term);
  return at < 0 ? undefined : [{ row, at }];
}

/** The word itself, and all words like it as one term. Empty if no chunk has any of them. */
function locateWord({ word, weight, hasKin }: WantedWord, rows: readonly string[]): LocatedTerm[] {
  const of = { kind: 'words', weight } as const;
  const term = wordTerm(word);
  const itself = rows.map((row) => placeOf(row, term));
  if (!hasKin) return termOf({ ...of, term }, itself);
  const kin = word.length < stemUnits ? itself : rows.map((row) => kinIn(row, word));
  const isAlone = kin.every((places, index) => (places?.length ?? 0) === (itself[index]?.length ?? 0));
  if (isAlone) return termOf({ ...of, term, weight: weight * (1 + kinWeight) }, itself);
  return [...termOf({ ...of, term }, itself), ...termOf({ ...of, term: `${term}*`, weight: weight * kinWeight }, kin)];
}

/** Share of the shorter one of two words that must be the same at their beginnings. */
const leastShared = 0.7;

const isWritten = /^[\p{L}\p{M}]+$/u;

/** The postings of the words in a row that begin like a word, itself included; undefined if the row has no such word. */
function kinIn(row: string, word: string): readonly Place[] | undefined {
  const places: Place[] = [];
  for (const { word: other, at } of wordsFrom(row, word.slice(0, stemUnits)))
    if (isKin(word, other)) places.push({ row, at });
  return places.length === 0 ? undefined : places;
}

function isKin(word: string, other: string): boolean {
  const shorter = Math.min(word.length, other.length);
  let same = stemUnits;
  while (same < shorter && word[same] === other[same]) same += 1;
  return same >= leastShared * shorter && isWritten.test(other);
}

/** A term, as a list: empty if no segment has it. */
function termOf(of: Omit<LocatedTerm, 'having' | 'places'>, places: LocatedTerm['places']): LocatedTerm[] {
  let having = 0;
  for (const list of places) for (const { row, at } of list ?? []) having += countAt(row, at);
  return having === 0 ? [] : [{ ...of, having, places }];
}
