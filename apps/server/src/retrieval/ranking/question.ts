import { commonAmong } from '../../text/common-words.ts';
import { fold } from '../../text/fold.ts';
import { type Identifier, identifiersIn } from '../../text/identifiers.ts';
import { identifierWords, termsOfPiece } from '../../text/terms.ts';
import { type Piece, piecesOf } from '../../text/words.ts';

/** A word that a search looks for. */
export interface WantedWord {
  readonly word: string;
  readonly weight: number;
  /** True if words that begin like it count, too: its inflections and compounds. */
  readonly hasKin: boolean;
  /** N-grams that are looked for if no chunk has the word or one like it. */
  readonly grams: readonly string[];
}

/** An n-gram that a search looks for. */
export interface WantedGram {
  readonly gram: string;
  readonly weight: number;
}

/** The terms of a search. */
export interface Wanted {
  readonly words: readonly WantedWord[];
  readonly grams: readonly WantedGram[];
}

/** Max distinct terms of a question: one of 1,000 characters has some 150 words, most of them common. */
const most = { words: 48, grams: 128 } as const;

/** Weight of the terms of an earlier question relative to the next question, and the number of questions that count. */
const earlier = { weight: 0.4, questions: 3 } as const;

/** Weights: of an identifier, which decides; of its parts, which only help; of all other words. */
const weights = { identifier: 3, part: 0.3, word: 1 } as const;

/** Some of a list, evenly spread. */
function spread<Item>(list: readonly Item[], count: number): readonly Item[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as Item);
}

/** Returns the terms of a question and those before it, newest first; a term of several weighs as in the newest. */
export function wantedTerms(text: string, context: readonly string[] = []): Wanted {
  const words = new Map<string, WantedWord>();
  const grams = new Map<string, WantedGram>();
  for (const [age, question] of [text, ...context.slice(0, earlier.questions)].entries()) {
    const weight = earlier.weight ** age;
    const own = wantedByOne(question);
    for (const one of own.words) if (!words.has(one.word)) words.set(one.word, { ...one, weight: one.weight * weight });
    for (const one of own.grams) if (!grams.has(one.gram)) grams.set(one.gram, { ...one, weight: one.weight * weight });
  }
  return { words: spread([...words.values()], most.words), grams: spread([...grams.values()], most.grams) };
}

/**
 * The terms of one question. Common words are left out, unless it has no others. An identifier is found exactly: its
 * parts are looked for only beside other words, and weigh little.
 */
function wantedByOne(text: string): Wanted {
  const identifiers = identifierWords(text);
  const { inside, outside } = piecesOfQuestion(text, identifiers.length > 0 ? identifiersIn(text) : []);
  const common = commonAmong(outside.filter(({ size }) => size === undefined).map((piece) => piece.text));
  const telling = outside.filter((piece) => piece.size !== undefined || !common.has(piece.text));
  const hasOthers = telling.length > 0 || identifiers.length > 0;
  const words: WantedWord[] = identifiers.map((word) => exact(word, weights.identifier));
  const grams: WantedGram[] = [];
  for (const piece of hasOthers ? telling : outside) {
    const { words: own, grams: ofPiece } = termsOfPiece(piece);
    const [word = ''] = own;
    if (piece.size === undefined) words.push(isWritten.test(word) ? akin(word, ofPiece) : exact(word, weights.word));
    else {
      words.push(...own.map((one) => exact(one, weights.word)));
      grams.push(...ofPiece.map((gram) => ({ gram, weight: weights.word })));
    }
  }
  if (telling.length > 0) for (const { text: part } of inside) words.push(exact(part, weights.part));
  return { words: distinct(words, ({ word }) => word), grams: distinct(grams, ({ gram }) => gram) };
}

/** A word of letters alone. */
const isWritten = /^[\p{L}\p{M}]+$/u;

const exact = (word: string, weight: number): WantedWord => ({ word, weight, hasKin: false, grams: [] });
const akin = (word: string, grams: readonly string[]): WantedWord => ({
  word,
  weight: weights.word,
  hasKin: true,
  grams,
});

/** Divides the words of a text into those inside of identifiers and the others. */
function piecesOfQuestion(text: string, identifiers: readonly Identifier[]) {
  const parts: { readonly text: string; readonly isInside: boolean }[] = [];
  let at = 0;
  for (const { start, end, text: written, key } of identifiers) {
    if (fold(written) === key && isWhole.test(key)) continue;
    parts.push({ text: text.slice(at, start), isInside: false }, { text: text.slice(start, end), isInside: true });
    at = end;
  }
  parts.push({ text: text.slice(at), isInside: false });
  const pieces = (isInside: boolean): Piece[] =>
    parts.flatMap((part) => (part.isInside === isInside ? [...piecesOf(fold(part.text))] : []));
  return { inside: pieces(true), outside: pieces(false) };
}

/** An identifier that is a word by itself. */
const isWhole = /^[\p{L}\p{N}\p{M}]+$/u;

function distinct<Item>(list: readonly Item[], key: (item: Item) => string): Item[] {
  const known = new Map<string, Item>();
  for (const item of list) if (!known.has(key(item))) known.set(key(item), item);
  return [...known.values()];
}
