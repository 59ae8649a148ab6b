import { answeringRoles } from '../../access/scopes.ts';
import type { Database } from '../../storage/database.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import type { Assignment } from './schema.ts';

/** A member of a team who can be given conversations. */
export interface TeamMember {
  readonly user: string;
  /** Max open conversations at a time; null for any number. */
  readonly limit: number | null;
}

/** The rules by which a team gives its conversations to its members. */
export interface TeamRules {
  readonly assignment: Assignment;
  /** Seconds after which a conversation without an answer is handed on; null for never. */
  readonly answerWithin: number | null;
}

/** The rules of a team of a workspace; undefined if there is no such team. */
export async function rulesOf(db: Database, workspace: string, team: string): Promise<TeamRules | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('teams')
      .select(['assignment', 'answer_within'])
      .where('id', '=', team)
      .where('workspace_id', '=', workspace),
  );
  return (
    row && {
      assignment: row.assignment as Assignment,
      answerWithin: row.answer_within === null ? null : Number(row.answer_within),
    }
  );
}

/**
 * The members of a team who may write in conversations now, in the order of the team. Joined with the tables of
 * workspaces and accounts: a person may have become a viewer, or been suspended, since an admin chose them.
 */
export async function membersOf(db: Database, workspace: string, team: string): Promise<readonly TeamMember[]> {
  const rows = await db.read(
    db.query
      .selectFrom('team_members')
      .innerJoin('members', (join) =>
        join
          .onRef('members.workspace_id', '=', 'team_members.workspace_id')
          .onRef('members.user_id', '=', 'team_members.user_id'),
      )
      .innerJoin('users', 'users.id', 'team_members.user_id')
      .select(['team_members.user_id as user', 'team_members.max_open as limit'])
      .where('team_members.team_id', '=', team)
      .where('team_members.workspace_id', '=', workspace)
      .where('members.role', 'in', answeringRoles)
      .where('users.status', '=', 'active')
      .orderBy('team_members.position'),
  );
  return rows.map(({ user, limit }) => ({ user, limit: limit === null ? null : Number(limit) }));
}

/** A person who is here, and can be given a conversation. */
export interface Candidate extends TeamMember {
  /** When the person was given the last one, in ms since 1970; null if never. */
  readonly assignedAt: number | null;
}

/** Max people of a workspace without teams who share its conversations. */
const maxCandidates = 1_000;

/** The people of a workspace who are here, may write in conversations and are active. */
const here = (db: Database, workspace: string) =>
  db.query
    .selectFrom('member_availability as states')
    .innerJoin('members', (join) =>
      join.onRef('members.workspace_id', '=', 'states.workspace_id').onRef('members.user_id', '=', 'states.user_id'),
    )
    .innerJoin('users', 'users.id', 'states.user_id')
    .where('states.workspace_id', '=', workspace)
    .where('states.state', '=', 'here')
    .where('members.role', 'in', answeringRoles)
    .where('users.status', '=', 'active');

/** The people who are here: of a team in its order, or of the whole workspace without limits. */
export async function candidatesOf(db: Database, workspace: string, team: string | null): Promise<Candidate[]> {
  const found =
    team === null
      ? await db.read(
          here(db, workspace)
            .select(['states.user_id as user', 'states.given_at as assignedAt'])
            .orderBy('states.user_id')
            .limit(maxCandidates),
        )
      : await db.read(
          here(db, workspace)
            .innerJoin('team_members', 'team_members.user_id', 'states.user_id')
            .select(['states.user_id as user', 'states.given_at as assignedAt', 'team_members.max_open as limit'])
            .where('team_members.team_id', '=', team)
            .orderBy('team_members.position'),
        );
  return found.map(({ user, assignedAt, ...more }) => ({
    user,
    assignedAt: assignedAt === null ? null : Number(assignedAt),
    limit: 'limit' in more && more.limit !== null ? Number(more.limit) : null,
  }));
}

/** Notes that a person was given a conversation. */
export const noteGiven = (db: Database, workspace: string, user: string, time: number): Statement =>
  statement(
    db.query
      .updateTable('member_availability')
      .set({ given_at: time })
      .where('workspace_id', '=', workspace)
      .where('user_id', '=', user),
  );

/** Locks a team of a workspace; throws `orElse` if there is no such team. */
export const demandTeam = (db: Database, workspace: string, team: string, orElse: () => Error): Statement => {
  const row = db.query.selectFrom('teams').select('id').where('id', '=', team).where('workspace_id', '=', workspace);
  return statement(db.engine === 'sqlite' ? row : row.forShare(), { rows: 1, orElse });
};
