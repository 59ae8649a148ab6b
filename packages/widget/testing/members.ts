/** True in `npm run test:all`, which runs every member of a table. */
export const isComplete = process.env['PARLEY_TESTS'] === 'all';

/**
 * Returns the entries of a table of cases: the chosen ones in `npm test`, all of them in `npm run test:all`. Throws if
 * a chosen one isn't in the table.
 */
export function members<Case>(table: Readonly<Record<string, Case>>, chosen: readonly string[]): [string, Case][] {
  const missing = chosen.filter((name) => !Object.hasOwn(table, name));
  if (missing.length > 0) throw new Error(`There is no case ${missing.join(', ')}.`);
  return Object.entries(table).filter(([name]) => isComplete || chosen.includes(name));
}
