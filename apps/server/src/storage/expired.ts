import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Job } from './jobs/kind.ts';
import { sweep } from './jobs/sweep.ts';
import { portion } from './portion.ts';
import { octets } from './sql/octets.ts';
import { statement } from './unit.ts';

/** The tables with an `expires_at` column. */
type Expiring =
  | 'address_codes'
  | 'answer_addresses'
  | 'approval_links'
  | 'channel_counts'
  | 'channel_events'
  | 'conversation_presence'
  | 'factor_challenges'
  | 'idempotency_keys'
  | 'invitations'
  | 'mail_windows'
  | 'password_resets'
  | 'sessions'
  | 'team_room_codes'
  | 'team_room_posts';

/** The job that deletes the expired rows of a table, every ten minutes. */
export const expiry = (db: Database, table: Expiring): Job =>
  sweep({
    name: `${table}.expired`,
    pattern: '*/10 * * * *',
    find: async (now) => {
      // Only stored responses are large.
      const bytes = table === 'idempotency_keys' ? octets(sql.ref('answer')) : sql<number>`0`;
      const expired = db.query
        .selectFrom(table)
        .select(['id', bytes.as('bytes')])
        .where('expires_at', '<=', now);
      return db.read(expired.orderBy('expires_at').limit(portion.rows));
    },
    // A session may have been extended meanwhile.
    remove: (ids, now) => statement(db.query.deleteFrom(table).where('id', 'in', ids).where('expires_at', '<=', now)),
  });
