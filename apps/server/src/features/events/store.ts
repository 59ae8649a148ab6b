import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { EventRow } from '../../storage/tables.ts';
import { type Condition, type Statement, statement } from '../../storage/unit.ts';

const insert = prepared((db, row: EventRow) => db.query.insertInto('events').values(row));

/** Reads the oldest events. Their IDs begin with their time, so no index on the time is needed. */
export const oldest = (db: Database, limit: number) =>
  db.read(db.query.selectFrom('events').select(['id', 'created_at as createdAt']).orderBy('id').limit(limit));

/** Reads the owners of the events after one, in the order of their IDs. */
export const ownersAfter = (db: Database, last: string, limit: number) =>
  db.read(
    db.query
      .selectFrom('events')
      .select(['id', 'workspace_id as workspace', 'account_id as account'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(limit),
  );

/** Deletes events. */
export const removeAll = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('events').where('id', 'in', ids));

/** An event; if it names no account, its account is that of its workspace. */
type NewEvent = Omit<EventRow, 'account_id'> & { readonly account_id: string | undefined };

/** Appends an event. */
export function append(db: Database, event: NewEvent): Statement {
  if (hasAccount(event)) return statement(insert(db, event));
  const { account_id: _unknown, ...row } = event;
  return statement(db.query.insertInto('events').values({ ...row, account_id: ownerOf(db, row.workspace_id) }));
}

const hasAccount = (event: NewEvent): event is EventRow => event.account_id !== undefined;

/** Appends an event if a condition holds at that point of the unit. */
export function appendWhen(db: Database, row: NewEvent, condition: Condition): Statement {
  const { created_at, account_id: account, ...texts } = row;
  const columns = Object.keys(texts) as (keyof typeof texts)[];
  const values = columns.map((column) => sql<string>`cast(${texts[column]} as text)`.as(column));
  const owner =
    account === undefined ? sql<string>`${ownerOf(db, row.workspace_id)}` : sql<string>`cast(${account} as text)`;
  const time = sql<number>`cast(${created_at} as bigint)`;
  return statement(
    db.query
      .insertInto('events')
      .columns([...columns, 'account_id', 'created_at'])
      .expression(db.query.selectNoFrom([...values, owner.as('account_id'), time.as('created_at')]).where(condition)),
  );
}

/** The account of a workspace, read by the statement itself: an event costs no query of its own. */
const ownerOf = (db: Database, workspace: string | null) =>
  db.query
    .selectFrom('workspaces')
    .select('account_id')
    .where('id', '=', workspace ?? '');
