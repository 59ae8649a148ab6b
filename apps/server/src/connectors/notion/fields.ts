/** An object of the API. Its fields are read with the functions below, because other versions of the API differ. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object; an empty one for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns a list; an empty one for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a text; an empty one for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
