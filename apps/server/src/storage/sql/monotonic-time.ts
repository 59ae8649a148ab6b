import { type Expression, type RawBuilder, sql } from 'kysely';

/** A time of change in ms that only moves forward: past changes in the same millisecond and past a clock set back. */
export const monotonicTime = (changed: Expression<number>, now: number): RawBuilder<number> =>
  sql`case when ${changed} >= ${now} then ${changed} + 1 else cast(${now} as bigint) end`;
