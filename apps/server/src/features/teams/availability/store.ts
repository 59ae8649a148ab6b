import { answeringRoles } from '../../../access/scopes.ts';
import type { Database } from '../../../storage/database.ts';
import type { NewRow } from '../../../storage/tables.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** Max people of a list. */
const maxPeople = 1_000;

/**
 * The people of a workspace who may write in conversations, with their states. Joined with the tables of workspaces and
 * accounts, because the list has each person, with a name.
 */
const people = (db: Database, workspace: string) =>
  db.query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('member_availability as states', (join) =>
      join.onRef('states.workspace_id', '=', 'members.workspace_id').onRef('states.user_id', '=', 'members.user_id'),
    )
    .select(['members.user_id as user', 'users.name', 'states.state', 'states.since'])
    .where('members.workspace_id', '=', workspace)
    .where('members.role', 'in', answeringRoles)
    .where('users.status', '=', 'active');

/** A person with a state and its time; null if it was never set. */
export type PersonState = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Finds a person of a workspace who may write in conversations. */
export async function find(db: Database, workspace: string, user: string) {
  const [row] = await db.read(people(db, workspace).where('members.user_id', '=', user));
  return row;
}

/** The people of a workspace who may write in conversations, by name. */
export const list = (db: Database, workspace: string): Promise<PersonState[]> =>
  db.read(people(db, workspace).orderBy('users.name').orderBy('members.user_id').limit(maxPeople));

/** Which of some people are here in a workspace. */
export async function whoIsHere(
  db: Database,
  workspace: string,
  users: readonly string[],
): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set();
  const rows = await db.read(
    people(db, workspace).where('states.state', '=', 'here').where('members.user_id', 'in', users),
  );
  return new Set(rows.map(({ user }) => user));
}

/** Sets the state of a person; throws `onMissing` if the person has left the workspace. */
export const set = (db: Database, row: NewRow<'member_availability'>, onMissing: () => Error): Statement =>
  statement(
    db.query
      .insertInto('member_availability')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'user_id'])
          .doUpdateSet((of) => ({ state: of.ref('excluded.state'), since: of.ref('excluded.since') })),
      ),
    { onMissing },
  );
