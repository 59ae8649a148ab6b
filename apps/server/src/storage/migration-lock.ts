import type { Database } from './database.ts';
import { withoutTimeout } from './postgres/timeouts.ts';
import type { Statement } from './unit.ts';

/** The key of the advisory lock: any number that nothing else in the database uses. */
const lockKey = 7_275_394;

/** A change of a table that others keep in use waits this long: whoever comes after it would wait behind it. */
const limitWaiting = "set local lock_timeout = '10s'";

/**
 * What a unit that changes the schema begins with. Where several processes share a database, one at a time changes it
 * and the others wait for its end; it may take its time.
 */
export function migrationLock(db: Database): readonly Statement[] {
  if (db.engine === 'sqlite') return [];
  return [
    { sql: withoutTimeout, parameters: [] },
    { sql: 'select pg_advisory_xact_lock($1)', parameters: [lockKey] },
    { sql: limitWaiting, parameters: [] },
  ];
}
