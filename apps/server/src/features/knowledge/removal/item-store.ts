import type { Database } from '../../../storage/database.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** Items that one unit of work deletes: each releases a blob, by several statements. */
const atOnce = 50;

/** The statements that delete the next portion of a source's items and release their blobs; none if nothing is left. */
export async function nextItems(
  db: Database,
  { workspace, source }: { readonly workspace: string; readonly source: string },
  release: (name: { readonly workspaceId: string; readonly hash: string }) => readonly Statement[],
): Promise<readonly Statement[]> {
  const items = await db.read(
    db.query
      .selectFrom('knowledge_items')
      .select(['id', 'hash', 'revision'])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .limit(atOnce),
  );
  const gone = () => new Error('An item was changed or deleted while its source was deleted.');
  return items.flatMap(({ id, hash, revision }) => [
    statement(db.query.deleteFrom('knowledge_items').where('id', '=', id).where('revision', '=', revision), {
      rows: 1,
      orElse: gone,
    }),
    ...release({ workspaceId: workspace, hash }),
  ]);
}
