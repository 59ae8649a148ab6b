import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ToolRow } from '../../../storage/tables.ts';

const byIds = prepared((db, args: { workspace: string; ids: readonly string[] }) =>
  db.query.selectFrom('tools').selectAll().where('id', 'in', args.ids).where('workspace_id', '=', args.workspace),
);

/** Reads the tools with these IDs; those that are gone are left out. */
export const readTools = (db: Database, workspace: string, ids: readonly string[]): Promise<ToolRow[]> =>
  db.read(byIds(db, { workspace, ids }));
