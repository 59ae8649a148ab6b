import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import { msOf } from '../../../schemas/lists.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { between } from '../../../storage/sql/between.ts';
import { contains } from '../../../storage/sql/contains.ts';
import { type Also, createList } from '../../../storage/sql/list.ts';
import type { Tables } from '../../../storage/tables.ts';
import { agentJson, fold } from '../store.ts';
import type { AgentQuery } from './list-schema.ts';

interface Filters {
  readonly status: string | undefined;
  /** The names of one model. */
  readonly models: readonly string[] | undefined;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
  /** Bounds of the last change in ms since 1970, the second one excluded. */
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
  // Another filter only skips rows: no index is on one.
  areInOrder: ({ updatedFrom, updatedUntil }: Filters) => (updatedFrom ?? updatedUntil) === undefined,
  mayScan: (filters: Filters) => Object.values(filters).some((filter) => filter !== undefined),
  where: (db, of, { status, models, text, reach, updatedFrom, updatedUntil }: Filters & { readonly reach: Reach }) => [
    of('deleted_at', 'is', null),
    status !== undefined && of('status', '=', status),
    models !== undefined && of('model', 'in', models),
    ...between(of.ref('updated_at'), { from: updatedFrom, until: updatedUntil }),
    text !== undefined && mentions(db, of, { text, reach }),
  ],
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
  readonly query: Omit<AgentQuery, 'includeActivity'>;
  readonly also?: Also | undefined;
}

const narrow = 'Set workspaceId, and leave out q, status, model or includeTotal.';

/**
 * Reads a page of the agents in the workspaces within reach as JSON text; `models` are the names that its filter by
 * model finds, and `also` adds to each row. Throws `cursor_invalid`.
 */
export const read = (
  db: Database,
  reach: Reach,
  { query, models, also, ...asker }: AgentRead & Asker,
): Promise<string> => {
  const { status, q } = query;
  const times = { updatedFrom: msOf(query.updatedAfter), updatedUntil: msOf(query.updatedBefore) };
  const filters = { status, models, text: q === undefined ? undefined : fold(q), ...times };
  return agents.read(db, { reach, filters, scan: { ...asker, narrow }, also }, query);
};
