import { type Expression, type RawBuilder, sql } from 'kysely';
import { perMs } from '../../events/event-id.ts';
import type { StoredChanges } from '../../storage/changes/stored-changes.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { allOf, type Condition, type Statement, statement } from '../../storage/unit.ts';

/** An event to write; if it names no account, its account is that of its workspace. */
interface NewEvent {
  readonly account: string | undefined;
  readonly workspace: string | null;
  readonly type: string;
  readonly actor: string;
  readonly data: string;
  /** The values of its changes. */
  readonly values: StoredChanges['values'];
  readonly request: string | null;
  readonly address: string | null;
  readonly client: string | null;
  readonly now: number;
}

/** The parts of its statement that come from elsewhere: the changes that it shows, and whether it is written. */
interface Appending {
  readonly changes: StoredChanges;
  readonly when?: Condition | undefined;
  readonly onCommitted?: (() => void) | undefined;
}

/** Adds an event to those that arrive: see `settle.ts`. */
export function append(db: Database, event: NewEvent, { changes, when, onCommitted }: Appending): Statement {
  const query = when === undefined ? insert(db, event, changes) : insertion(db, event, { changes, when });
  return statement(query, { onCommitted });
}

/** Changes that are known before the event is written: as JSON, or null for none. */
export const knownChanges = (json: string | null): StoredChanges => ({
  name: '',
  values: [json],
  build: (_db, [value]) => text(value as string | null),
});

type Inserted = { readonly [Name in keyof NewEvent]: NewEvent[Name] };

const insert = prepared((db, event: Inserted, changes: StoredChanges) => insertion(db, event, { changes }));

function insertion(db: Database, event: NewEvent, { changes, when }: Appending) {
  const account = event.account === undefined ? ownerOf(db, event.workspace) : text(event.account);
  const columns = {
    account_id: account,
    workspace_id: text(event.workspace),
    type: text(event.type),
    actor: text(event.actor),
    data: text(event.data),
    changes: changes.build(db, event.values),
    request_id: text(event.request),
    address: text(event.address),
    client: text(event.client),
    created_at: long(event.now),
  };
  const into = db.query.insertInto('events');
  // An event that reads its changes comes before them. If the workspace is gone, the change is what must fail.
  const reads = changes.name !== '' && event.account === undefined;
  const isOwned = reads ? sql<boolean>`${account} is not null` : undefined;
  const conditions = [when, isOwned].filter((condition) => condition !== undefined);
  // SQLite keeps the rows of a query that reads its own table apart first, at several times the cost of values.
  if (conditions.length === 0) return into.values(columns as never);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const row = db.query.selectNoFrom(Object.entries(columns).map(([name, value]) => sql`${value}`.as(name)));
  return into.columns(names as never).expression(row.where(allOf(...conditions)));
}

const text = (value: string | null) => sql<string>`cast(${value} as text)`;
const long = (value: number) => sql<number>`cast(${value} as bigint)`;

/** The account of a workspace, read by the statement itself: an event costs no query of its own. */
const ownerOf = (db: Database, workspace: string | null): Expression<string | null> =>
  sql`${db.query
    .selectFrom('workspaces')
    .select('account_id')
    .where('id', '=', workspace ?? '')}`;

/** Max events that one unit moves: other writers of the embedded database wait for it. */
export const portionOf = ({ engine }: Database): number => (engine === 'sqlite' ? portion.rows : 1_000);

/** The advisory lock of the one process that moves events, as `hashtext` would be: any number that nothing else uses. */
const lock = 7_465_018_455;

/** True if an event waits for its position. */
export const any = async (db: Database): Promise<boolean> =>
  (await db.read(db.query.selectFrom('events').select(sql`1`.as('one')).limit(1))).length > 0;

/** Returns the statements that move the first events that wait into the log. */
export function moving(db: Database, time: number) {
  const first = sql`select seq from events order by seq limit ${sql.lit(portionOf(db))}`;
  const deletion = sql`delete from events where seq in (${first})`;
  if (db.engine === 'postgres') {
    // One statement: what is committed between two with an earlier number would be deleted without being moved.
    return {
      lock: statement(sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.compile(db.query)),
      moved: statement(insertionOf(db, sql`${deletion} returning *`, time)),
    };
  }
  return {
    moved: statement(insertionOf(db, sql`select * from events where seq in (${first})`, time)),
    taken: statement(deletion.compile(db.query)),
  };
}

/** Inserts events into the log, after the last event of their account and neither before the present nor their time. */
function insertionOf(db: Database, taken: RawBuilder<unknown>, time: number) {
  const latest = sql.raw(db.engine === 'sqlite' ? 'max' : 'greatest');
  return sql`
  with taken as (
    ${taken}
  ), logs as (
    select account_id, newest,
      coalesce((select max(position) from event_log where event_log.account_id = accounts.account_id), 0) as last
    from (select account_id, max(created_at) as newest from taken group by account_id) as accounts
  )
  insert into event_log (account_id, position, workspace_id, type, actor, data, changes, request_id, address, client,
    created_at)
  select taken.account_id,
    ${latest}(logs.last + 1, cast(${time} as bigint) * ${sql.lit(perMs)}, logs.newest * ${sql.lit(perMs)})
      + row_number() over (partition by taken.account_id order by taken.seq) - 1,
    workspace_id, type, actor, data, changes, request_id, address, client, created_at
  from taken join logs on logs.account_id = taken.account_id`.compile(db.query);
}
