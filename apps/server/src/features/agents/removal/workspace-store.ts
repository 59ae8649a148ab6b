import { sql } from 'kysely';
import type { Counts, Portion } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { portion, portionOf } from '../../../storage/portion.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { octets } from '../../../storage/sql/octets.ts';
import { statement } from '../../../storage/unit.ts';

/** Counts the agents of a workspace. */
export async function count(db: Database, workspace: string): Promise<Pick<Counts, 'agents'>> {
  const agents = db.query.selectFrom('agents').where('workspace_id', '=', workspace).where('deleted_at', 'is', null);
  return { agents: await countOfQuery(db, agents) };
}

/** Returns the next portion of the agents of a workspace; undefined if no agents are left. */
export async function next(db: Database, workspace: string): Promise<Portion | undefined> {
  const bytes = octets(sql.ref('system_prompt'), sql.ref('description')).as('bytes');
  const agents = db.query.selectFrom('agents').select(['id', bytes]).where('workspace_id', '=', workspace);
  const ids = portionOf(await db.read(agents.limit(portion.rows)));
  if (ids.length === 0) return undefined;
  return { statements: [statement(db.query.deleteFrom('agents').where('id', 'in', ids))] };
}
