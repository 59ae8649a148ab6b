import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { lockDeletions } from '../../../storage/sql/lock-deletions.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ReadRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** A link of a chain: the seal of a range of events. */
export type Link = ReadRow<'event_seals'>;

/** Max links that one unit of work deletes. */
const maxRemoved = 1_000;

/** Reads accounts after one, with the last position of their log and the last sealed one; null without. */
export const accountsAfter = (db: Database, after: string, limit: number) => db.read(endsAfter(db, { after, limit }));

const endsAfter = prepared((db, { after, limit }: { after: string; limit: number }) =>
  withEnds(db).where('id', '>', after).orderBy('id').limit(limit),
);

/** Reads the last position of the log of an account and the last sealed one; no row if there is no such account. */
export const endsOf = (db: Database, account: string) => db.read(withEnds(db).where('id', '=', account));

const withEnds = (db: Database) =>
  db.query.selectFrom('accounts').select((of) => [
    'id',
    of
      .selectFrom('event_log')
      .select((log) => log.fn.max('event_log.position').as('position'))
      .whereRef('event_log.account_id', '=', 'accounts.id')
      .as('last'),
    of
      .selectFrom('event_seals')
      .select((seals) => seals.fn.max('event_seals.position').as('position'))
      .whereRef('event_seals.account_id', '=', 'accounts.id')
      .as('sealed'),
  ]);

/** A range of the log of an account: after a position, and before another one. */
interface Between {
  readonly account: string;
  readonly after: number;
  readonly before: number;
  readonly limit: number;
}

/** An event as a seal covers it. */
export interface SealedEvent {
  readonly position: number;
  readonly created_at: number;
  /**
   * Its chain: that of its workspace, or of its account. So a deleted workspace takes its chain along, and breaks no other
   * one.
   */
  readonly log: string;
  /** All its columns in one text, the same on both engines: the numbers, the lengths of the texts, and the texts. */
  readonly whole: string;
}

const texts = ['account_id', 'workspace_id', 'type', 'actor', 'data', 'changes', 'request_id', 'address', 'client'];
const lengths = texts.map((column) => sql`coalesce(cast(length(${sql.ref(column)}) as text), '-')`);
const whole = sql<string>`concat(position, ' ', created_at, ' ', ${sql.join(lengths, sql`, ' ', `)}, ' ',
  ${sql.join(texts.map((column) => sql.ref(column)))})`;

/** Reads events of all chains of an account, in the order of their positions. One text takes half of the time of nine. */
export const events = (db: Database, range: Between) => db.read(eventsBetween(db, { ...range }));

const eventsBetween = prepared(
  (db, { account, after, before, limit }: { account: string; after: number; before: number; limit: number }) =>
    db.query
      .selectFrom('event_log')
      .select((of) => [
        'position',
        'created_at',
        of.fn.coalesce('workspace_id', 'account_id').as('log'),
        whole.as('whole'),
      ])
      .where('account_id', '=', account)
      .where('position', '>', after)
      .where('position', '<', before)
      .orderBy('position')
      .limit(limit),
);

/** A chain of an account. */
export interface Chain {
  readonly account: string;
  readonly log: string;
}

/** Reads the newest link of a chain, or the newest one that ends before a position. */
export async function newest(
  db: Database,
  { account, log }: Chain,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Link | undefined> {
  const [link] = await db.read(newestOf(db, { account, log, before }));
  return link;
}

const newestOf = prepared((db, { account, log, before }: { account: string; log: string; before: number }) =>
  db.query
    .selectFrom('event_seals')
    .selectAll()
    .where('account_id', '=', account)
    .where('log', '=', log)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(1),
);

/** Reads links of a chain that end in a range, in their order. */
export const links = (db: Database, log: string, { account, after, before, limit }: Between) =>
  db.read(
    db.query
      .selectFrom('event_seals')
      .selectAll()
      .where('account_id', '=', account)
      .where('log', '=', log)
      .where('position', '>', after)
      .where('position', '<', before)
      .orderBy('position')
      .limit(limit),
  );

/** Finds the first chain of an account after another one, by its log; undefined after the last one. */
export async function chainAfter(db: Database, account: string, after: string): Promise<string | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('event_seals')
      .select((of) => of.fn.min('log').as('log'))
      .where('account_id', '=', account)
      .where('log', '>', after),
  );
  return row?.log ?? undefined;
}

/** True if a chain has a link with a hash. */
export async function hasLink(db: Database, { account, log }: Chain, hash: string): Promise<boolean> {
  const link = db.query.selectFrom('event_seals').select('position').where('hash', '=', hash).limit(1);
  return (await db.read(link.where('account_id', '=', account).where('log', '=', log))).length > 0;
}

/** Another process has sealed these events, or they were deleted. */
export class Overtaken extends Error {}

const overtaken = () => new Overtaken('The events were sealed or deleted meanwhile.');

/**
 * Returns the statements that add links to the chains of an account whose log was sealed up to a position. The unit
 * throws `Overtaken` if it was sealed further, or if the last event of a link is gone.
 */
export function append(db: Database, account: string, sealed: number, added: readonly Link[]): Statement[] {
  const known = db.query
    .selectFrom('event_seals')
    .select((of) => of.fn.max('position').as('position'))
    .where('account_id', '=', account);
  const unchanged = db.query
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .where(sql<boolean>`coalesce(${known}, 0) = ${long(sealed)}`);
  return [...lockDeletions(db, account), one(unchanged, overtaken), ...added.map((link) => insertion(db, link))];
}

const text = (value: string) => sql<string>`cast(${value} as text)`;
const long = (value: number) => sql<number>`cast(${value} as bigint)`;

function insertion(db: Database, link: Link): Statement {
  const values = {
    account_id: text(link.account_id),
    log: text(link.log),
    position: long(link.position),
    first_position: long(link.first_position),
    events: long(link.events),
    previous: text(link.previous),
    hash: text(link.hash),
    sealed_at: long(link.sealed_at),
  };
  const row = db.query
    .selectFrom('event_log')
    .select(Object.entries(values).map(([name, value]) => sql`${value}`.as(name)))
    .where('account_id', '=', link.account_id)
    .where('event_log.position', '=', link.position);
  return one(
    db.query
      .insertInto('event_seals')
      .columns(Object.keys(values) as (keyof typeof values)[])
      .expression(row as never),
    overtaken,
  );
}

/**
 * Finds links that the retention deletes: those before the newest one of their chain that ends before a position. That
 * one stays, as the anchor of those that follow.
 */
export const expired = (
  db: Database,
  accounts: readonly string[],
  { before, limit }: { readonly before: number; readonly limit: number },
) =>
  db.read(
    db.query
      .selectFrom('event_seals')
      .select(['account_id as account', 'position'])
      .where('account_id', 'in', accounts)
      .where('position', '<', before)
      .where((of) =>
        of.exists(
          of
            .selectFrom('event_seals as later')
            .select('later.position')
            .whereRef('later.account_id', '=', 'event_seals.account_id')
            .whereRef('later.log', '=', 'event_seals.log')
            .whereRef('later.position', '>', 'event_seals.position')
            .where('later.position', '<', before),
        ),
      )
      .limit(limit),
  );

/** Deletes links of an account. */
export const remove = (db: Database, account: string, positions: readonly number[]): Statement =>
  statement(db.query.deleteFrom('event_seals').where('account_id', '=', account).where('position', 'in', positions));

/** Returns the statements that delete the first links of a chain, or of all chains of an account. */
export function removeChain(db: Database, account: string, log: string | undefined): Statement[] {
  const links = db.query.selectFrom('event_seals').select('position').where('account_id', '=', account);
  const own = log === undefined ? links : links.where('log', '=', log);
  const doomed = own.orderBy('position').limit(maxRemoved);
  const removal = db.query.deleteFrom('event_seals').where('account_id', '=', account).where('position', 'in', doomed);
  // A process that still seals events that are gone ends first, and its link is deleted.
  return [...lockDeletions(db, account), statement(removal)];
}

/** True if an account, or one of its chains, has any link. */
export async function anyLink(db: Database, account: string, log: string | undefined): Promise<boolean> {
  const link = db.query.selectFrom('event_seals').select('position').where('account_id', '=', account).limit(1);
  return (await db.read(log === undefined ? link : link.where('log', '=', log))).length > 0;
}

/** True if a workspace exists and isn't being deleted. */
export async function isThere(db: Database, workspace: string): Promise<boolean> {
  const found = db.query.selectFrom('workspaces').select('id').where('id', '=', workspace);
  return (await db.read(found.where('deleted_at', 'is', null))).length > 0;
}
