import { fold } from './fold.ts';

/** Scripts that write words without spaces, or join particles to them. */
const joined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** The text that was last looked at: callers look for several lists in one text. */
let last = { text: '', words: '  ' };

/** A text as phrases are looked for in it: folded words, each with a space before and after it. */
function padded(text: string): string {
  if (text !== last.text) {
    const words = fold(text)
      .replace(/[^\p{L}\p{M}\p{N}\p{Sc}]+/gu, ' ')
      .trim();
    last = { text, words: ` ${words} ` };
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
