import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** Counts the channels of an agent. */
export async function countOfAgent(db: Database, workspace: string, agent: string): Promise<number> {
  const query = db.query.selectFrom('channels').where('agent_id', '=', agent).where('workspace_id', '=', workspace);
  const [row] = await db.read(query.select(sql<number>`count(*)`.as('total')));
  return Number(row?.total ?? 0);
}

/** Counts the channels of an agent in a unit of work. */
export const countedOfAgent = (db: Database, workspace: string, agent: string): Statement<{ total: number }> =>
  statement(
    db.query
      .selectFrom('channels')
      .select(sql<number>`count(*)`.as('total'))
      .where('agent_id', '=', agent)
      .where('workspace_id', '=', workspace),
  );

/** Deletes the channels of an agent; the outcome counts them. */
export const removeOfAgent = (db: Database, workspace: string, agent: string): Statement =>
  statement(db.query.deleteFrom('channels').where('agent_id', '=', agent).where('workspace_id', '=', workspace));
