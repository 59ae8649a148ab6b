import type { Database } from '../../../storage/database.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import type { ApiKeyRow } from '../../../storage/tables.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import type { ApiKey } from '../schema.ts';
import { shownKeys, toApiKey } from '../store.ts';

/** Finds a key of any account. For the operator only. */
export async function findAnywhere(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('api_keys').selectAll().where('id', '=', id));
  return row;
}

/** Max keys that the command line lists. */
const maxListed = 10_000;

/** Reads keys of every account, newest first; with an email, those of that person. */
export async function listAll(
  db: Database,
  { email, now }: { email?: string | undefined; now: number },
): Promise<ApiKey[]> {
  const query = shownKeys(db).orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').limit(maxListed);
  const rows = await db.read(email === undefined ? query : query.where('users.email', '=', email.toLowerCase()));
  return rows.map((row) => toApiKey(row, now));
}

/** The keys of a person that are not revoked, in every account. */
export const unrevokedOf = (db: Database, user: string) =>
  db.read(
    db.query
      .selectFrom('api_keys')
      .select(['id', 'account_id', 'workspace_id'])
      .where('user_id', '=', user)
      .where('revoked_at', 'is', null),
  );

/** Owner of the keys to delete: an account, a person, or the workspace that they are bound to. */
export type KeysOf = 'account_id' | 'user_id' | 'workspace_id';

/** Counts the keys of an owner that are not revoked. */
export const countUnrevoked = (db: Database, of: KeysOf, owner: string): Promise<number> =>
  countOfQuery(db, db.query.selectFrom('api_keys').where(of, '=', owner).where('revoked_at', 'is', null));

/** Reads some keys of an owner. */
export const someOf = (db: Database, { of, owner, limit }: { of: KeysOf; owner: string; limit: number }) =>
  db.read(db.query.selectFrom('api_keys').select('id').where(of, '=', owner).limit(limit));

/** Deletes keys. */
export const removeAll = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('api_keys').where('id', 'in', ids));

/** Revokes every key that is bound to a workspace. The caller bumps the authority epoch. */
export const revokeBound = (db: Database, workspace: string, time: number): Statement =>
  statement(
    db.query
      .updateTable('api_keys')
      .set({ revoked_at: time })
      .where('workspace_id', '=', workspace)
      .where('revoked_at', 'is', null),
  );

/** Revokes every key of a person; throws `changed` unless they are this many. The caller bumps the authority epoch. */
export const revokeAll = (
  db: Database,
  user: string,
  { count: rows, time, changed }: { count: number; time: number; changed: () => Error },
): Statement =>
  statement(
    db.query
      .updateTable('api_keys')
      .set({ revoked_at: time })
      .where('user_id', '=', user)
      .where('revoked_at', 'is', null),
    { rows, orElse: changed },
  );
