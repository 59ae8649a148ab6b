/**
 * Characters that don't show, or that change the order of others; not line breaks, tabs, and the selector of colored
 * emoji.
 */
const unseen = /(?!\n|\t|\u{fe0f})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text of others with its unseen characters as escapes: what a person reads is what runs, or what a model reads. */
export const shownText = (text: string): string =>
  text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** A JSON value as indented text with sorted names, so that their order makes no difference; or a text as it is. */
export const shownValue = (value: unknown): string =>
  shownText(typeof value === 'string' ? value : (JSON.stringify(value, sorted, 2) ?? ''));

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
