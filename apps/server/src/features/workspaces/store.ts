import { sql } from 'kysely';
import type { Role } from '../../access/scopes.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { readSorted } from '../../storage/sql/sorted.ts';
import type { NewRow, ReadRow } from '../../storage/tables.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import { insertMember } from './members/store.ts';
import type { WorkspaceQuery } from './schema.ts';

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

const standings = prepared((db, args: { user: string }) =>
  membershipsQuery(db, args.user).select(['account_id', 'require_second_factor']),
);

/** The places of a person in workspaces, in the order of their creation. */
export const standingsOf = async (db: Database, user: string) =>
  (await db.read(standings(db, { user }))).map((row) => ({
    ...{ workspace: row.id, account: row.account_id, role: row.role as Role },
    requiresSecondFactor: Number(row.require_second_factor) === 1,
  }));

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
export async function findWorkspaceRow(db: Database, id: string): Promise<ReadRow<'workspaces'> | undefined> {
  const [row] = await db.read(db.query.selectFrom('workspaces').selectAll().where('id', '=', id));
  return row;
}

/** Finds a workspace that isn't deleted. */
export async function findWorkspace(db: Database, id: string): Promise<ReadRow<'workspaces'> | undefined> {
  const row = await findWorkspaceRow(db, id);
  return row?.deleted_at === null ? row : undefined;
}

const names = prepared((db, args: { ids: readonly string[] }) =>
  db.query.selectFrom('workspaces').select(['id', 'name']).where('id', 'in', args.ids),
);

/** The names of workspaces, by their IDs; those that don't exist are left out. */
export const namesOf = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(ids.length === 0 ? [] : (await db.read(names(db, { ids }))).map(({ id, name }) => [id, name]));

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

const sorts = {
  id: 'id',
  integers: { createdAt: 'created_at', updatedAt: 'updated_at' },
  texts: { name: 'name_folded' },
} as const;

/**
 * Reads a page of the workspaces of the IDs as JSON text. One person is a member of all of them: each account has at
 * most the quota `workspaces` of them, and its people have invited the person.
 */
export function listWorkspaces(
  db: Database,
  ids: readonly string[],
  list: { readonly query: WorkspaceQuery; toJson(row: ReadRow<'workspaces'>): object },
): Promise<string> {
  const rows = db.query.selectFrom('workspaces').selectAll();
  const within = ids.length === 0 ? rows.where(sql<boolean>`1 = 0`) : rows.where('id', 'in', ids);
  return readSorted(db, within, { ...list, sorts });
}

/** Inserts a workspace with its owner; throws `onConflict` if the account has one of the same name. */
export const insertWorkspace = (
  db: Database,
  row: NewRow<'workspaces'>,
  owner: string,
  onConflict: () => Error,
): Statement[] => [
  statement(db.query.insertInto('workspaces').values(row), { onConflict }),
  insertMember(db, { workspace_id: row.id, user_id: owner, role: 'owner', created_at: row.created_at }),
  bumpAuthority(db),
];

/** Changes a workspace. */
export const updateWorkspace = (
  db: Database,
  id: string,
  changes: Partial<NewRow<'workspaces'>>,
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
