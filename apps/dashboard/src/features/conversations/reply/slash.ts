/** A `/`, or another sign, that was typed at the start of a word, and what follows it up to the caret. */
export interface SlashWord {
  /** The place of the `/`. */
  readonly start: number;
  readonly word: string;
}

/** The signs that open a picker. */
export type Sign = '/' | '@';

/** Max characters after a `/` that are looked for. */
const maxWord = 40;

/** Finds the `/`, or another sign, that the caret stands behind: at the start of the text or after white space. */
export function slashAt(text: string, caret: number, sign: Sign = '/'): SlashWord | undefined {
  const [, word] = new RegExp(`(?:^|\\s)${sign}([^\\s${sign}]*)$`).exec(text.slice(0, caret)) ?? [];
  return word === undefined || word.length > maxWord ? undefined : { start: caret - word.length - 1, word };
}

/** Puts a text in place of the `/` and its word; returns the new text, and the caret behind what was put in. */
export function replaceSlash(text: string, { start, word }: SlashWord, by: string): { text: string; caret: number } {
  const end = start + 1 + word.length;
  return { text: text.slice(0, start) + by + text.slice(end), caret: start + by.length };
}
