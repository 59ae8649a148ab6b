import { type ExpressionBuilder, sql } from 'kysely';
import type { Role } from '../../../access/scopes.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import type { Database } from '../../../storage/database.ts';
import { lowerLatin } from '../../../storage/sql/contains.ts';
import { lockRows } from '../../../storage/sql/lock-rows.ts';
import { readSorted } from '../../../storage/sql/sorted.ts';
import type { MemberRow, Tables } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import type { MemberQuery } from './schema.ts';

/** Inserts a member; throws `onConflict` if the person already is one. */
export const insertMember = (db: Database, row: MemberRow, onConflict?: () => Error): Statement =>
  statement(db.query.insertInto('members').values(row), onConflict === undefined ? {} : { onConflict });

/** Reads one member of a workspace. */
export async function findMember(db: Database, workspace: string, user: string) {
  const [row] = await db.read(members(db, workspace).where('members.user_id', '=', user));
  return row;
}

/** Reads the active owners and admins of a workspace. */
export const adminsOf = (db: Database, workspace: string) =>
  db.read(members(db, workspace).where('members.role', 'in', ['owner', 'admin']).where('users.status', '=', 'active'));

/** Joined with the person, because the response contains name and email. */
const members = (db: Database, workspace: string) =>
  db.query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .selectAll('members')
    .select(['users.name', 'users.email', 'users.status', 'users.verified_at'])
    .where('workspace_id', '=', workspace);

const sorts = {
  id: 'members.user_id',
  integers: { createdAt: 'members.created_at' },
  texts: { name: (db: Database) => lowerLatin(db, sql.ref<string>('users.name')) },
} as const;

/** A member with the person. */
export type JoinedMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Reads a page of the members of a workspace as JSON text: at most the quota `members` of its account. */
export const listMembers = (
  db: Database,
  workspace: string,
  list: { readonly query: MemberQuery; toJson(row: JoinedMember): object },
): Promise<string> => readSorted(db, members(db, workspace), { ...list, sorts });

/** The workspaces of a person, and the errors if they change or one would be left without an owner. */
interface Departure {
  readonly user: string;
  /** Every workspace that the person is a member of. */
  readonly workspaces: readonly string[];
  readonly changed: () => Error;
  readonly lastOwner: () => Error;
}

/** Ends every membership of a person. The caller bumps the authority epoch. */
export const removeFromAll = (db: Database, { user, workspaces, changed, lastOwner }: Departure): Statement[] => {
  const owners = db.query.selectFrom('members').select('user_id').where('role', '=', 'owner');
  return [
    ...(workspaces.length === 0
      ? []
      : lockRows(db, () => owners.where('workspace_id', 'in', workspaces).orderBy('workspace_id').orderBy('user_id'))),
    statement(soleOwned(db, user), { rows: 0, orElse: lastOwner }),
    statement(db.query.deleteFrom('members').where('user_id', '=', user), { rows: workspaces.length, orElse: changed }),
  ];
};

/** The workspaces whose only owner is this person. */
export const soleOwned = (db: Database, user: string) =>
  db.query
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['workspaces.id', 'workspaces.name'])
    .where('members.user_id', '=', user)
    .where('members.role', '=', 'owner')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('members as others')
            .select('others.user_id')
            .whereRef('others.workspace_id', '=', 'members.workspace_id')
            .where('others.role', '=', 'owner')
            .where('others.user_id', '<>', user),
        ),
      ),
    )
    .orderBy('workspaces.id');

/** A condition: the member isn't an owner, or the workspace has another owner. */
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

/** Locks the owners: two owners who remove each other concurrently must not both succeed. */
const heldOwners = (db: Database, workspace: string) => {
  const owners = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
  return lockRows(db, () => owners.where('role', '=', 'owner').orderBy('user_id'));
};

/** The member to change, and the errors if that is refused. */
interface MemberChange {
  readonly user: string;
  /** If the person is no longer a member. */
  readonly missing: () => Error;
  /** If the member has become an owner since; undefined if the actor may change owners. */
  readonly notAnOwners: (() => Error) | undefined;
  /** If no owner would be left. */
  readonly lastOwner: () => Error;
}

/** The first statements of a change: a missing member must not be reported as the last owner. */
const present = (db: Database, workspace: string, { user, missing, notAnOwners }: MemberChange): Statement[] => {
  const member = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
  const found = member.where('user_id', '=', user);
  const lesser = notAnOwners === undefined ? [] : [one(found.where('role', '<>', 'owner'), notAnOwners)];
  return [...heldOwners(db, workspace), ...lockRows(db, () => found), one(found, missing), ...lesser];
};

/** Sets a member's role. `told` is the event, which comes after the locks. */
export const setRole = (
  db: Database,
  workspace: string,
  { role, told, ...change }: MemberChange & { role: Role; told: Statement },
): Statement[] => {
  const { user, lastOwner } = change;
  const query = db.query
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspace)
    .where('user_id', '=', user);
  return [
    ...present(db, workspace, change),
    told,
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
