import { foldWithPlaces } from './fold.ts';
import { piecesIn, termsOfPiece } from './terms.ts';
import { type Piece, piecesOf } from './words.ts';

/** Start and end of a match in a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** Max matches of a text that are told. */
const most = 100;

/** The share of its n-grams that a word has in common with one of the question to be taken for it. */
const likeness = 0.35;

/** Letters of a word that may be misspelt; a shorter one is like too many others. */
const longWord = 4;

/** The parts of a question by which its words are compared. */
interface Wanted {
  readonly words: ReadonlySet<string>;
  /** The n-grams of each long word. */
  readonly long: readonly ReadonlySet<string>[];
  /** The n-grams of runs of scripts without spaces. */
  readonly runs: ReadonlySet<string>;
}

function wantedBy(question: string): Wanted {
  const words = new Set<string>();
  const long: ReadonlySet<string>[] = [];
  const runs = new Set<string>();
  for (const piece of piecesIn(question)) {
    const terms = termsOfPiece(piece);
    if (piece.size === undefined) {
      for (const word of terms.words) words.add(word);
      if (piece.text.length >= longWord) long.push(new Set(terms.grams));
    } else for (const gram of terms.grams) runs.add(gram);
  }
  return { words, long, runs };
}

const isLike = (grams: readonly string[], other: ReadonlySet<string>): boolean =>
  (2 * grams.filter((gram) => other.has(gram)).length) / (grams.length + other.size) >= likeness;

/** The places in a piece where it matches the question: all of a word, or n-grams of a run. */
function matchesIn(piece: Piece, { words, long, runs }: Wanted): Range[] {
  if (piece.size === undefined) {
    const { words: own, grams } = termsOfPiece(piece);
    const isFound = own.some((word) => words.has(word));
    const isMatch = isFound || (piece.text.length >= longWord && long.some((other) => isLike(grams, other)));
    return isMatch ? [[0, piece.text.length]] : [];
  }
  const found: Range[] = [];
  for (let at = 0; at < piece.text.length; at += 1) {
    const end = at + piece.size;
    if (runs.has(piece.text.slice(at, end))) found.push([at, Math.min(end, piece.text.length)]);
  }
  return found;
}

/** Returns a function that finds the words of a question in texts: places in order, without overlaps. */
export function createHighlights(question: string): (text: string) => Range[] {
  const wanted = wantedBy(question);
  return (original) => {
    const { text, places } = foldWithPlaces(original);
    const ranges: Range[] = [];
    for (const piece of piecesOf(text)) {
      for (const [from, until] of matchesIn(piece, wanted)) {
        const start = places[piece.start + from] ?? 0;
        const end = endOf(places, piece.start + until);
        const last = ranges.at(-1);
        if (last !== undefined && start < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
        else ranges.push([start, end]);
      }
    }
    return ranges.slice(0, most);
  };
}

/** The place in the original where a range ends: where the next character begins, with all of its parts. */
function endOf(places: readonly number[], until: number): number {
  const last = places[until - 1];
  let end = until;
  while (end < places.length - 1 && places[end] === last) end += 1;
  return places[end] ?? 0;
}
