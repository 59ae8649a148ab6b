/** True if `npm run test:all` runs: each size, each screen, each width. */
export const isComplete = process.env['PARLEY_TESTS'] === 'all';

/**
 * Returns the rows of a table that `npm test` runs: all but some that are of the same kind as other rows. `npm run
 * test:all` runs everything. Throws if the table doesn't have one of `others`.
 */
export function firstOfKind<Row extends { readonly name: string }>(
  rows: readonly Row[],
  others: readonly string[],
): readonly Row[] {
  const unknown = others.filter((other) => !rows.some(({ name }) => name === other));
  if (unknown.length > 0) throw new Error(`The table has no ${unknown.join(', ')}.`);
  return isComplete ? rows : rows.filter(({ name }) => !others.includes(name));
}
