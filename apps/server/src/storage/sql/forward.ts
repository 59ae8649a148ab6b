import { type Expression, type RawBuilder, sql } from 'kysely';

/** A time of change that moves strictly forward: even within a millisecond, and where the clock was set back. */
export const forward = (changed: Expression<number>, now: number): RawBuilder<number> =>
  sql`case when ${changed} >= ${now} then ${changed} + 1 else cast(${now} as bigint) end`;
