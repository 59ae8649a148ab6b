import { createHash } from 'node:crypto';

/**
 * Returns a value as JSON whose members are sorted by their names, as RFC 8785 does: the same text for equal values.
 * What JSON can't express is left out or null, as in `JSON.stringify`.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [[name, inner] as const],
  );
  // In the order of UTF-16 code units, as the RFC asks.
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}

/** Returns the SHA-256 of a value as canonical JSON, in hex. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');
