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

/** Throws `orElse` if a person has as many conversations under way as the limit; null is none. */
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

/** Reads conversations that wait for a person and have none, of one workspace or all; those that wait longest first. */
export const findUnassigned = (db: Database, { workspace, limit }: { workspace?: string; limit: number }) =>
  db.read(
    db.query
      .selectFrom('conversations')
      .select(['id', 'workspace_id as workspace'])
      .$if(workspace !== undefined, (query) => query.where('workspace_id', '=', workspace ?? ''))
      .where('waiting_since', 'is not', null)
      .where('assignee_id', 'is', null)
      .where('taken_by', 'is', null)
      .where('snoozed_until', 'is', null)
      .where(isAlive(sql.ref('conversations.agent_id')))
      .orderBy('waiting_since')
      .limit(limit),
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
