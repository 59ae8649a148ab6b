import type { Database } from './database.ts';
import { statement } from './unit.ts';

/** Rows that one unit of work deletes: other writers wait for no more than these. */
const batchSize = 500;

/** The tables whose rows end by themselves. */
type Expiring = 'idempotency_keys' | 'invitations' | 'sessions';

/** Deletes the rows of a table that have expired by a time (milliseconds since 1970), batch by batch. */
export async function deleteExpired(db: Database, table: Expiring, now: number): Promise<void> {
  for (;;) {
    const expired = db.query
      .selectFrom(table)
      .select('id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(batchSize);
    // Several processes sweep at once: each takes other rows instead of waiting for the same ones.
    const batch = db.engine === 'sqlite' ? expired : expired.forUpdate().skipLocked();
    const [{ changed }] = await db.write([statement(db.query.deleteFrom(table).where('id', 'in', batch))]);
    if (changed < batchSize) return;
  }
}
