import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isAlive } from '../../../storage/sql/alive.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** Counts the conversations that people of a workspace have under way. */
export async function loadsOf(
  db: Database,
  workspace: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.read(
    db.query
      .selectFrom('conversations')
      .select(['assignee_id as user', sql<number>`count(*)`.as('load')])
      .where('workspace_id', '=', workspace)
      .where('assignee_id', 'in', users)
      .where('status', '=', 'human')
      .groupBy('assignee_id'),
  );
  return new Map(rows.map(({ user, load }) => [user ?? '', Number(load)]));
}

/** Throws `orElse` if a person has as many conversations under way as the limit; null for no limit. */
export const demandRoom = (
  db: Database,
  workspace: string,
  { user, limit, orElse }: { readonly user: string; readonly limit: number | null; readonly orElse: () => Error },
): Statement[] =>
  limit === null
    ? []
    : [
        statement(
          db.query
            .selectFrom('conversations')
            .select(sql<number>`count(*)`.as('load'))
            .where('workspace_id', '=', workspace)
            .where('assignee_id', '=', user)
            .where('status', '=', 'human')
            .having(sql<boolean>`count(*) < ${limit}`),
          { rows: 1, orElse },
        ),
      ];

/** Conversations that wait for a person and have none, apart from those of teams that choose by hand. */
const unassigned = (db: Database) =>
  db.query
    .selectFrom('conversations')
    .where('waiting_since', 'is not', null)
    .where('assignee_id', 'is', null)
    .where('taken_by', 'is', null)
    .where('snoozed_until', 'is', null)
    .where(isAlive(sql.ref('conversations.agent_id')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('teams')
            .select('teams.id')
            .whereRef('teams.id', '=', 'conversations.team_id')
            .where('teams.assignment', '=', 'manual'),
        ),
      ),
    );

/** Reads conversations of a workspace that wait for a person and have none; those that wait longest first. */
export const findUnassigned = (db: Database, { workspace, limit }: { workspace: string; limit: number }) =>
  db.read(unassigned(db).select('id').where('workspace_id', '=', workspace).orderBy('waiting_since').limit(limit));

/** Reads the workspaces in which conversations wait for a person, and one is here. */
export const findWaitingWorkspaces = (db: Database) =>
  db.read(
    unassigned(db)
      .select('workspace_id as workspace')
      .distinct()
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('member_availability')
            .select('member_availability.user_id')
            .whereRef('member_availability.workspace_id', '=', 'conversations.workspace_id')
            .where('member_availability.state', '=', 'here'),
        ),
      ),
  );

/** Reads conversations of a workspace that a person has or is responsible for. */
export const findHeld = (db: Database, workspace: string, { user, limit }: { user: string; limit: number }) =>
  db.read(
    db.query
      .selectFrom('conversations')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where((of) => of.or([of('assignee_id', '=', user), of('taken_by', '=', user)]))
      .where(isAlive(sql.ref('conversations.agent_id')))
      .limit(limit),
  );

/** Reads conversations whose rest is over, but whose job is lost. */
export const findRested = (db: Database, { before, limit }: { before: number; limit: number }) =>
  db.read(
    db.query
      .selectFrom('conversations')
      .select(['id', 'workspace_id as workspace'])
      .where('snoozed_until', '<', before)
      .where(isAlive(sql.ref('conversations.agent_id')))
      .limit(limit),
  );
