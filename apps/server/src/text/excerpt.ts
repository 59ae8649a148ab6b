import { pace } from '../scheduling/pace.ts';
import { fold, foldWithPlaces } from './fold.ts';
import { type Piece, piecesOf, slicesOf, wholeAt } from './words.ts';

/** Bounds of an excerpt, in UTF-16 units: its text, and what comes before the first match. */
const bounds = { text: 200, before: 60, ranges: 20 } as const;

/** A part of a text around the first match, and the places of the matches in it. */
export interface Excerpt {
  readonly snippet: string;
  /** Start and end of each match in the snippet, in UTF-16 units, in order and apart. */
  readonly ranges: readonly (readonly [number, number])[];
}

type Range = readonly [start: number, end: number];

/** A term of a search: a word, the beginning of one, or a run of a script without spaces. */
interface Term {
  readonly text: string;
  readonly kind: 'word' | 'prefix' | 'run';
}

function termsOf(search: string): Term[] {
  const folded = fold(search);
  return [...piecesOf(folded)].map(({ text, start, size }) => {
    const isLast = start + text.length === folded.length;
    return { text, kind: size !== undefined ? 'run' : isLast ? 'prefix' : 'word' };
  });
}

/** The places of a term in a word or run of a text. */
function placesIn({ text: found, size }: Piece, { text, kind }: Term): number[] {
  if (kind !== 'run') {
    const isFound = size === undefined && (kind === 'prefix' ? found.startsWith(text) : found === text);
    return isFound ? [0] : [];
  }
  const places: number[] = [];
  if (size === undefined) return places;
  for (let at = found.indexOf(text); at >= 0; at = found.indexOf(text, at + text.length)) places.push(at);
  return places;
}

/** Finds the terms in a text: their places in the original. */
function find(original: string, terms: readonly Term[]): Range[] {
  const { text, places } = foldWithPlaces(original);
  const found: Range[] = [];
  for (const piece of piecesOf(text)) {
    for (const term of terms) {
      for (const at of placesIn(piece, term)) found.push(rangeOf(places, piece.start + at, term.text.length));
    }
  }
  return merged(found);
}

/** The range in the original of a part of the folded text; it ends where the character after it begins. */
function rangeOf(places: readonly number[], start: number, length: number): Range {
  const last = places[start + length - 1];
  let end = start + length;
  while (end < places.length - 1 && places[end] === last) end += 1;
  return [places[start] ?? 0, places[end] ?? 0];
}

/** Ranges in order, without overlaps. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && start < last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}

/**
 * Returns a function that makes excerpts of texts for the text of a search. A long text takes turns of the event loop.
 */
export function createExcerpts(search: string): (text: string) => Promise<Excerpt> {
  const terms = termsOf(search);

  /** Returns the index of the first match; 0 if no match is found, because its characters are apart. */
  const firstIn = async (text: string): Promise<number> => {
    for (const { part, start } of slicesOf(text)) {
      const [first] = find(part, terms);
      if (first !== undefined) return start + first[0];
      const turn = pace.due();
      if (turn !== undefined) await turn;
    }
    return 0;
  };

  return async (text) => {
    const first = await firstIn(text);
    const start = first <= bounds.before ? 0 : atWord(text, first - bounds.before, first);
    const end = Math.min(text.length, wholeAt(text, start + bounds.text));
    const [before, after] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
    const shown = text.slice(start, end);
    const ranges = find(shown, terms).slice(0, bounds.ranges);
    const moved = ranges.map(([from, to]): Range => [from + before.length, to + before.length]);
    return { snippet: `${before}${shown}${after}`, ranges: moved };
  };
}

/** The start of the first word from a place on, but not beyond `most`; the place itself if no word starts there. */
function atWord(text: string, from: number, most: number): number {
  const space = text.slice(from, most).search(/\s\S/u);
  return space < 0 ? wholeAt(text, from) : from + space + 1;
}
