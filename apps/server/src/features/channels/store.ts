import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { countOfQuery } from '../../storage/sql/list.ts';

/** Counts the channels of an agent. */
export async function countOfAgent(db: Database, workspace: string, agent: string): Promise<number> {
  const query = db.query.selectFrom('channels').where('agent_id', '=', agent).where('workspace_id', '=', workspace);
  const [row] = await db.read(query.select(sql<number>`count(*)`.as('total')));
  return Number(row?.total ?? 0);
}

/** Counts the channels of a workspace. */
export const countOfWorkspace = (db: Database, workspace: string): Promise<number> =>
  countOfQuery(db, db.query.selectFrom('channels').where('workspace_id', '=', workspace));

/** Counts the channels of an agent, as an expression for another statement. */
export const countedOfAgent = (agent: string): RawBuilder<number> =>
  sql`(select count(*) from channels where agent_id = ${agent})`;
