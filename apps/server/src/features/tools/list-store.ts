import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import { createList } from '../../storage/sql/list.ts';
import type { ToolSelection } from './list-schema.ts';
import { toolJson } from './store.ts';

interface Filters {
  readonly type: string | undefined;
  readonly name: string | undefined;
}

const tools = createList({
  table: 'tools',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' },
  textSorts: ['name'],
  json: toolJson,
  // A description, a schema of 32 KiB and settings; a character can take six bytes in JSON.
  maxRowBytes: 400_000,
  // An index has those of a workspace by creation, and by name; the quota keeps them few.
  areInOrder: () => false,
  mayScan: (_filters: Filters) => false,
  where: (_db, of, { type, name }: Filters) => [
    type !== undefined && of('type', '=', type),
    name !== undefined && of('name', '=', name),
  ],
});

/** Reads a page of the tools of the workspaces within reach as JSON text. Throws `cursor_invalid`. */
export const readTools = (
  db: Database,
  reach: Reach,
  { query, ...asker }: Asker & { readonly query: ToolSelection },
): Promise<string> => {
  const { type, name } = query;
  const scan = { ...asker, narrow: 'Leave out includeTotal.' };
  return tools.read(db, { reach, filters: { type, name }, scan }, query);
};
