import { sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import { msOf } from '../../schemas/lists.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import { between } from '../../storage/sql/between.ts';
import { contains } from '../../storage/sql/contains.ts';
import { matchesFacets, wantedFacets } from '../../storage/sql/facets.ts';
import { createList } from '../../storage/sql/list.ts';
import type { SourceSelection } from './schema.ts';
import { fold, sourceJson } from './store.ts';

interface Filters {
  readonly type: string | undefined;
  readonly status: string | undefined;
  readonly agent: string | undefined;
  readonly externalId: string | undefined;
  readonly name: string | undefined;
  /** The values of `metadata`, from `wantedFacets`. */
  readonly wanted: string | undefined;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
  /** Bounds of the last change in ms since 1970, the second one excluded. */
  readonly updatedFrom: number | undefined;
  readonly updatedUntil: number | undefined;
}

const sources = createList({
  table: 'knowledge_sources',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name_folded' },
  textSorts: ['name'],
  json: sourceJson,
  // Patterns, warnings and what a review lists.
  maxRowBytes: 200_000,
  // Another filter only skips rows: no index is on one.
  areInOrder: ({ updatedFrom, updatedUntil }: Filters) => (updatedFrom ?? updatedUntil) === undefined,
  mayScan: ({ externalId: _, ...filters }: Filters) => Object.values(filters).some((filter) => filter !== undefined),
  where: (
    db,
    of,
    { type, status, agent, text, externalId, name, wanted, ...times }: Filters & { readonly reach: Reach },
  ) => [
    of('deleted_at', 'is', null),
    type !== undefined && of('type', '=', type),
    status !== undefined && of('status', '=', status),
    // Joins the agents' table, because an agent that is being deleted still has its rows.
    agent !== undefined &&
      sql<boolean>`exists (select 1 from agent_sources as used join agents on agents.id = used.agent_id
        where used.source_id = knowledge_sources.id and used.agent_id = ${agent} and agents.deleted_at is null)`,
    externalId !== undefined && of('external_id', '=', externalId),
    name !== undefined && of('name', '=', name),
    wanted !== undefined && matchesFacets(db, wanted, { own: of.ref('facets') }),
    ...between(of.ref('updated_at'), { from: times.updatedFrom, until: times.updatedUntil }),
    text !== undefined && contains(db, of.ref('name_folded'), text),
  ],
});

const narrow = 'Set workspaceId, and leave out q, name, metadata, type, status, agentId or includeTotal.';

/** Reads a page of the sources in the workspaces within reach as JSON text. Throws `cursor_invalid`. */
export const read = (
  db: Database,
  reach: Reach,
  { query, ...asker }: { readonly query: SourceSelection } & Asker,
): Promise<string> => {
  const { type, status, agentId: agent, externalId, name, metadata, q } = query;
  const own = { externalId, name, wanted: wantedFacets([metadata]) };
  const times = { updatedFrom: msOf(query.updatedAfter), updatedUntil: msOf(query.updatedBefore) };
  const filters = { ...own, ...times, type, status, agent, text: q === undefined ? undefined : fold(q) };
  return sources.read(db, { reach, filters, scan: { ...asker, narrow } }, query);
};

/** Finds the source with an external ID. */
export async function findByExternalId(db: Database, workspace: string, externalId: string) {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['id', 'type'])
      .where('workspace_id', '=', workspace)
      .where('external_id', '=', externalId)
      .where('deleted_at', 'is', null),
  );
  return row;
}
