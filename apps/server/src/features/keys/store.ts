import { type ExpressionBuilder, sql } from 'kysely';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { held } from '../../storage/sql/held.ts';
import type { Position, Row } from '../../storage/sql/page.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { ApiKeyRow, Tables } from '../../storage/tables.ts';
import { type Condition, one, type Statement, statement } from '../../storage/unit.ts';
import type { ApiKey } from './schema.ts';

/** The keys that somebody may manage. */
export interface KeyReach {
  /** Those that were made for one of these workspaces. */
  readonly workspaces: readonly string[];
  /** Those that were made for the whole of this account. */
  readonly account: string | undefined;
}

/** A key's row with its user. */
type JoinedRow = ApiKeyRow & { user_name: string; user_email: string };

/** Turns a row into the key as the API shows it. */
function toApiKey(row: JoinedRow, now: number): ApiKey {
  const iso = (time: number | null) => (time === null ? null : new Date(Number(time)).toISOString());
  return {
    _id: row.id,
    name: row.name,
    prefix: 'parley_',
    lastFour: row.last_four,
    scopes: JSON.parse(row.scopes) as ApiKey['scopes'],
    environment: row.environment as ApiKey['environment'],
    workspace: row.workspace_id,
    status: statusOf(row, now),
    user: { _id: row.user_id, name: row.user_name, email: row.user_email },
    rotatedFrom: row.rotated_from,
    createdAt: new Date(Number(row.created_at)).toISOString(),
    expiresAt: iso(row.expires_at),
    lastUsedAt: iso(row.last_used_at),
    revokedAt: iso(row.revoked_at),
  };
}

function statusOf(row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>, now: number): ApiKey['status'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active';
}

const joined = (db: Database, { workspaces, account }: KeyReach) =>
  db.query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select(['users.name as user_name', 'users.email as user_email'])
    .where((of) => {
      const accounts = of.selectFrom('workspaces').select('account_id').where('id', 'in', workspaces);
      const bound = of.and([of('api_keys.account_id', 'in', accounts), of('api_keys.workspace_id', 'in', workspaces)]);
      if (account === undefined) return bound;
      return of.or([bound, of.and([of('api_keys.account_id', '=', account), of('api_keys.workspace_id', 'is', null)])]);
    });

/** Finds a key that may be managed. */
export async function find(db: Database, reach: KeyReach, { id, now }: { id: string; now: number }) {
  const [row] = await db.read(joined(db, reach).where('api_keys.id', '=', id));
  return row === undefined ? undefined : { row: row as ApiKeyRow, key: toApiKey(row, now) };
}

/** The filters of a list and where its page begins. */
export interface ListArguments {
  readonly limit: number;
  readonly now: number;
  readonly after: Position | undefined;
  readonly workspace?: string | undefined;
  readonly environment?: string | undefined;
  readonly status?: string | undefined;
}

function filtered(db: Database, reach: KeyReach, { workspace, environment, status, now }: ListArguments) {
  let query = joined(db, reach);
  if (workspace !== undefined) query = query.where('api_keys.workspace_id', '=', workspace);
  if (environment !== undefined) query = query.where('environment', '=', environment);
  if (status === 'revoked') query = query.where('revoked_at', 'is not', null);
  else if (status !== undefined) {
    query = query.where('revoked_at', 'is', null);
    query =
      status === 'expired'
        ? query.where('api_keys.expires_at', '<=', now)
        : query.where((of) => of.or([of('api_keys.expires_at', 'is', null), of('api_keys.expires_at', '>', now)]));
  }
  return query;
}

/** Reads one row more than a page holds, the newest first. */
export async function list(db: Database, reach: KeyReach, options: ListArguments): Promise<Row[]> {
  const { limit, after, now } = options;
  let query = filtered(db, reach, options);
  if (after !== undefined) {
    query = query.where((of) =>
      of(of.refTuple('api_keys.created_at', 'api_keys.id'), '<', of.tuple(Number(after.key), after.id)),
    );
  }
  const rows = await db.read(
    query
      .orderBy('api_keys.created_at', 'desc')
      .orderBy('api_keys.id', 'desc')
      .limit(limit + 1),
  );
  return rows.map((row) => ({ json: JSON.stringify(toApiKey(row, now)), key: Number(row.created_at), id: row.id }));
}

/** Counts what the filters match. */
export async function count(db: Database, reach: KeyReach, options: ListArguments): Promise<number> {
  const query = filtered(db, reach, options).clearSelect().select(sql<number>`count(*)`.as('total'));
  const [row] = await db.read(query);
  return Number(row?.total ?? 0);
}

/** The most keys that the command line lists. */
const maxListed = 10_000;

/** Reads keys of every account, the newest first. For the operator only. */
export async function listAll(
  db: Database,
  { email, now }: { email?: string | undefined; now: number },
): Promise<ApiKey[]> {
  const query = db.query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select(['users.name as user_name', 'users.email as user_email'])
    .orderBy('api_keys.created_at', 'desc')
    .limit(maxListed);
  const rows = await db.read(email === undefined ? query : query.where('users.email', '=', email.toLowerCase()));
  return rows.map((row) => toApiKey(row, now));
}

/** Finds a key of any account. For the operator only. */
export async function findAnywhere(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('api_keys').selectAll().where('id', '=', id));
  return row;
}

/** Inserts a key. */
export const insert = (db: Database, row: ApiKeyRow): Statement =>
  statement(db.query.insertInto('api_keys').values(row));

/** Renames a key. */
export const rename = (
  db: Database,
  account: string,
  { id, name }: Pick<ApiKeyRow, 'id' | 'name'>,
  orElse: () => Error,
) => one(db.query.updateTable('api_keys').set({ name }).where('id', '=', id).where('account_id', '=', account), orElse);

/** Which key makes way for its successor, and when it ends: `until` is `now` where it is revoked at once. */
interface Replacement {
  readonly id: string;
  readonly now: number;
  readonly until: number;
  /** Thrown where the key has ended, or has a successor that lives. */
  readonly orElse: () => Error;
}

/**
 * Lets a key end for a successor, which the same unit of work makes after this; it never lives longer for it.
 * The key is held first: of two who replace it at the same moment, the second must see the successor of the first.
 */
export const makeWay = (db: Database, account: string, { id, now, until, orElse }: Replacement): Statement[] => {
  const lives = (of: ExpressionBuilder<Tables, 'api_keys'>, after: number) =>
    of.or([of('expires_at', 'is', null), of('expires_at', '>', after)]);
  const successors = db.query.selectFrom('api_keys').select('id').where('rotated_from', '=', id);
  const live = successors.where('revoked_at', 'is', null).where((of) => lives(of, now));
  const ending = db.query
    .updateTable('api_keys')
    .set((of) =>
      until <= now
        ? { revoked_at: now }
        : { expires_at: of.case().when(lives(of, until)).then(until).else(of.ref('expires_at')).end() },
    )
    .where('id', '=', id)
    .where('account_id', '=', account)
    .where('revoked_at', 'is', null)
    .where((of) => lives(of, now))
    .where((of) => of.not(of.exists(live.where('account_id', '=', account))));
  const itself = db.query.selectFrom('api_keys').select('id').where('id', '=', id);
  return [...held(db, itself), one(ending, orElse), bumpAuthority(db)];
};

/** A condition on a key as it is before it is revoked: it isn't yet. */
export const isUnrevoked = (db: Database, id: string): Condition =>
  sql<boolean>`exists ${db.query.selectFrom('api_keys').select('id').where('id', '=', id).where('revoked_at', 'is', null)}`;

/** Revokes a key that isn't revoked yet, and tells every process. */
export const revoke = (db: Database, account: string, { id, time }: { id: string; time: number }): Statement[] => [
  statement(
    db.query
      .updateTable('api_keys')
      .set({ revoked_at: time })
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('revoked_at', 'is', null),
  ),
  bumpAuthority(db),
];

const byDigest = prepared((db, args: { digest: string }) =>
  db.query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['users.email as user_email', 'users.status as user_status'])
    .select(['users.account_id as user_account_id', 'accounts.plan'])
    .where('digest', '=', args.digest),
);

/** Finds a key by the digest of its secret: with its user and its account's plan. For authentication only. */
export async function findByDigest(db: Database, digest: string) {
  const [row] = await db.read(byDigest(db, { digest }));
  return row;
}

/** Notes when keys were last used; never moves backwards. */
export const noteUses = (db: Database, uses: ReadonlyMap<string, number>): Statement[] =>
  [...uses].map(([id, time]) =>
    statement(
      db.query
        .updateTable('api_keys')
        .set({ last_used_at: time })
        .where('id', '=', id)
        .where((of) => of.or([of('last_used_at', 'is', null), of('last_used_at', '<', time)])),
    ),
  );
