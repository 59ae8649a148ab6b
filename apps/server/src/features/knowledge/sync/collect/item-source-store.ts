import type { Database } from '../../../../storage/database.ts';
import { type Statement, statement } from '../../../../storage/unit.ts';

/** An item of a source, as a sync reads it. */
export interface SyncedItem {
  readonly id: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly fileName: string | null;
  readonly contentType: string;
  readonly hash: string;
  readonly revision: number;
  /** Its place among the items. */
  readonly position: number;
  /** Why this revision couldn't be read. */
  readonly problem: ItemProblem | undefined;
}

/** Why an item can't be read. */
export interface ItemProblem {
  readonly code: string;
  readonly message: string;
}

/** Items of one read. */
const atOnce = 1_000;

/** Reads the items of a source, oldest first; it has 10,000 at most. */
export async function allItems(db: Database, workspace: string, source: string): Promise<SyncedItem[]> {
  const items: SyncedItem[] = [];
  for (let last = ''; ; ) {
    const rows = await db.read(
      db.query
        .selectFrom('knowledge_items')
        .select(['id', 'title', 'url', 'hash', 'file_name', 'content_type', 'revision', 'problem', 'problem_revision'])
        .where('source_id', '=', source)
        .where('workspace_id', '=', workspace)
        .where('id', '>', last)
        .orderBy('id')
        .limit(atOnce),
    );
    for (const { file_name: fileName, content_type: contentType, ...row } of rows) {
      const revision = Number(row.revision);
      const failed = row.problem !== null && Number(row.problem_revision) === revision;
      const problem = failed ? (JSON.parse(row.problem ?? '') as ItemProblem) : undefined;
      items.push({
        ...{ id: row.id, title: row.title, url: row.url, hash: row.hash, fileName, contentType },
        ...{ revision, problem, position: items.length },
      });
    }
    const next = rows.at(-1)?.id;
    if (next === undefined || rows.length < atOnce) return items;
    last = next;
  }
}

/** Notes why a revision of an item can't be read; without effect if it was changed meanwhile. */
export const noteProblem = (
  db: Database,
  workspace: string,
  { id, revision, problem }: Pick<SyncedItem, 'id' | 'revision'> & { readonly problem: ItemProblem | null },
): Statement =>
  statement(
    db.query
      .updateTable('knowledge_items')
      .set({
        problem: problem === null ? null : JSON.stringify(problem),
        problem_revision: problem === null ? null : revision,
      })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('revision', '=', revision),
  );
