/**
 * Numbers as printable characters: five bits each, the lowest first, and a sixth that says whether more follow. Both
 * engines keep them as text, which needs no escape in JSON but for one character of 64.
 */
export const zero = 48;

const known: string[] = [];

function encoded(value: number): string {
  let text = '';
  let rest = value;
  while (rest >= 32) {
    text += String.fromCharCode(zero + 32 + (rest % 32));
    rest = Math.floor(rest / 32);
  }
  return text + String.fromCharCode(zero + rest);
}

for (let value = 0; value < 2_048; value += 1) known.push(encoded(value));

/** A whole number from 0 to 2^53 as text. */
export const encode = (value: number): string => known[value] ?? encoded(value);

/** Reads encoded numbers one after another. */
export function createNumbers(text: string, from = 0) {
  let at = from;
  return {
    next: (): number => {
      let code = text.charCodeAt(at++) - zero;
      let value = code & 31;
      for (let unit = 32; code >= 32; unit *= 32) {
        code = text.charCodeAt(at++) - zero;
        value += (code & 31) * unit;
      }
      return value;
    },
    /** Index at which the next number begins. */
    at: (): number => at,
    isAtEnd: (): boolean => at >= text.length,
  };
}

/** The times that a term occurs in most chunks that have it: once in the text. */
export const usual = 2;

/** A posting as text: how far the chunk is from the one before, and how often it has the term. */
export const encodePosting = (gap: number, count: number): string =>
  count === usual ? encode(gap * 2) : encode(gap * 2 + 1) + encode(count);

/** Postings of a term as they are read: places of chunks in their segment, and how often each has the term. */
export interface Postings {
  readonly places: Int32Array;
  readonly counts: Int32Array;
}

/**
 * Reads the postings that begin at a place of a row into arrays that are large enough, and returns how many they are.
 * It reads numbers by itself, since a search reads some hundred thousand.
 */
export function readPostings(row: string, from: number, { places, counts }: Postings): number {
  let at = from;
  let place = -1;
  let left = 0;
  let next = -2;
  for (let isFlagged = false; next < left; ) {
    let code = row.charCodeAt(at++) - zero;
    let value = code & 31;
    for (let unit = 32; code >= 32; unit *= 32) {
      code = row.charCodeAt(at++) - zero;
      value += (code & 31) * unit;
    }
    if (next < 0) {
      if (next === -2) left = value;
      next += 1;
    } else if (isFlagged) {
      counts[next++] = value;
      isFlagged = false;
    } else {
      place += value >> 1;
      places[next] = place;
      if ((value & 1) === 0) counts[next++] = usual;
      else isFlagged = true;
    }
  }
  return left;
}

/** In a row, each term stands between these two, and its postings follow. */
export const before = '\n';
export const after = ' ';

/** The postings of a term: how many they are, the place of the last one, and themselves as text. */
export interface TermPostings {
  readonly count: number;
  readonly last: number;
  readonly postings: string;
}

/** A term with its postings as part of a row. The last place saves a merge from reading all of them. */
export const rowPart = (term: string, { count, last, postings }: TermPostings): string =>
  before + term + after + encode(count) + encode(last) + postings;

/** Units of a row from which on its terms are bisected; in a shorter one, a search is as fast. */
const scanned = 256;

/** Compares the term that begins at a place of a row with another; only as far as the other reaches. */
function compareAt(row: string, at: number, term: string): number {
  for (let index = 0; index < term.length; index += 1) {
    // A term ends with a sign that is smaller than all of its units.
    const difference = row.charCodeAt(at + index) - term.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Index of the first term of a row that isn't smaller than a text; -1 if all are. Terms are in the order of their units. */
function lowerBound(row: string, text: string): number {
  let [from, until] = [0, row.length];
  while (until - from > scanned) {
    const start = row.indexOf(before, from + Math.floor((until - from) / 2));
    if (start < 0 || start >= until) until = from + Math.floor((until - from) / 2);
    else if (compareAt(row, start + before.length, text) < 0) from = start + before.length;
    else until = start;
  }
  for (let start = row.indexOf(before, from); start >= 0; start = row.indexOf(before, start + 1))
    if (compareAt(row, start + before.length, text) >= 0) return start + before.length;
  return -1;
}

/** Returns the index in a row at which the postings of a term begin; -1 if the row doesn't have the term. */
export function postingsAt(row: string, term: string): number {
  const key = term + after;
  const at = lowerBound(row, key);
  return at >= 0 && compareAt(row, at, key) === 0 ? at + key.length : -1;
}

/** The terms of a row, and their postings. */
export function* termsIn(row: string): Generator<{ readonly term: string; readonly at: number } & TermPostings> {
  for (let start = row.indexOf(before); start >= 0; ) {
    const middle = row.indexOf(after, start);
    const following = row.indexOf(before, middle);
    const numbers = createNumbers(row, middle + 1);
    const [count, last] = [numbers.next(), numbers.next()];
    const postings = row.slice(numbers.at(), following < 0 ? undefined : following);
    yield { term: row.slice(start + 1, middle), at: middle + 1, count, last, postings };
    start = following;
  }
}

/** A word of a row, with the index at which its postings begin. */
interface WordPlace {
  readonly word: string;
  readonly at: number;
}

/** The words of a row that begin with a text, in order. */
export function* wordsFrom(row: string, beginning: string): Generator<WordPlace> {
  const key = wordTerm(beginning);
  for (let start = lowerBound(row, key); start > 0; start = row.indexOf(before, start) + 1) {
    if (compareAt(row, start, key) !== 0) return;
    const end = row.indexOf(after, start);
    yield { word: row.slice(start + wordSign.length, end), at: end + after.length };
  }
}

/** Number of chunks that have the term whose postings begin at an index of a row. */
export const countAt = (row: string, at: number): number => createNumbers(row, at).next();

/** Words stand after this sign in the index, n-grams without: a word of four letters isn't an n-gram. */
const wordSign = '=';

/** A word as a term of the index. */
export const wordTerm = (word: string): string => wordSign + word;

/** Number of the first UTF-16 units of a word that choose its slot: words that begin alike are in one row. */
export const stemUnits = 4;

/** The rules of terms from which on words are in slots by their beginnings. */
const rulesOfStems = 2;

/** FNV-1a over the UTF-16 units of a text up to a place, mixed. */
function hashOf(text: string, until: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < until; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Rows of a segment: their number, a power of two, and the rules by which its terms were cut. */
export interface Slots {
  readonly slots: number;
  readonly rules: number;
}

/**
 * The slot of a term. Each fourth slot has words, by their beginnings, and the others have n-grams: so the rows of
 * words, which nearly all searches read, are few.
 */
export function slotOf(term: string, { slots, rules }: Slots): number {
  if (rules < rulesOfStems) return hashOf(term, term.length) & (slots - 1);
  if (term.startsWith(wordSign)) return (hashOf(term, Math.min(term.length, 1 + stemUnits)) << 2) & (slots - 1);
  const hash = hashOf(term, term.length);
  return ((hash << 2) | (1 + ((hash >>> 24) % 3))) & (slots - 1);
}

/** Max slots: a search reads one row of some 2 kB for each of its words. */
const mostSlots = 65_536;

/** Into how many rows the terms of a segment are divided, about one for each chunk; a small segment has one. */
export function slotsFor(chunks: number): number {
  if (chunks <= 8) return 1;
  return Math.min(mostSlots, 2 ** Math.ceil(Math.log2(chunks)));
}
