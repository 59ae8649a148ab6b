import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** The agent and the source that it gets. */
interface Attachment {
  readonly agent: string;
  readonly source: string;
  readonly now: number;
  /** Max sources of an agent. */
  readonly most: number;
  /** Reads the sources that the agent has before. */
  readonly event: Statement;
}

/** Attaches a source to an agent, after those that it has; throws `orElse` if the agent is gone or has too many. */
export function attachSource(
  db: Database,
  workspace: string,
  { agent, source, now, most, event }: Attachment,
  orElse: () => Error,
): Statement[] {
  const sources = db.query.selectFrom('agent_sources').where('agent_id', '=', agent);
  const count = sources.select(sql<number>`count(*)`.as('count'));
  const next = sources.select(sql<number>`coalesce(max(position), -1) + 1`.as('next'));
  const hasRoom = sql<SqlBool>`${count as unknown as Expression<number>} < ${most}`;
  const updated = db.query
    .updateTable('agents')
    .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
    .where('id', '=', agent)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(hasRoom);
  const values = {
    ...{ workspace_id: workspace, agent_id: agent, source_id: source },
    position: next as unknown as Expression<number>,
  };
  // The update comes first: it locks the agent, so that two simultaneous ones get different positions.
  return [one(updated, orElse), event, statement(db.query.insertInto('agent_sources').values(values))];
}
