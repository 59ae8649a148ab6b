import type { ExpressionBuilder } from 'kysely';
import type { Role } from '../../access/scopes.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { held } from '../../storage/sql/held.ts';
import type { Page } from '../../storage/sql/page.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { MemberRow, Tables, WorkspaceRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

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

/** The workspaces of which a person is a member (of one account, or of all), in the order of their creation. */
export async function membershipsOf(db: Database, user: string, account?: string): Promise<ReadonlyMap<string, Role>> {
  const query = account === undefined ? memberships(db, { user }) : membershipsWithin(db, { user, account });
  return new Map((await db.read(query)).map((row) => [row.id, row.role as Role]));
}

/** The account of a workspace; undefined where there is no such workspace. */
export async function accountOf(db: Database, workspace: string): Promise<string | undefined> {
  const [row] = await listWorkspaces(db, [workspace]);
  return row?.account_id;
}

/** Reads the workspaces of the ids, in the order of their creation. */
export function listWorkspaces(db: Database, ids: readonly string[]): Promise<WorkspaceRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const query = db.query.selectFrom('workspaces').selectAll().where('id', 'in', ids);
  return db.read(query.orderBy('created_at').orderBy('id'));
}

/** Makes a workspace with its owner. `onConflict` is thrown where the account has one of the same name. */
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
      .where('id', '=', id),
    { rows: 1, ...errors },
  );

/** Makes a person a member. */
export const insertMember = (db: Database, row: MemberRow, onConflict?: () => Error): Statement =>
  statement(db.query.insertInto('members').values(row), onConflict === undefined ? {} : { onConflict });

/** Reads one member of a workspace. */
export async function findMember(db: Database, workspace: string, user: string) {
  const [row] = await db.read(members(db, workspace).where('members.user_id', '=', user));
  return row;
}

const members = (db: Database, workspace: string) =>
  db.query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .selectAll('members')
    .select(['users.name', 'users.email', 'users.status'])
    .where('workspace_id', '=', workspace);

/** Reads members in the order in which they came, one more than a page holds. */
export function listMembers(db: Database, workspace: string, { limit, after }: Page) {
  let query = members(db, workspace);
  if (after !== undefined) {
    query = query.where((of) =>
      of(of.refTuple('members.created_at', 'members.user_id'), '>', of.tuple(Number(after.key), after.id)),
    );
  }
  return db.read(
    query
      .orderBy('members.created_at')
      .orderBy('members.user_id')
      .limit(limit + 1),
  );
}

/** Counts the members of a workspace. */
export async function countMembers(db: Database, workspace: string): Promise<number> {
  const query = db.query.selectFrom('members').where('workspace_id', '=', workspace);
  const [row] = await db.read(query.select((of) => of.fn.countAll<number>().as('total')));
  return Number(row?.total ?? 0);
}

/** Holds where the member is no owner, or the workspace has another one. */
const keepsAnOwner = (workspace: string, user: string) => (of: ExpressionBuilder<Tables, 'members'>) =>
  of.or([
    of('role', '<>', 'owner'),
    of.exists(
      of
        .selectFrom('members as others')
        .select('others.user_id')
        .where('others.workspace_id', '=', workspace)
        .where('others.role', '=', 'owner')
        .where('others.user_id', '<>', user),
    ),
  ]);

/** Two owners who each end the other's role at the same moment must see each other. */
const heldOwners = (db: Database, workspace: string) => {
  const owners = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
  return held(db, owners.where('role', '=', 'owner').orderBy('user_id'));
};

/** Which member is changed, and what is thrown where that can't be. */
interface MemberChange {
  readonly user: string;
  /** Where somebody is no member any more. */
  readonly missing: () => Error;
  /** Where the member is an owner by now; undefined for whoever may change owners. */
  readonly notAnOwners: (() => Error) | undefined;
  /** Where no owner would be left. */
  readonly lastOwner: () => Error;
}

/** What a change of a member begins with: whoever is none any more is not mistaken for the last owner. */
const present = (db: Database, workspace: string, { user, missing, notAnOwners }: MemberChange): Statement[] => {
  const member = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
  const found = member.where('user_id', '=', user);
  const lesser = notAnOwners === undefined ? [] : [one(found.where('role', '<>', 'owner'), notAnOwners)];
  return [...heldOwners(db, workspace), ...held(db, found), one(found, missing), ...lesser];
};

/** Gives a member another role. */
export const setRole = (
  db: Database,
  workspace: string,
  { role, ...change }: MemberChange & { role: Role },
): Statement[] => {
  const { user, lastOwner } = change;
  const query = db.query
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspace)
    .where('user_id', '=', user);
  return [
    ...present(db, workspace, change),
    one(role === 'owner' ? query : query.where(keepsAnOwner(workspace, user)), lastOwner),
    bumpAuthority(db),
  ];
};

/** Removes a member. */
export const removeMember = (db: Database, workspace: string, change: MemberChange): Statement[] => [
  ...present(db, workspace, change),
  one(
    db.query
      .deleteFrom('members')
      .where('workspace_id', '=', workspace)
      .where('user_id', '=', change.user)
      .where(keepsAnOwner(workspace, change.user)),
    change.lastOwner,
  ),
  bumpAuthority(db),
];
