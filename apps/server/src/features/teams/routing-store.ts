import { answeringRoles } from '../../access/scopes.ts';
import type { Database } from '../../storage/database.ts';
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
