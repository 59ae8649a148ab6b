import type { Database } from '../../storage/database.ts';
import type { ApiKeyRow } from '../../storage/tables.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** Finds a key of any account. For the operator only. */
export async function findAnywhere(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('api_keys').selectAll().where('id', '=', id));
  return row;
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
