import type { Database } from '../../../storage/database.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** A source that its agents lose. */
interface Detachment {
  readonly source: string;
  readonly now: number;
  /** Reads the agents that use the source. */
  readonly event: Statement;
}

/**
 * Returns the statements that remove a knowledge source from all agents that use it. The agents' versions change, so
 * that earlier reads of them are stale.
 */
export function detachSource(db: Database, workspace: string, { source, now, event }: Detachment): Statement[] {
  const used = db.query.selectFrom('agent_sources').select('agent_id').where('source_id', '=', source);
  const changed = db.query
    .updateTable('agents')
    .set((of) => ({ version: of('version', '+', 1), updated_at: monotonicTime(of.ref('updated_at'), now) }))
    .where('workspace_id', '=', workspace)
    .where('id', 'in', used);
  const detached = db.query
    .deleteFrom('agent_sources')
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace);
  // The update comes first: it locks the agents, so that none of them loses the source by another change meanwhile.
  return [statement(changed), event, statement(detached)];
}
