import { inspect } from 'node:util';

/**
 * Checks each row of a document or table by the same expectations, and returns the problems: a line for each row that
 * fails, with its name, the failure's message and both values. One test expects none, rather than one test per row.
 */
export async function offendersOf<Row>(
  rows: Iterable<Row>,
  name: (row: Row) => string,
  check: (row: Row) => unknown,
): Promise<string[]> {
  const found: string[] = [];
  for (const row of rows) {
    try {
      await check(row);
    } catch (error) {
      found.push(`${name(row)}: ${inWords(error)}`);
    }
  }
  return found;
}

/** Messages of failed expectations shorten long values, so the values follow. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('actual' in error && 'expected' in error)) return error.stack ?? error.message;
  const [actual, expected] = [error.actual, error.expected].map((value) => inspect(value, { depth: 9 }));
  return `${error.message}; expected ${expected}, received ${actual}`;
}
