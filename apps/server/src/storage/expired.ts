import type { Database } from './database.ts';
import { statement } from './unit.ts';

/** Max rows deleted by one unit of work; bounds how long other writers wait. */
const batchSize = 500;

/** The tables with an `expires_at` column. */
type Expiring = 'idempotency_keys' | 'invitations' | 'sessions';

/** Deletes the rows of a table that expired by `now` (ms since 1970), in batches, one unit of work each. */
export async function deleteExpired(db: Database, table: Expiring, now: number): Promise<void> {
  for (;;) {
    const expired = db.query
      .selectFrom(table)
      .select('id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(batchSize);
    // Several processes may sweep at once: each skips the rows that another one has locked.
    const batch = db.engine === 'sqlite' ? expired : expired.forUpdate().skipLocked();
    const [{ changed }] = await db.write([statement(db.query.deleteFrom(table).where('id', 'in', batch))]);
    if (changed < batchSize) return;
  }
}
