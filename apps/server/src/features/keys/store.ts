import { type ExpressionBuilder, sql } from 'kysely';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { lowerLatin } from '../../storage/sql/contains.ts';
import { held } from '../../storage/sql/held.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { readSorted } from '../../storage/sql/sorted.ts';
import type { ApiKeyRow, Tables } from '../../storage/tables.ts';
import { type Condition, one, type Statement, statement } from '../../storage/unit.ts';
import type { ApiKey, ApiKeyQuery } from './schema.ts';

/** The keys that a principal may manage. */
export interface KeyReach {
  /** Keys that are bound to one of these workspaces. */
  readonly workspaces: readonly string[];
  /** Keys for the whole of this account. */
  readonly account: string | undefined;
}

/** A key's row with its user's name and email. */
type JoinedRow = ApiKeyRow & { user_name: string; user_email: string };

/** Converts a row into a key as the API returns it. */
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

/** Joined with the user, which the response contains. A bound key must be of the account of its workspace. */
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

/** Finds a key within reach. */
export async function find(db: Database, reach: KeyReach, { id, now }: { id: string; now: number }) {
  const [row] = await db.read(joined(db, reach).where('api_keys.id', '=', id));
  return row === undefined ? undefined : { row: row as ApiKeyRow, key: toApiKey(row, now) };
}

/** The filters of a list, and the time by which a key is active or expired. */
export interface KeyFilters {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly workspace?: string | undefined;
  readonly environment?: string | undefined;
  readonly status?: string | undefined;
}

/** The keys of a list. */
interface KeysWanted {
  readonly reach: KeyReach;
  readonly filters: KeyFilters;
}

function filtered(db: Database, reach: KeyReach, { workspace, environment, status, now }: KeyFilters) {
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

const sorts = {
  id: 'api_keys.id',
  // A key that was never used comes before all that were.
  integers: { createdAt: 'api_keys.created_at', lastUsedAt: () => sql<number>`coalesce(api_keys.last_used_at, 0)` },
  texts: { name: (db: Database) => lowerLatin(db, sql.ref<string>('api_keys.name')) },
} as const;

/** Reads a page of keys as JSON text; counts them in another place. */
export const list = (
  db: Database,
  { reach, filters }: KeysWanted,
  { query, countIn }: { readonly query: ApiKeyQuery; readonly countIn: Database },
): Promise<string> =>
  readSorted(db, filtered(db, reach, filters), {
    ...{ query, sorts, countIn },
    toJson: (row: JoinedRow) => toApiKey(row, filters.now),
  });

/** Max keys that the command line lists. */
const maxListed = 10_000;

/** Reads keys of every account, newest first. For the operator only. */
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

/** Inserts a key; throws `onMissing` if its workspace is deleted. */
export const insert = (db: Database, row: ApiKeyRow, onMissing?: () => Error): Statement => {
  const { workspace_id: workspace } = row;
  const values = workspace === null ? row : { ...row, workspace_id: liveWorkspace(workspace) };
  return statement(db.query.insertInto('api_keys').values(values), onMissing === undefined ? {} : { onMissing });
};

/** Renames a key. */
export const rename = (
  db: Database,
  account: string,
  { id, name }: Pick<ApiKeyRow, 'id' | 'name'>,
  orElse: () => Error,
) => one(db.query.updateTable('api_keys').set({ name }).where('id', '=', id).where('account_id', '=', account), orElse);

/** The key to replace, and when it ends: `until` is `now` if it is revoked at once. */
interface Replacement {
  readonly id: string;
  readonly now: number;
  readonly until: number;
  /** Thrown if the key has ended or has an active successor. */
  readonly orElse: () => Error;
}

/**
 * Ends a key for a successor, which the same unit of work must insert after this; its lifetime is never extended.
 * The row is locked first: of two concurrent rotations, the second must see the successor of the first.
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
  const itself = () => db.query.selectFrom('api_keys').select('id').where('id', '=', id);
  return [...held(db, itself), one(ending, orElse), bumpAuthority(db)];
};

/** A condition for statements before `revoke`: the key is not revoked yet. */
export const isUnrevoked = (db: Database, id: string): Condition =>
  sql<boolean>`exists ${db.query.selectFrom('api_keys').select('id').where('id', '=', id).where('revoked_at', 'is', null)}`;

/** Revokes a key unless it is revoked already, and tells every process. */
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

/** Joined with user and account: authentication is one query. */
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

/** Finds a key by the digest of its secret, with its user and its account's plan. For authentication only. */
export async function findByDigest(db: Database, digest: string) {
  const [row] = await db.read(byDigest(db, { digest }));
  return row;
}

/** Writes the last uses of keys; a time never moves back. */
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
