import { type Expression, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { lockRows } from '../../../storage/sql/lock-rows.ts';
import { type Condition, one, type Statement, statement } from '../../../storage/unit.ts';

const active = (db: Database) => db.query.selectFrom('users').select('id').where('status', '=', 'active').orderBy('id');

/** True if another person of the instance is active. */
export const anyOther = async (db: Database, id: string): Promise<boolean> =>
  (await db.read(active(db).where('id', '<>', id).limit(1))).length > 0;

/** Throws `orElse` unless another person of the instance is active. The lock decides between the last two. */
export const demandOther = (db: Database, id: string, orElse: () => Error): Statement[] => [
  ...lockRows(db, () => active(db).limit(2)),
  one(active(db).where('id', '<>', id).limit(1), orElse),
];

/** The account of a person who was deleted. */
export async function accountOfDeleted(db: Database, id: string): Promise<string | undefined> {
  const person = db.query.selectFrom('users').select('account_id').where('id', '=', id).where('status', '=', 'deleted');
  const [row] = await db.read(person);
  return row?.account_id;
}

/** Deletes the row of a person who was deleted; what is left of it goes by foreign keys. */
export const removeDeleted = (db: Database, id: string, onMissing: () => Error): Statement =>
  statement(db.query.deleteFrom('users').where('id', '=', id).where('status', '=', 'deleted'), { onMissing });

/** Reads people who were deleted. */
export const findDeleted = (db: Database, limit: number) =>
  db.read(db.query.selectFrom('users').select('id').where('status', '=', 'deleted').limit(limit));

/** A condition: an account has no people and no workspaces. Reads workspaces, because they belong to the account. */
export const isDeserted = (account: string | Expression<string>): Condition =>
  sql`(not exists (select 1 from workspaces where account_id = ${account})
    and not exists (select 1 from users where account_id = ${account}))`;

/**
 * Reads accounts after an ID, in the order of their IDs. `isDeserted` is true if an account has no people and no
 * workspaces.
 */
export const accountsAfter = async (db: Database, after: string, limit: number) => {
  const accounts = db.query.selectFrom('accounts').where('id', '>', after).orderBy('id').limit(limit);
  const deserted = sql<number>`case when ${isDeserted(sql.ref('accounts.id'))} then 1 else 0 end`;
  const rows = await db.read(accounts.select(['id', deserted.as('deserted')]));
  return rows.map((row) => ({ id: row.id, isDeserted: Number(row.deserted) === 1 }));
};

/** Deletes an account that has no people and no workspaces. */
export const removeDeserted = (db: Database, account: string, onMissing: () => Error): Statement =>
  statement(db.query.deleteFrom('accounts').where('id', '=', account).where(isDeserted(account)), { onMissing });
