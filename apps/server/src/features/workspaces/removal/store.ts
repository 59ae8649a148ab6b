import { sql } from 'kysely';
import type { Counts } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { holdRow, lockRows } from '../../../storage/sql/lock-rows.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** Counts the members and invitations of a workspace. */
export async function countPeople(db: Database, workspace: string): Promise<Pick<Counts, 'members' | 'invitations'>> {
  const members = db.query.selectFrom('members').where('workspace_id', '=', workspace);
  const invitations = db.query.selectFrom('invitations').where('workspace_id', '=', workspace);
  return { members: await countOfQuery(db, members), invitations: await countOfQuery(db, invitations) };
}

/** The workspace to delete as it was read, and who deletes it. */
export interface Doomed {
  readonly name: string;
  readonly owner: string;
  readonly now: number;
  /** If it is deleted already. */
  readonly missing: () => Error;
  /** If it has another name, or the person is no longer its owner. */
  readonly changed: () => Error;
}

const live = (db: Database, id: string) =>
  db.query.selectFrom('workspaces').select('id').where('id', '=', id).where('deleted_at', 'is', null);

/**
 * Hides a workspace: it has no members any more, so no caller reaches it, and its name is free. The lock makes the
 * creation of objects in it wait, which then finds no workspace. The caller bumps the authority epoch.
 */
export const hide = (db: Database, id: string, { name, owner, now, missing, changed }: Doomed): Statement[] => [
  ...holdRow(db, 'workspaces', { id }),
  one(live(db, id), missing),
  one(
    db.query
      .selectFrom('members')
      .select('user_id')
      .where('workspace_id', '=', id)
      .where('user_id', '=', owner)
      .where('role', '=', 'owner'),
    changed,
  ),
  one(
    db.query
      .updateTable('workspaces')
      .set({ deleted_at: now, updated_at: now, name: '', name_folded: id })
      .where('id', '=', id)
      .where('name', '=', name),
    changed,
  ),
  statement(db.query.deleteFrom('members').where('workspace_id', '=', id)),
  statement(db.query.deleteFrom('invitations').where('workspace_id', '=', id)),
];

/** Throws `orElse` unless the account has another workspace. Needs `lockDeletions` before it. */
export const demandAnother = (
  db: Database,
  account: string,
  { id, orElse }: { readonly id: string; readonly orElse: () => Error },
): Statement =>
  one(
    db.query
      .selectFrom('workspaces')
      .select('id')
      .where('account_id', '=', account)
      .where('id', '<>', id)
      .where('deleted_at', 'is', null)
      .limit(1),
    orElse,
  );

/** Throws `orElse` if the workspace has another member. The lock makes a member who joins wait. */
export const demandAlone = (
  db: Database,
  id: string,
  { user, orElse }: { readonly user: string; readonly orElse: () => Error },
): Statement[] => [
  ...holdRow(db, 'workspaces', { id }),
  statement(
    db.query.selectFrom('members').select('user_id').where('workspace_id', '=', id).where('user_id', '<>', user),
    { rows: 0, orElse },
  ),
];

/** Returns those of some workspaces that have another member than this person. */
export async function withOthers(db: Database, ids: readonly string[], user: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const others = db.query.selectFrom('members').select('workspace_id as id').where('workspace_id', 'in', ids);
  return (await db.read(others.where('user_id', '<>', user).distinct())).map(({ id }) => id);
}

/** Deletes a hidden workspace that has nothing left; throws `notEmpty` if it has. */
export const remove = (db: Database, id: string, notEmpty: () => Error): Statement[] => {
  const hidden = db.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null);
  return [
    ...lockRows(db, () => hidden),
    // The quota triggers count them as long as the workspace says whose they are.
    statement(db.query.deleteFrom('members').where('workspace_id', 'in', hidden)),
    statement(db.query.deleteFrom('invitations').where('workspace_id', 'in', hidden)),
    statement(db.query.deleteFrom('workspaces').where('id', 'in', hidden), { onMissing: notEmpty }),
  ];
};

/** Reads hidden workspaces. */
export const findHidden = (db: Database, limit: number) =>
  db.read(db.query.selectFrom('workspaces').select('id').where(sql<boolean>`deleted_at is not null`).limit(limit));
