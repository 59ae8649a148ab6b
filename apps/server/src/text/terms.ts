import { fold } from './fold.ts';
import { type Identifier, identifiersIn } from './identifiers.ts';
import { type Piece, piecesOf } from './words.ts';

/** Max length of a word, in UTF-16 units; a longer one is found by its beginning. */
const maxWord = 64;

/** Characters of an n-gram of a word, with its boundaries. */
const size = 4;

/** Stands for the beginning and the end of a word in its n-grams; no word contains it. */
const boundary = '_';

/**
 * The rules by which this file cuts. Change the number with them: segments cut by other rules are rebuilt.
 */
export const termRules = 2;

/**
 * Cuts runs of scripts without spaces into words. Its dictionaries belong to the ICU that Node.js was built with, so
 * the words of another version of Node.js may differ a little; all else here depends on Unicode properties only. The
 * n-grams of such a run don't depend on ICU, so a passage cut by one version is still found by another.
 */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Terms by which a piece of a text is found: words, and n-grams of their characters. */
export interface Terms {
  readonly words: readonly string[];
  readonly grams: readonly string[];
}

const isNumber = /^\p{N}+$/u;
/** An identifier that is also a piece. */
const isPiece = /^[\p{L}\p{N}\p{M}]+$/u;
const surrogate = /[\ud800-\udfff]/;

/** The characters of a text; the text itself if each is one UTF-16 unit. */
const charactersOf = (text: string): string | readonly string[] => (surrogate.test(text) ? [...text] : text);

const joined = (characters: string | readonly string[], from: number, until: number): string => {
  const part = characters.slice(from, until);
  return typeof part === 'string' ? part : part.join('');
};

/** The n-grams of a text, in order; the whole text if it is shorter than one. */
function gramsOf(text: string, length: number): string[] {
  const characters = charactersOf(text);
  if (characters.length <= length) return [text];
  const grams: string[] = [];
  for (let at = 0; at + length <= characters.length; at += 1) grams.push(joined(characters, at, at + length));
  return grams;
}

const cut = (word: string): string => (word.length > maxWord ? joined(charactersOf(word), 0, maxWord) : word);

/**
 * The terms of a piece. A word has n-grams across its boundaries, so that its first and last letters weigh more; a
 * number has one, because a number with another digit is another number. A run has pairs or triples of characters.
 */
export function termsOfPiece({ text, size: ofRun }: Piece): Terms {
  if (ofRun !== undefined) {
    const words = Array.from(segmenter.segment(text), ({ segment }) => cut(segment));
    return { words, grams: gramsOf(text, ofRun) };
  }
  const word = cut(text);
  const whole = `${boundary}${word}${boundary}`;
  return { words: [word], grams: isNumber.test(word) ? [whole] : gramsOf(whole, size) };
}

/** The identifiers of a text that aren't pieces by themselves, in order. */
export const compoundIdentifiers = (text: string): Identifier[] =>
  identifiersIn(text).filter(({ text: written, key }) => fold(written) !== key || !isPiece.test(key));

/** An identifier as it is indexed: canonical, so that `1,299.00` and `1 299` are the same word. */
export const identifierWord = ({ key }: Identifier): string => cut(key);

/** The pieces of a text, folded. */
export const piecesIn = (text: string): Generator<Piece> => piecesOf(fold(text));

/** The words and n-grams of a text, in order and as often as they occur. */
export function termsOf(text: string): Terms {
  const words: string[] = [];
  const grams: string[] = [];
  for (const piece of piecesIn(text)) {
    const terms = termsOfPiece(piece);
    words.push(...terms.words);
    grams.push(...terms.grams);
  }
  return { words, grams };
}
