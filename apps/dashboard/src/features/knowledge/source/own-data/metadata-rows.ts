/** A key of metadata and its value as text. */
export interface MetadataRow {
  /** Tells rows apart while they come and go. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

/** Parses a value: JSON other than a string is what it is, all else is a text. */
function readValue(typed: string): unknown {
  try {
    const value: unknown = JSON.parse(typed);
    return value;
  } catch {
    return typed;
  }
}

/** A value as text, which `readValue` reads as the same value. */
function writeValue(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}

/** Metadata as rows. */
export const rowsOf = (metadata: Readonly<Record<string, unknown>>): MetadataRow[] =>
  Object.entries(metadata).map(([key, value], index) => ({ id: index + 1, key, value: writeValue(value) }));

const isBlank = ({ key, value }: MetadataRow) => key.trim() === '' && value.trim() === '';

/** Rows as metadata. Rows that stay empty are left out. */
export const metadataOf = (rows: readonly MetadataRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter((row) => !isBlank(row)).map(({ key, value }) => [key.trim(), readValue(value)]));

/** The message about rows that can't be saved. */
export function validateRows(rows: readonly MetadataRow[]): string | null {
  const keys = rows.filter((row) => !isBlank(row)).map(({ key }) => key.trim());
  if (keys.includes('')) return 'Each value needs a key.';
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return `The key “${twice}” is there twice.`;
  return keys.length > 50 ? 'Must have at most 50 keys.' : null;
}
