import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/**
 * Replaces the knowledge sources of an agent; throws `missing` for the first that isn't of the same workspace, or is
 * deleted. The lock lets a deletion of the source wait for this unit, or this unit for the deletion.
 */
export function replaceSources(
  db: Database,
  workspace: string,
  { id, sources }: { id: string; sources: readonly string[] },
  missing: (index: number) => Error,
): Statement[] {
  return [
    statement(db.query.deleteFrom('agent_sources').where('agent_id', '=', id).where('workspace_id', '=', workspace)),
    ...sources.map((source, position) => {
      const found = db.query
        .selectFrom('knowledge_sources')
        .where('id', '=', source)
        .where('workspace_id', '=', workspace)
        .where('deleted_at', 'is', null)
        .select((of) => [
          of.ref('workspace_id').as('workspace_id'),
          sql<string>`cast(${id} as text)`.as('agent_id'),
          of.ref('id').as('source_id'),
          sql<number>`cast(${position} as bigint)`.as('position'),
        ]);
      const columns = ['workspace_id', 'agent_id', 'source_id', 'position'] as const;
      const locked = db.engine === 'sqlite' ? found : found.forKeyShare();
      return one(db.query.insertInto('agent_sources').columns(columns).expression(locked), () => missing(position));
    }),
  ];
}
