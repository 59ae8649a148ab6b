import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scan-queue.ts';
import { contains } from '../../storage/sql/contains.ts';
import { createList } from '../../storage/sql/list.ts';
import type { AgentQuery } from './schema.ts';
import { agentJson, fold } from './store.ts';

interface Filters {
  readonly status: string | undefined;
  readonly model: string | undefined;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
}

const agents = createList({
  table: 'agents',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name_folded' },
  textSorts: ['name'],
  json: agentJson,
  // A character can take six bytes in JSON; the prompt has at most 100,000.
  maxRowBytes: 700_000,
  // A filter only skips rows: no index is on one.
  areInOrder: () => true,
  mayScan: ({ status, model, text }: Filters) => status !== undefined || model !== undefined || text !== undefined,
  where: (db, of, { status, model, text }: Filters) => [
    of('deleted_at', 'is', null),
    status !== undefined && of('status', '=', status),
    model !== undefined && of('model', '=', model),
    text !== undefined &&
      of.or([contains(db, of.ref('name_folded'), text), contains(db, of.ref('description_folded'), text)]),
  ],
});

const narrow = 'Set workspaceId, and leave out q, status, model or includeTotal.';

/** Reads a page of the agents in the workspaces within reach as JSON text. Throws `cursor_invalid`. */
export const read = (
  db: Database,
  reach: Reach,
  { query, ...asker }: { readonly query: AgentQuery } & Asker,
): Promise<string> => {
  const { status, model, q } = query;
  const filters = { status, model, text: q === undefined ? undefined : fold(q) };
  return agents.read(db, { reach, filters, scan: { ...asker, narrow } }, query);
};
