/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** True for an object of JSON that isn't a list. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; undefined if it isn't. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
