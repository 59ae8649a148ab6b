import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import type { UsageHourRow } from '../../storage/tables.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** Adds requests to the hours of keys. */
export const add = (db: Database, rows: readonly UsageHourRow[]): Statement[] =>
  rows.map(({ key_id: key, account_id: account, hour, requests }) =>
    statement(
      db.query
        .insertInto('usage_hours')
        .columns(['key_id', 'account_id', 'hour', 'requests'])
        .expression(
          // Counted in memory first: the key may have been deleted meanwhile.
          db.query
            .selectFrom('api_keys')
            .select([
              'id',
              sql<string>`cast(${account} as text)`.as('account_id'),
              sql<number>`cast(${hour} as bigint)`.as('hour'),
              sql<number>`cast(${requests} as bigint)`.as('requests'),
            ])
            .where('id', '=', key),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'hour'])
            .doUpdateSet((of) => ({ requests: of('usage_hours.requests', '+', of.ref('excluded.requests')) })),
        ),
    ),
  );

/** Owner of the hours to delete: an account, or the keys of a workspace or a person. */
export type HoursOf = 'account_id' | 'workspace_id' | 'user_id';

/** Reads some of an owner's hours; joined with the keys, which name the owner. */
export const someHours = (
  db: Database,
  { of, owner, limit }: { readonly of: HoursOf; readonly owner: string; readonly limit: number },
) =>
  db.read(
    of === 'account_id'
      ? db.query.selectFrom('usage_hours').select(['key_id', 'hour']).where('account_id', '=', owner).limit(limit)
      : db.query
          .selectFrom('usage_hours')
          .innerJoin('api_keys', 'api_keys.id', 'usage_hours.key_id')
          .select(['key_id', 'hour'])
          .where(`api_keys.${of}`, '=', owner)
          .limit(limit),
  );

/** Deletes hours. */
export const removeHours = (db: Database, hours: readonly { key_id: string; hour: number }[]): Statement =>
  statement(
    db.query
      .deleteFrom('usage_hours')
      .where((of) =>
        of.or(hours.map(({ key_id: key, hour }) => of.and([of('key_id', '=', key), of('hour', '=', hour)]))),
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
      // All requests of an hour may have been taken back.
      .where('requests', '>', 0)
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
