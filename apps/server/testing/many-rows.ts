import type { Database } from '../src/storage/database.ts';

/** Inserts rows by `insert … select … from n`, where `i` is the number of the row, from 1 to `rows`. */
export const insertNumbered = (db: Database, rows: number, insert: string) =>
  db.write([
    {
      sql:
        db.engine === 'sqlite'
          ? `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) ${insert}`
          : insert.replace('from n', `from generate_series(1, ${rows}) as n(i)`),
      parameters: [],
    },
  ]);

/** Lets the engine look at what tables have, for its plans. */
export const analyze = (db: Database, ...tables: string[]) =>
  db.write(tables.map((table) => ({ sql: `analyze ${table}`, parameters: [] })));

/** Inserts so many documents of a source, each with a chunk of the same number. */
export async function insertDocuments(
  db: Database,
  { workspace, source, rows }: { readonly workspace: string; readonly source: string; readonly rows: number },
): Promise<void> {
  const of = `'${source}', '${workspace}'`;
  await insertNumbered(
    db,
    rows,
    `insert into knowledge_documents (id, source_id, workspace_id, key, position, title, status, hash, bytes, chunk_count, since, created_at)
      select 'doc_${source}_' || i, ${of}, 'page_' || i, i, 'Help', 'ready', '', 1, 1, 1, 1 from n`,
  );
  await insertNumbered(
    db,
    rows,
    `insert into knowledge_chunks (source_id, workspace_id, number, document_id, text, headings, start_at, end_at, hash, enabled)
      select ${of}, i, 'doc_${source}_' || i, 'Some text.', '[]', i * 10, i * 10 + 10, '', 1 from n`,
  );
}
