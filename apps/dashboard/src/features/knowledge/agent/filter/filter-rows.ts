import type { Agent } from '@parley/sdk';

/** A key of a filter with its values: a document must have one of them. */
export interface FilterRow {
  /** Tells rows apart while they come and go. */
  readonly id: number;
  readonly key: string;
  readonly values: readonly string[];
}

/** Max keys of a filter, values of a key, and characters of a value. */
export const filterLimits = { keys: 10, values: 50, value: 500 } as const;

/** A filter as rows. */
export const rowsOf = (filter: Agent['knowledgeFilter']): FilterRow[] =>
  Object.entries(filter?.metadata ?? {}).map(([key, value], index) => ({
    ...{ id: index + 1, key, values: typeof value === 'string' ? [value] : value },
  }));

const isBlank = ({ key, values }: FilterRow) => key.trim() === '' && values.length === 0;

/** Rows as a filter; null without any. Rows that stay empty are left out. */
export function filterOf(rows: readonly FilterRow[]): Agent['knowledgeFilter'] {
  const filled = rows.filter((row) => !isBlank(row));
  if (filled.length === 0) return null;
  const entries = filled.map(({ key, values }) => {
    const [only] = values;
    return [key.trim(), values.length === 1 && only !== undefined ? only : [...values]] as const;
  });
  return { metadata: Object.fromEntries(entries) };
}

/** The message about rows that can't be saved. */
export function validateFilter(rows: readonly FilterRow[]): string | null {
  const filled = rows.filter((row) => !isBlank(row));
  const keys = filled.map(({ key }) => key.trim());
  if (keys.includes('')) return 'Each value needs a key.';
  const bare = filled.find(({ values }) => values.length === 0);
  if (bare !== undefined) return `Enter a value of “${bare.key.trim()}”, and press Enter after it.`;
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return `The key “${twice}” is there twice. Enter its values in one row.`;
  const values = filled.map((row) => row.values);
  if (values.some(({ length }) => length > filterLimits.values)) return 'A key can have at most 50 values.';
  return values.flat().some(({ length }) => length > filterLimits.value)
    ? 'A value can have at most 500 characters.'
    : null;
}
