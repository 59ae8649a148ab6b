import { pace } from '../scheduling/pace.ts';
import { fold } from './fold.ts';

/** Max length of an indexed word, in UTF-16 units; a longer one is found by its beginning. */
const maxWord = 64;

/**
 * In a folded text: a run of a script that is written without spaces, whose words are searched by pairs of characters
 * (the first group) or triples (the second); a pictogram or flag; or a word of letters, marks and digits.
 */
const piece =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc\u3099\u309a]+)|([\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc\u3099\u309a\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;
const latinPiece = /[a-z0-9]+/g;
const isAscii = /^[\0-\x7f]*$/;

/** A word of a folded text, or a run of a script without spaces, which is searched by `size` characters at a time. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  /** Undefined for a word. */
  readonly size: 2 | 3 | undefined;
}

/** The words and runs of a folded text, in order. */
export function* piecesOf(folded: string): Generator<Piece> {
  const isPlain = isAscii.test(folded);
  for (const found of folded.matchAll(isPlain ? latinPiece : piece)) {
    const size = found[1] !== undefined ? 2 : found[2] !== undefined ? 3 : undefined;
    yield { text: found[0], start: found.index, size };
  }
}

/** A word as it is indexed. */
const cut = (word: string): string =>
  word.length > maxWord ? word.slice(0, maxWord).replace(/[\ud800-\udbff]$/, '') : word;

/** The characters of a run from each place on: so a prefix finds every part of it, however short. */
function* gramsOf(run: string, size: number): Generator<string> {
  const characters = /[\ud800-\udfff]/.test(run) ? [...run] : undefined;
  const length = characters?.length ?? run.length;
  for (let at = 0; at < length; at += 1) yield characters?.slice(at, at + size).join('') ?? run.slice(at, at + size);
}

/** The words of a text as they are indexed, in order. */
function* indexedIn(text: string): Generator<string> {
  for (const { text: found, size } of piecesOf(fold(text))) {
    if (size === undefined) yield cut(found);
    else yield* gramsOf(found, size);
  }
}

/** Max characters that are cut into words without a pause: a millisecond for the slowest scripts. */
const slice = 1_000;
/** Max characters by which a slice is shortened to end between two words. */
const back = 200;
const inWord = /[\p{L}\p{N}\p{M}\p{Cs}]/u;
/** Number of characters repeated after a slice that ends in a word: more than a run needs. */
const repeated = 8;

/** Parts of a text that end between two words if possible; if not, the next one repeats some characters. */
export function* slicesOf(text: string): Generator<{ readonly part: string; readonly start: number }> {
  let start = 0;
  while (text.length - start > slice) {
    const most = start + slice;
    let end = most;
    while (end > most - back && inWord.test(text.charAt(end - 1))) end -= 1;
    const isBetween = end > most - back;
    yield { part: text.slice(start, isBetween ? end : wholeAt(text, most)), start };
    start = isBetween ? end : wholeAt(text, most - repeated);
  }
  yield { part: text.slice(start), start };
}

/** The place, or the next one if it is between two surrogates. */
export const wholeAt = (text: string, place: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(place)) ? place + 1 : place;

/** Max distinct words of a text, and max UTF-16 units of all of them: a tsvector has at most 1 MiB. */
const most = { words: 10_000, units: 250_000 } as const;

/**
 * The distinct words of a text as they are indexed; of a text with very many, those at its beginning. A long text takes
 * turns of the event loop.
 */
export async function wordsOf(text: string): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  let units = 0;
  for (const { part } of slicesOf(text)) {
    for (const word of indexedIn(part)) {
      if (words.has(word)) continue;
      units += word.length;
      if (words.size >= most.words || units > most.units) return words;
      words.add(word);
    }
    const turn = text.length > slice ? pace.due() : undefined;
    if (turn !== undefined) await turn;
  }
  return words;
}

/** The terms of a search: all of these words, and words that begin with each of these prefixes. */
export interface Wanted {
  readonly words: readonly string[];
  readonly prefixes: readonly string[];
}

/**
 * Returns the terms of a search's text. Its last word is a prefix, unless something other than a letter follows. In a
 * script without spaces, every run of characters is found anywhere.
 */
export function wantedBy(text: string): Wanted {
  const words = new Set<string>();
  const prefixes = new Set<string>();
  const folded = fold(text);
  for (const { text: found, start, size } of piecesOf(folded)) {
    const isLast = start + found.length === folded.length;
    if (size === undefined) (isLast && cut(found) === found ? prefixes : words).add(cut(found));
    else {
      const grams = [...gramsOf(found, size)];
      const whole = grams.slice(0, Math.max(0, grams.length - size + 1));
      if (whole.length === 0) prefixes.add(found);
      for (const gram of whole) words.add(gram);
    }
  }
  return { words: [...words], prefixes: [...prefixes] };
}
