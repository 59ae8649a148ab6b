import { type Expression, type RawBuilder, sql } from 'kysely';

/** Bounds of a time in ms since 1970, the second one excluded; none if undefined. */
interface Bounds {
  readonly from: number | undefined;
  readonly until: number | undefined;
}

/** The conditions on a column with a time; false for a bound that isn't set. */
export const between = (
  column: Expression<number>,
  { from, until }: Bounds,
): readonly (RawBuilder<boolean> | false)[] => [
  from !== undefined && sql<boolean>`${column} >= ${from}`,
  until !== undefined && sql<boolean>`${column} < ${until}`,
];
