import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import type { UsageHourRow } from '../../storage/tables.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** Adds requests to the hours of keys. */
export const add = (db: Database, rows: readonly UsageHourRow[]): Statement[] =>
  rows.map((row) =>
    statement(
      db.query
        .insertInto('usage_hours')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'hour'])
            .doUpdateSet((of) => ({ requests: of('usage_hours.requests', '+', of.ref('excluded.requests')) })),
        ),
    ),
  );

/**
 * Reads the requests of an account's keys by hour, from an hour (milliseconds since 1970) on. Joined with the keys,
 * because the response contains their names.
 */
export const read = (db: Database, account: string, from: number) =>
  db.read(
    db.query
      .selectFrom('usage_hours')
      .innerJoin('api_keys', 'api_keys.id', 'usage_hours.key_id')
      .select(['key_id', 'hour', 'requests', 'api_keys.name', 'api_keys.last_four', 'api_keys.workspace_id'])
      .where('usage_hours.account_id', '=', account)
      .where('hour', '>=', from)
      .orderBy('hour'),
  );

/** The oldest hour with requests, in milliseconds since 1970. */
export async function oldestHour(db: Database): Promise<number | undefined> {
  const [row] = await db.read(db.query.selectFrom('usage_hours').select(sql<number | null>`min(hour)`.as('hour')));
  return row === undefined || row.hour === null ? undefined : Number(row.hour);
}

/** Deletes some of the hours before a time (milliseconds since 1970), the oldest first. */
export function removeBefore(db: Database, time: number): Statement {
  const old = db.query.selectFrom('usage_hours').select(['key_id', 'hour']).where('hour', '<', time);
  const some = old.orderBy('hour').limit(portion.rows);
  return statement(
    db.query
      .deleteFrom('usage_hours')
      .where(({ refTuple, eb }) => eb(refTuple('key_id', 'hour'), 'in', some.$asTuple('key_id', 'hour'))),
  );
}
