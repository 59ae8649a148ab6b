import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import { answeringRoles, type Role, roles } from '../../access/scopes.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { isoTime, jsonArray, jsonArrayOfJson, jsonMember, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { monotonicTime } from '../../storage/sql/monotonic-time.ts';
import type { Tables, TeamRow } from '../../storage/tables.ts';
import { type Expectation, one, type Statement, statement } from '../../storage/unit.ts';
import { maxTeams, type Team } from './schema.ts';

/** A team as JSON. */
export function teamJson(db: Database, of: ExpressionBuilder<Tables, 'teams'>) {
  const member = jsonMember(db, { user: sql.ref('team_members.user_id'), limit: sql.ref('team_members.max_open') });
  const members = sql`(select ${member} as value, team_members.position as position from team_members
    where team_members.team_id = ${of.ref('teams.id')})`;
  return jsonObject(db, {
    _id: of.ref('teams.id'),
    workspace: of.ref('teams.workspace_id'),
    name: of.ref('teams.name'),
    members: db.engine === 'sqlite' ? jsonText(db, jsonArrayOfJson(db, members)) : jsonArray(db, members),
    assignment: of.ref('teams.assignment'),
    answerWithin: of.ref('teams.answer_within'),
    createdAt: isoTime(db, of.ref('teams.created_at')),
    updatedAt: isoTime(db, of.ref('teams.updated_at')),
  });
}

/** Finds a team in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string) {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(
    db.query
      .selectFrom('teams')
      .select((of) => [teamJson(db, of).as('json'), 'workspace_id as workspace', 'version'])
      .where('id', '=', id)
      .where('workspace_id', 'in', reach),
  );
  return row && { ...row, version: Number(row.version) };
}

/** The roles of those of some people who are members of a workspace. Workspaces own the table. */
export async function rolesOf(
  db: Database,
  workspace: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const rows = await db.read(
    db.query
      .selectFrom('members')
      .select(['user_id', 'role'])
      .where('workspace_id', '=', workspace)
      .where('user_id', 'in', users),
  );
  return new Map(rows.map(({ user_id: id, role }) => [id, role as Role]));
}

/** People who must be members of a workspace, each once, and the error if they aren't. */
interface Demanded {
  readonly users: readonly string[];
  readonly orElse: () => Error;
}

/** Locks people as members of a workspace; throws `orElse` if one of them is not a member, or may not write in conversations. */
export const demandAnswering = (db: Database, workspace: string, demanded: Demanded): Statement =>
  demandRoles(db, workspace, { ...demanded, roles: answeringRoles });

/** Locks people as members of a workspace; throws `orElse` if one of them is not a member. */
export const demandMembers = (db: Database, workspace: string, demanded: Demanded): Statement =>
  demandRoles(db, workspace, { ...demanded, roles });

function demandRoles(
  db: Database,
  workspace: string,
  { users, orElse, roles: allowed }: Demanded & { readonly roles: readonly Role[] },
): Statement {
  const rows = db.query
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspace)
    .where('user_id', 'in', users)
    .where('role', 'in', allowed)
    .orderBy('user_id');
  return statement(db.engine === 'sqlite' ? rows : rows.forUpdate(), { rows: users.length, orElse });
}

/** Inserts a team; throws `onMissing` if its workspace was deleted meanwhile, and `onConflict` for a taken name. */
export const insert = (
  db: Database,
  row: Selectable<TeamRow>,
  errors: Required<Pick<Expectation, 'onMissing' | 'onConflict'>>,
): Statement =>
  statement(db.query.insertInto('teams').values({ ...row, workspace_id: liveWorkspace(row.workspace_id) }), errors);

/** Throws `orElse` if a workspace has too many teams. Hold its row before, so that two requests count in turn. */
export const demandRoom = (db: Database, workspace: string, orElse: () => Error): Statement =>
  statement(
    db.query
      .selectFrom('teams')
      .select(sql<number>`count(*)`.as('teams'))
      .where('workspace_id', '=', workspace)
      .having(sql<boolean>`count(*) <= ${maxTeams}`),
    { rows: 1, orElse },
  );

/** Inserts the members of a team in their order. */
export const insertMembers = (db: Database, workspace: string, { _id: team, members }: Team): Statement =>
  statement(
    db.query.insertInto('team_members').values(
      members.map(({ user, limit }, position) => ({
        ...{ team_id: team, workspace_id: workspace, user_id: user, max_open: limit, position },
      })),
    ),
  );

/** Removes all members of a team. */
export const removeMembers = (db: Database, workspace: string, team: string): Statement =>
  statement(db.query.deleteFrom('team_members').where('team_id', '=', team).where('workspace_id', '=', workspace));

/** A change of a team: new values of its columns, and the version that it replaces. */
interface Change {
  readonly id: string;
  readonly version: number;
  readonly now: number;
  readonly columns: Pick<Selectable<TeamRow>, 'name' | 'name_folded' | 'assignment' | 'answer_within'>;
}

/** Changes a team and returns it; throws `orElse` if it is gone or has another version, `onConflict` for a taken name. */
export function update(
  db: Database,
  workspace: string,
  { id, version, now, columns }: Change,
  errors: Required<Pick<Expectation, 'orElse' | 'onConflict'>>,
): Statement<{ readonly json: string; readonly version: number }> {
  const query = db.query
    .updateTable('teams')
    .set(columns)
    .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('version', '=', version)
    .returning((of) => [teamJson(db, of).as('json'), 'teams.version as version']);
  return statement(query, { rows: 1, ...errors });
}

/** Deletes a team with its members; throws `orElse` if it is gone or has another version. */
export const remove = (
  db: Database,
  workspace: string,
  { id, version }: { readonly id: string; readonly version: number },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .deleteFrom('teams')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('version', '=', version),
    orElse,
  );

/** The next teams of a workspace to delete with it. */
export async function someOf(db: Database, workspace: string): Promise<readonly string[]> {
  const rows = await db.read(
    db.query.selectFrom('teams').select('id').where('workspace_id', '=', workspace).limit(portion.rows),
  );
  return rows.map(({ id }) => id);
}

/** Deletes teams of a workspace that is deleted, with their members. */
export const removeAll = (db: Database, workspace: string, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('teams').where('id', 'in', ids).where('workspace_id', '=', workspace));
