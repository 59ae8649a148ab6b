import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import { isoTime, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { createList } from '../../storage/sql/list.ts';
import type { Tables } from '../../storage/tables.ts';
import { createTeamRows, isSeenBy } from '../../storage/team-rows.ts';
import { maxFilterBytes, type ViewQuery } from './schema.ts';

/** A view as JSON. */
const viewJson = (db: Database, of: ExpressionBuilder<Tables, 'views'>) =>
  jsonObject(db, {
    _id: of.ref('views.id'),
    workspace: of.ref('views.workspace_id'),
    name: of.ref('views.name'),
    isShared: jsonText(db, sql<string>`case when ${of.ref('views.owner')} = '' then 'true' else 'false' end`),
    createdBy: of.ref('views.created_by'),
    filters: jsonText(db, of.ref('views.filters')),
    createdAt: isoTime(db, of.ref('views.created_at')),
    updatedAt: isoTime(db, of.ref('views.updated_at')),
  });

/** The rows of views. */
export const views = createTeamRows({ table: 'views', json: viewJson });

const list = createList({
  table: 'views',
  sorts: { name: 'name_folded', createdAt: 'created_at', updatedAt: 'updated_at' },
  textSorts: ['name'],
  json: viewJson,
  maxRowBytes: maxFilterBytes + 2_000,
  // A workspace has 100 at most.
  areInOrder: () => false,
  mayScan: (_filters: { readonly person: string }) => false,
  where: (_db, of, { person }: { readonly person: string }) => [isSeenBy(of.ref('views.owner'), person)],
});

/** Reads a page of the views that a person sees in the workspaces within reach. Throws `cursor_invalid`. */
export const readViews = (
  db: Database,
  reach: Reach,
  { query, person, ...asker }: Asker & { readonly query: ViewQuery; readonly person: string },
): Promise<string> => {
  const scan = { ...asker, narrow: 'Leave out includeTotal.' };
  return list.read(db, { reach, filters: { person }, scan }, query);
};
