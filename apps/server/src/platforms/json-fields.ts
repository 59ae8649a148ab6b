/** Reads the values of a body that is JSON but wasn't validated: a value of another type reads as empty. */

type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; empty if it is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The value as a list of objects; empty if it is no list. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The value as a text; empty if it is no text. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text of at most so many UTF-16 code units, cut between characters. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
