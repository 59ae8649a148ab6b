import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { one, type Statement } from '../storage/unit.ts';

/** A window as it was read. */
interface Window {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Finds the windows that are open at a time. */
export async function find(
  db: Database,
  windows: readonly { readonly id: string }[],
  now: number,
): Promise<ReadonlyMap<string, Window>> {
  const ids = windows.map(({ id }) => id);
  const open = db.query.selectFrom('mail_windows').selectAll().where('id', 'in', ids).where('expires_at', '>', now);
  return new Map(
    (await db.read(open)).map((row) => [row.id, { count: Number(row.count), expiresAt: Number(row.expires_at) }]),
  );
}

/** One more message in a window, which ends at `until` if it begins now. */
interface Taking {
  readonly id: string;
  readonly max: number;
  readonly now: number;
  readonly until: number;
}

/** Counts one message; throws `orElse` if the window is full. */
export const take = (db: Database, { id, max, now, until }: Taking, orElse: () => Error): Statement => {
  const isOver = sql<boolean>`mail_windows.expires_at <= ${now}`;
  const counted = db.query.insertInto('mail_windows').values({ id, count: 1, expires_at: until });
  return one(
    counted.onConflict((known) =>
      known
        .column('id')
        .doUpdateSet({
          count: sql<number>`case when ${isOver} then 1 else mail_windows.count + 1 end`,
          expires_at: sql<number>`case when ${isOver} then excluded.expires_at else mail_windows.expires_at end`,
        })
        .where(sql<boolean>`(${isOver} or mail_windows.count < ${max})`),
    ),
    orElse,
  );
};
