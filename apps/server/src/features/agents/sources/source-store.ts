import type { Database } from '../../../storage/database.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/**
 * Returns the statements that remove a knowledge source from all agents that use it. The agents' versions change, so
 * that earlier reads of them are stale.
 */
export function detachSource(
  db: Database,
  workspace: string,
  { source, now }: { readonly source: string; readonly now: number },
): Statement[] {
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
  return [statement(changed), statement(detached)];
}
