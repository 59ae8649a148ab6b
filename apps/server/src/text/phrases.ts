import { fold } from './fold.ts';

/** Scripts that write words without spaces, or join particles to them. */
const joined =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words of a text as they are compared, with a space between them. */
const foldedWords = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}]+/gu, ' ')
    .trim();

/** The text that was last looked at: callers look for several lists in one text. */
let last = { text: '', words: '  ' };

/** A text as phrases are looked for in it: folded words, each with a space before and after it. */
function padded(text: string): string {
  if (text !== last.text) {
    last = { text, words: ` ${foldedWords(text)} ` };
  }
  return last.words;
}

/** Finds phrases in texts. */
export interface Phrases {
  isIn(text: string): boolean;
  /** True if the text begins with one. */
  begins(text: string): boolean;
}

/**
 * Creates phrases of a list, one a comma, in any case and with or without accents. A phrase is whole words, or with `*`
 * at its end what words begin with; in scripts without spaces it may be anywhere.
 */
export function phrasesOf(list: string): Phrases {
  const phrases = list.split(',').flatMap((each) => {
    const phrase = padded(each.replace('*', '')).trim();
    if (phrase === '') return [];
    if (joined.test(phrase)) return [phrase];
    return [` ${phrase}${each.trim().endsWith('*') ? '' : ' '}`];
  });
  const startsWith = (text: string) =>
    phrases.some((phrase) => text.startsWith(phrase) || text.startsWith(` ${phrase}`));
  return {
    isIn: (text) => {
      const words = padded(text);
      return phrases.some((phrase) => words.includes(phrase));
    },
    begins: (text) => startsWith(padded(text)),
  };
}

/** True if a text has a word, so that it can be looked for. */
export const hasWord = (text: string): boolean => foldedWords(text) !== '';

/**
 * Returns the first of some phrases that a text has: as whole words, in any case, with or without accents. A phrase may
 * begin or end inside a word in scripts without spaces.
 */
export function phraseIn(phrases: readonly string[], text: string): string | undefined {
  if (phrases.length === 0) return undefined;
  const words = padded(text);
  return phrases.find((phrase) => {
    const looked = foldedWords(phrase);
    for (let at = words.indexOf(looked); looked !== '' && at >= 0; at = words.indexOf(looked, at + 1)) {
      const end = at + looked.length;
      if (isBetween(words, at) && isBetween(words, end)) return true;
    }
    return false;
  });
}

/** True if a text is one of some phrases, and nothing else but punctuation; in any case, with or without accents. */
export function isPhrase(phrases: readonly string[], text: string): boolean {
  const words = foldedWords(text);
  return words !== '' && phrases.some((phrase) => foldedWords(phrase) === words);
}

/** True if a word may begin or end at a place of folded words. */
function isBetween(words: string, at: number): boolean {
  const around = words.slice(at - 1, at + 1);
  return around.includes(' ') || joined.test(around);
}
