import { parseHTML } from 'linkedom';
import { Marked } from 'marked';

/** Result of a parser of a platform's format: the text that a user sees, and its formatted parts. */
export interface Seen {
  readonly text: string;
  readonly formats: readonly { readonly kind: string; readonly text: string }[];
}

const marked = new Marked({ gfm: true, async: false });

/** The text that a browser shows of Markdown, without the descriptions of images. Independent of the compilers. */
export function browserText(markdown: string): string {
  const { document } = parseHTML(`<html><body>${marked.parse(markdown)}`);
  return document.body.textContent ?? '';
}

/** The letters and digits of a text. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** The first characters of `expected` that `text` doesn't have in this order; undefined if it has all of them. */
export function missingIn(text: string, expected: string): string | undefined {
  let at = 0;
  for (let index = 0; index < expected.length; index++) {
    at = text.indexOf(expected.charAt(index), at) + 1;
    if (at === 0) return expected.slice(index, index + 20);
  }
  return undefined;
}
