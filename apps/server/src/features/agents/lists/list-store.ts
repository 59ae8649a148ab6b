import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import { msOf } from '../../../schemas/lists.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { between } from '../../../storage/sql/between.ts';
import { contains } from '../../../storage/sql/contains.ts';
import { matchesFacets, wantedFacets } from '../../../storage/sql/facets.ts';
import { type Also, createList } from '../../../storage/sql/list.ts';
import { octets } from '../../../storage/sql/octets.ts';
import type { Tables } from '../../../storage/tables.ts';
import { agentJson } from '../json-store.ts';
import { fold } from '../store.ts';
import type { AgentSelection } from './list-schema.ts';

interface Filters {
  readonly status: string | undefined;
  /** The names of one model. */
  readonly models: readonly string[] | undefined;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
  readonly externalId: string | undefined;
  readonly name: string | undefined;
  /** `name`, folded. */
  readonly nameFolded: string | undefined;
  /** The values of `metadata`, from `wantedFacets`. */
  readonly wanted: string | undefined;
  /** Times of creation in ms since 1970: at or after, and before. */
  readonly createdFrom: number | undefined;
  readonly createdUntil: number | undefined;
  /** Times of the last change, likewise. */
  readonly updatedFrom: number | undefined;
  readonly updatedUntil: number | undefined;
}

const agents = createList({
  table: 'agents',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name_folded' },
  textSorts: ['name'],
  json: agentJson,
  // A character can take six bytes in JSON; the prompt has at most 100,000.
  maxRowBytes: 700_000,
  octets: (of) => octets(of.ref('agents.system_prompt'), of.ref('agents.json_head'), of.ref('agents.json_tail')),
  // Other filters only skip rows: no index is on them.
  areInOrder: ({ createdFrom, createdUntil, updatedFrom, updatedUntil }: Filters) =>
    (createdFrom ?? createdUntil ?? updatedFrom ?? updatedUntil) === undefined,
  mayScan: ({ externalId: _indexed, ...filters }: Filters) =>
    Object.values(filters).some((filter) => filter !== undefined),
  where: (db, of, filters: Filters & { readonly reach: Reach }) => {
    const { status, models, text, externalId, name, nameFolded, wanted, reach } = filters;
    return [
      of('deleted_at', 'is', null),
      status !== undefined && of('status', '=', status),
      models !== undefined && of('model', 'in', models),
      externalId !== undefined && of('external_id', '=', externalId),
      // The folded name is in an index.
      nameFolded !== undefined && of('name_folded', '=', nameFolded),
      name !== undefined && of('name', '=', name),
      wanted !== undefined && matchesFacets(db, wanted, { own: of.ref('facets') }),
      ...between(of.ref('created_at'), { from: filters.createdFrom, until: filters.createdUntil }),
      ...between(of.ref('updated_at'), { from: filters.updatedFrom, until: filters.updatedUntil }),
      text !== undefined && mentions(db, of, { text, reach }),
    ];
  },
});

/**
 * A condition: the name or the description contains the text. SQLite looks for all of them first, in the index by name,
 * which has both; along another index it would read each agent. The plus keeps it from taking them one by one by ID,
 * in no order.
 */
function mentions(
  db: Database,
  of: ExpressionBuilder<Tables, 'agents'>,
  { text, reach }: { readonly text: string; readonly reach: Reach },
): Expression<SqlBool> {
  const either = of.or([contains(db, of.ref('name_folded'), text), contains(db, of.ref('description_folded'), text)]);
  if (db.engine === 'postgres') return either;
  const found = db.query.selectFrom('agents').select('id').where('workspace_id', 'in', reach).where(either);
  return sql<boolean>`+${of.ref('agents.id')} in ${found}`;
}

/** The page to read, and what to add to its agents. */
interface AgentRead extends Pick<Filters, 'models'> {
  readonly query: Omit<AgentSelection, 'includeActivity'>;
  readonly also?: Also | undefined;
}

const narrow =
  'Set workspaceId, and leave out q, name, metadata, status, model, includeTotal, or createdAfter, createdBefore, ' +
  'updatedAfter and updatedBefore.';

/**
 * Reads a page of the agents in the workspaces within reach as JSON text; `models` are the names that its filter by
 * model finds, and `also` adds to each row. Throws `cursor_invalid`.
 */
export const read = (
  db: Database,
  reach: Reach,
  { query, models, also, ...asker }: AgentRead & Asker,
): Promise<string> => {
  const { status, q, externalId, name, metadata } = query;
  const filters = {
    ...{ status, models, externalId, name, nameFolded: name === undefined ? undefined : fold(name) },
    text: q === undefined ? undefined : fold(q),
    wanted: wantedFacets([metadata]),
    ...{ createdFrom: msOf(query.createdAfter), createdUntil: msOf(query.createdBefore) },
    ...{ updatedFrom: msOf(query.updatedAfter), updatedUntil: msOf(query.updatedBefore) },
  };
  return agents.read(db, { reach, filters, scan: { ...asker, narrow }, also }, query);
};
