/** Parsed metadata: the object, or the problem with the text. */
export type ReadMetadata = { readonly value: Record<string, unknown> } | { readonly wrong: string };

/** Parses metadata typed as JSON; an empty text is an empty object. */
export function readMetadata(typed: string): ReadMetadata {
  if (typed.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(typed);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { value: value as Record<string, unknown> } : { wrong: 'Must be a JSON object: { … }.' };
  } catch (error) {
    return { wrong: `Invalid JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

/** Metadata as editable text. */
export const writeMetadata = (metadata: Record<string, unknown>): string =>
  Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, undefined, 2);

/** One metadata value on a single line. */
export const showValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
