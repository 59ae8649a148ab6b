import type { Role } from '../../access/scopes.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { countOfQuery, pageOfQuery } from '../../storage/sql/list.ts';
import type { Page } from '../../storage/sql/page.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { WorkspaceRow } from '../../storage/tables.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import { insertMember } from './members/store.ts';

const membershipsQuery = (db: Database, user: string) =>
  db.query
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['workspaces.id', 'role'])
    .where('user_id', '=', user)
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id');

const memberships = prepared((db, args: { user: string }) => membershipsQuery(db, args.user));
const membershipsWithin = prepared((db, args: { user: string; account: string }) =>
  membershipsQuery(db, args.user).where('account_id', '=', args.account),
);

/** The workspaces that a person is a member of, in one account or in all, in the order of their creation. */
export async function membershipsOf(db: Database, user: string, account?: string): Promise<ReadonlyMap<string, Role>> {
  const query = account === undefined ? memberships(db, { user }) : membershipsWithin(db, { user, account });
  return new Map((await db.read(query)).map((row) => [row.id, row.role as Role]));
}

/** The workspaces of some people with their roles there, by the IDs of the people. */
export async function placesOf(db: Database, users: readonly string[]) {
  const query = db.query
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['user_id', 'workspaces.id', 'workspaces.name', 'role'])
    .where('user_id', 'in', users)
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id');
  const places = new Map<string, { readonly _id: string; readonly name: string; readonly role: Role }[]>();
  for (const { user_id: user, id, name, role } of await db.read(query)) {
    const known = places.get(user) ?? [];
    known.push({ _id: id, name, role: role as Role });
    places.set(user, known);
  }
  return places;
}

/** Finds a workspace, even one that is being deleted. */
export async function findWorkspaceRow(db: Database, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db.read(db.query.selectFrom('workspaces').selectAll().where('id', '=', id));
  return row;
}

/** Finds a workspace that isn't deleted. */
export async function findWorkspace(db: Database, id: string): Promise<WorkspaceRow | undefined> {
  const row = await findWorkspaceRow(db, id);
  return row?.deleted_at === null ? row : undefined;
}

const owners = prepared((db, args: { ids: readonly string[] }) =>
  db.query
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .select(['accounts.id', 'accounts.plan'])
    .where('workspaces.id', 'in', args.ids)
    .distinct(),
);

/** The accounts that own workspaces, each once. Joins accounts for the plan, which limits what is under way there. */
export const ownersOf = async (db: Database, ids: readonly string[]) =>
  ids.length === 0 ? [] : db.read(owners(db, { ids }));

const inOrder = { key: 'created_at', id: 'id', direction: 'asc' } as const;

const withIds = (db: Database, ids: readonly string[]) =>
  db.query.selectFrom('workspaces').selectAll().where('id', 'in', ids);

/** Reads the workspaces of the IDs in the order of their creation, one more than a page holds. */
export const listWorkspaces = async (db: Database, ids: readonly string[], page: Page): Promise<WorkspaceRow[]> =>
  ids.length === 0 ? [] : db.read(pageOfQuery(withIds(db, ids), inOrder, page));

/** Counts the workspaces of the IDs. */
export const countWorkspaces = async (db: Database, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? 0 : countOfQuery(db, withIds(db, ids));

/** Inserts a workspace with its owner; throws `onConflict` if the account has one of the same name. */
export const insertWorkspace = (
  db: Database,
  row: WorkspaceRow,
  owner: string,
  onConflict: () => Error,
): Statement[] => [
  statement(db.query.insertInto('workspaces').values(row), { onConflict }),
  insertMember(db, { workspace_id: row.id, user_id: owner, role: 'owner', created_at: row.created_at }),
  bumpAuthority(db),
];

/** Renames a workspace. */
export const renameWorkspace = (
  db: Database,
  id: string,
  changes: Pick<WorkspaceRow, 'name' | 'name_folded' | 'updated_at'>,
  errors: { orElse: () => Error; onConflict: () => Error },
): Statement =>
  statement(
    db.query
      .updateTable('workspaces')
      .set(changes)
      .set((of) => ({ version: of('version', '+', 1) }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
    { rows: 1, ...errors },
  );
