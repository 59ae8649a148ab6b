import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains } from '../../storage/sql/contains.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** The events that a reader wants, in the log of one account. */
export interface Wanted {
  readonly account: string;
  /** Only these workspaces, and events of the whole account if it is `own`; all without. */
  readonly within?: { readonly workspaces: readonly string[]; readonly own: boolean } | undefined;
  readonly types?: readonly string[] | undefined;
  /** Only events about one of these agents. */
  readonly agents?: readonly string[] | undefined;
  /** Only events of this actor: the ID of a person, key, visitor or channel, or `system` or `operator`. */
  readonly actor?: string | undefined;
  /** Only events at this time or later, and before that one, in ms since 1970. */
  readonly since?: number | undefined;
  readonly before?: number | undefined;
}

/** Positions of the events to read: after one, through another one, the first or the last ones first. */
export interface Range {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

type Order = 'asc' | 'desc';

/** Reads the wanted events of a range, in the order of their positions or the other way. */
export const read = (db: Database, wanted: Wanted, range: Range, order: Order = 'asc') =>
  db.read(
    readWanted(
      db,
      {
        ...range,
        account: wanted.account,
        workspaces: wanted.within?.workspaces,
        types: wanted.types,
        agents: wanted.agents?.map((id) => `"agent":${JSON.stringify(id)}`),
        actor: wanted.actor === undefined ? undefined : JSON.stringify(wanted.actor),
        since: wanted.since,
        before: wanted.before,
      },
      `${order} ${wanted.within?.own === true ? 'own' : ''}`,
    ),
  );

interface Reading extends Range {
  readonly account: string;
  readonly workspaces: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
  readonly agents: readonly string[] | undefined;
  readonly actor: string | undefined;
  readonly since: number | undefined;
  readonly before: number | undefined;
}

const readWanted = prepared((db, args: { readonly [Name in keyof Reading]: Reading[Name] }, variant: string) => {
  const { workspaces, types, agents, actor, since, before } = args;
  const [order, own] = variant.split(' ');
  return db.query
    .selectFrom('event_log')
    .selectAll()
    .where('account_id', '=', args.account)
    .where('position', '>', args.after)
    .where('position', '<=', args.through)
    .where((of) =>
      of.and(
        [
          workspaces !== undefined &&
            of.or([
              ...(workspaces.length === 0 ? [] : [of('workspace_id', 'in', workspaces)]),
              ...(own === 'own' ? [of('workspace_id', 'is', null)] : []),
            ]),
          types !== undefined && (types.length === 0 ? sql<boolean>`1 = 0` : of('type', 'in', types)),
          agents !== undefined && of.or(agents.map((agent) => contains(db, of.ref('data'), agent))),
          actor !== undefined && contains(db, of.ref('actor'), actor),
          since !== undefined && of('created_at', '>=', since),
          before !== undefined && of('created_at', '<', before),
        ].filter((condition) => condition !== false),
      ),
    )
    .orderBy('position', order === 'desc' ? 'desc' : 'asc')
    .limit(args.limit);
});

/** Reads the events of an account at some positions. */
export const at = (db: Database, account: string, positions: readonly number[]) =>
  db.read(
    db.query.selectFrom('event_log').selectAll().where('account_id', '=', account).where('position', 'in', positions),
  );

/** A number of events of an account in a direction from a position. */
export interface Window {
  readonly account: string;
  readonly from: number;
  readonly size: number;
  readonly order: Order;
}

/** Finds the position of the `size`-th event of a window; undefined if there are fewer. */
export async function windowEnd(db: Database, { account, from, size, order }: Window): Promise<number | undefined> {
  const [row] = await db.read(endOfWindow(db, { account, from, offset: size - 1 }, order));
  return row && Number(row.position);
}

const endOfWindow = prepared((db, args: { account: string; from: number; offset: number }, order: Order) =>
  db.query
    .selectFrom('event_log')
    .select('position')
    .where('account_id', '=', args.account)
    .where('position', order === 'asc' ? '>' : '<', args.from)
    .orderBy('position', order)
    .limit(1)
    .offset(args.offset),
);

/** Reads the first and the last position in the log of an account; 0 if it is empty. */
export async function ends(db: Database, account: string): Promise<{ readonly first: number; readonly last: number }> {
  const [row] = await db.read(endsOf(db, { account }));
  return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
}

const endsOf = prepared((db, { account }: { account: string }) => {
  const end = (name: 'min' | 'max') =>
    db.query
      .selectFrom('event_log')
      .select((of) => of.fn[name]('position').as('position'))
      .where('account_id', '=', account);
  return db.query.selectNoFrom([end('min').as('first'), end('max').as('last')]);
});

/** Names of the actors of events: people by their IDs, keys by theirs. */
export interface ActorNames {
  readonly people: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, { readonly name: string; readonly hint: string }>;
}

/** Reads the names of people and keys that still exist. */
export async function namesOf(
  db: Database,
  { people, keys }: { readonly people: readonly string[]; readonly keys: readonly string[] },
): Promise<ActorNames> {
  const [persons, programs] = await Promise.all([
    people.length === 0 ? [] : db.read(peopleByIds(db, { ids: people })),
    keys.length === 0 ? [] : db.read(keysByIds(db, { ids: keys })),
  ]);
  return {
    people: new Map(persons.map(({ id, name, email }) => [id, name === '' ? email : name])),
    keys: new Map(programs.map(({ id, name, last_four }) => [id, { name, hint: `…${last_four}` }])),
  };
}

const peopleByIds = prepared((db, { ids }: { ids: readonly string[] }) =>
  db.query.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids),
);
const keysByIds = prepared((db, { ids }: { ids: readonly string[] }) =>
  db.query.selectFrom('api_keys').select(['id', 'name', 'last_four']).where('id', 'in', ids),
);

/** Finds the account of a workspace, even of one that is being deleted. */
export async function accountOf(db: Database, workspace: string): Promise<string | undefined> {
  const [row] = await db.read(accountById(db, { workspace }));
  return row?.account_id;
}

const accountById = prepared((db, { workspace }: { workspace: string }) =>
  db.query.selectFrom('workspaces').select('account_id').where('id', '=', workspace),
);

/** Reads accounts after one, in the order of their IDs. */
export const accountsAfter = (db: Database, after: string, limit: number) =>
  db.read(db.query.selectFrom('accounts').select('id').where('id', '>', after).orderBy('id').limit(limit));

/** Reads the workspaces of events of an account after a position. */
export const ownersAfter = (db: Database, account: string, { after, limit }: { after: number; limit: number }) =>
  db.read(
    db.query
      .selectFrom('event_log')
      .select(['position', 'workspace_id as workspace', 'created_at as createdAt'])
      .where('account_id', '=', account)
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit),
  );

/** Finds the first expired events of some accounts: those with a position before one. */
export async function expired(
  db: Database,
  accounts: readonly string[],
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<{ readonly account: string; readonly positions: number[] }[]> {
  const rows = await db.read(
    db.query
      .selectFrom('event_log')
      .select(['account_id as account', 'position'])
      .where('account_id', 'in', accounts)
      .where('position', '<', before)
      .orderBy('account_id')
      .orderBy('position')
      .limit(limit),
  );
  const found = new Map<string, number[]>();
  for (const { account, position } of rows) {
    const positions = found.get(account) ?? [];
    positions.push(Number(position));
    found.set(account, positions);
  }
  return [...found].map(([account, positions]) => ({ account, positions }));
}

/** Deletes events of an account. */
export const remove = (db: Database, account: string, positions: readonly number[]): Statement =>
  statement(db.query.deleteFrom('event_log').where('account_id', '=', account).where('position', 'in', positions));
