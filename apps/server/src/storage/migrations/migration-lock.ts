import type { Database } from '../database.ts';
import { withoutTimeout } from '../postgres/timeouts.ts';
import type { Statement } from '../unit.ts';

/** The key of the advisory lock: arbitrary, but used for nothing else in the database. */
const lockKey = 7_275_394;

/** Limits the wait for a table lock: later statements on the table would queue up behind the waiting change. */
const limitWaiting = "set local lock_timeout = '10s'";

/**
 * Returns the statements that a unit must begin with to change the schema. If several processes share a database, one
 * changes it at a time and the others wait. The unit runs without a statement timeout.
 */
export function migrationLock(db: Database): readonly Statement[] {
  if (db.engine === 'sqlite') return [];
  return [
    { sql: withoutTimeout, parameters: [] },
    { sql: 'select pg_advisory_xact_lock($1)', parameters: [lockKey] },
    { sql: limitWaiting, parameters: [] },
  ];
}
