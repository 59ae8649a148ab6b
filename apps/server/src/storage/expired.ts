import type { Database } from './database.ts';
import type { Job } from './jobs/kind.ts';
import { sweep, sweepRows } from './jobs/sweep.ts';
import { statement } from './unit.ts';

/** The tables with an `expires_at` column. */
type Expiring = 'address_codes' | 'idempotency_keys' | 'invitations' | 'mail_windows' | 'sessions';

/** The job that deletes the expired rows of a table, every ten minutes. */
export const expiry = (db: Database, table: Expiring): Job =>
  sweep({
    name: `${table}.expired`,
    pattern: '*/10 * * * *',
    find: async (now) => {
      const expired = db.query.selectFrom(table).select('id').where('expires_at', '<=', now);
      const rows = await db.read(expired.orderBy('expires_at').limit(sweepRows));
      return rows.map(({ id }) => id);
    },
    // A session may have been extended meanwhile.
    remove: (ids, now) => statement(db.query.deleteFrom(table).where('id', 'in', ids).where('expires_at', '<=', now)),
  });
