import { type ExpressionBuilder, sql } from 'kysely';
import type { Permission } from '../../access/scopes.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { lockRows } from '../../storage/sql/lock-rows.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { ApiKeyRow, Tables } from '../../storage/tables.ts';
import { type Condition, one, type Statement, statement } from '../../storage/unit.ts';
import type { ApiKey } from './schema.ts';

/** The keys that a principal may see and manage: those of any of the three kinds. */
export interface KeyReach {
  /** Keys that are bound to one of these workspaces. */
  readonly workspaces: readonly string[];
  /** Keys for the whole of this account. */
  readonly account: string | undefined;
  /** Keys of this person. */
  readonly user: string | undefined;
}

/** A key's row with what else the response contains. */
export type ShownRow = ApiKeyRow & {
  readonly user_name: string;
  readonly user_email: string;
  readonly user_status: string;
  /** 1 if the user is a member of the workspaces that the key reaches, else 0. */
  readonly belongs: number;
  readonly replaced_by: string | null;
};

/** Converts a row into a key as the API returns it. */
export function toApiKey(row: ShownRow, now: number): ApiKey {
  const status = statusOf(row, now);
  return {
    _id: row.id,
    name: row.name,
    prefix: 'parley_',
    lastFour: row.last_four,
    scopes: JSON.parse(row.scopes) as ApiKey['scopes'],
    environment: row.environment as ApiKey['environment'],
    workspace: row.workspace_id,
    status,
    inactiveReason: status !== 'inactive' ? null : row.user_status === 'suspended' ? 'suspended' : 'removed',
    user: { _id: row.user_id, name: row.user_name, email: row.user_email },
    rotatedFrom: row.rotated_from,
    replacedBy: row.replaced_by,
    validUntil: row.replaced_by === null ? null : iso(row.revoked_at ?? row.expires_at),
    createdAt: new Date(Number(row.created_at)).toISOString(),
    expiresAt: iso(row.expires_at),
    lastUsedAt: iso(row.last_used_at),
    revokedAt: iso(row.revoked_at),
  };
}

const iso = (time: number | null) => (time === null ? null : new Date(Number(time)).toISOString());

function statusOf({ revoked_at, expires_at, user_status, belongs }: ShownRow, now: number): ApiKey['status'] {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Number(expires_at) <= now) return 'expired';
  return user_status === 'active' && Number(belongs) === 1 ? 'active' : 'inactive';
}

/** A condition: the user of a key is a member of the workspaces that it reaches. Reads `members` and `workspaces`. */
export const belongs = (of: ExpressionBuilder<Tables, 'api_keys'>) =>
  of.exists(
    of
      .selectFrom('members')
      .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
      .select('members.user_id')
      .whereRef('members.user_id', '=', 'api_keys.user_id')
      .whereRef('workspaces.account_id', '=', 'api_keys.account_id')
      .where((within) =>
        within.or([
          within('api_keys.workspace_id', 'is', null),
          within('members.workspace_id', '=', within.ref('api_keys.workspace_id')),
        ]),
      ),
  );

/** Keys as the API shows them: joined with the user, whose name and email the response contains. */
export const shownKeys = (db: Database) =>
  db.query
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select(['users.name as user_name', 'users.email as user_email', 'users.status as user_status'])
    .select((of) => [
      of.case().when(belongs(of)).then(1).else(0).end().as('belongs'),
      // The latest, because a key can be rotated again once its successor is revoked.
      of
        .selectFrom('api_keys as successors')
        .select('successors.id')
        .whereRef('successors.rotated_from', '=', 'api_keys.id')
        .orderBy('successors.created_at', 'desc')
        .orderBy('successors.id', 'desc')
        .limit(1)
        .as('replaced_by'),
    ]);

/** A condition: a key is within reach. A bound key must be of the account of its workspace. */
export const isWithin =
  ({ workspaces, account, user }: KeyReach) =>
  (of: ExpressionBuilder<Tables, 'api_keys'>) => {
    const accounts = of.selectFrom('workspaces').select('account_id').where('id', 'in', workspaces);
    return of.or([
      ...(workspaces.length === 0
        ? []
        : [of.and([of('api_keys.account_id', 'in', accounts), of('api_keys.workspace_id', 'in', workspaces)])]),
      ...(account === undefined
        ? []
        : [of.and([of('api_keys.account_id', '=', account), of('api_keys.workspace_id', 'is', null)])]),
      ...(user === undefined ? [] : [of('api_keys.user_id', '=', user)]),
    ]);
  };

/** Finds a key within reach. */
export async function find(db: Database, reach: KeyReach, { id, now }: { id: string; now: number }) {
  const [row] = await db.read(shownKeys(db).where('api_keys.id', '=', id).where(isWithin(reach)));
  return row === undefined ? undefined : { row: row as ApiKeyRow, key: toApiKey(row, now) };
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

/** Scopes that replace the ones a key has, which are `before` as JSON. */
interface FewerScopes {
  readonly id: string;
  readonly before: string;
  readonly scopes: readonly Permission[];
}

/** Sets the scopes of a key, and tells every process; throws `orElse` if they have changed. */
export const narrow = (
  db: Database,
  account: string,
  { id, before, scopes }: FewerScopes,
  orElse: () => Error,
): Statement[] => [
  one(
    db.query
      .updateTable('api_keys')
      .set({ scopes: JSON.stringify(scopes) })
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('scopes', '=', before),
    orElse,
  ),
  bumpAuthority(db),
];

/** The key to replace, and when it ends: `until` is `now` if it is revoked at once. */
interface Replacement {
  readonly id: string;
  /** The scopes as JSON, as the successor gets them. */
  readonly scopes: string;
  readonly now: number;
  readonly until: number;
  /** Thrown if the key has ended, has an active successor, or has other scopes. */
  readonly orElse: () => Error;
}

/**
 * Ends a key for a successor, which the same unit of work must insert after this; its lifetime is never extended.
 * The row is locked first: of two concurrent rotations, the second must see the successor of the first.
 */
export const makeWay = (
  db: Database,
  account: string,
  { id, scopes, now, until, orElse }: Replacement,
): Statement[] => {
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
    .where('scopes', '=', scopes)
    .where('revoked_at', 'is', null)
    .where((of) => lives(of, now))
    .where((of) => of.not(of.exists(live.where('account_id', '=', account))));
  const itself = () => db.query.selectFrom('api_keys').select('id').where('id', '=', id);
  return [...lockRows(db, itself), one(ending, orElse), bumpAuthority(db)];
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
