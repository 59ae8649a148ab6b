import { createHash } from 'node:crypto';
import type { Database } from '../src/storage/database.ts';
import { type Statement, statement } from '../src/storage/unit.ts';
import { insertNumbered } from './many-rows.ts';

/** A document of a source whose chunks are these texts; `since` 1 and without an end by default. */
export interface DocumentRows {
  readonly title?: string;
  readonly since?: number;
  readonly until?: number;
  readonly texts: readonly string[];
}

let numbers = 0;

/** An ID that no other row of the tests has. */
const uniqueId = (prefix: string): string => {
  numbers += 1;
  return `${prefix}_${process.pid}_${numbers}`;
};

/** Creates a workspace with its account, without people. */
export async function workspaceRows(db: Database): Promise<string> {
  const [account, id] = [uniqueId('acct'), uniqueId('ws')];
  const row = { id, account_id: account, name: id, name_folded: id, version: 1, created_at: 1, updated_at: 1 };
  await db.write([
    statement(db.query.insertInto('accounts').values({ id: account, plan: 'business', created_at: 1 })),
    statement(db.query.insertInto('workspaces').values(row)),
  ]);
  return id;
}

/** Creates a source that serves a version, with its documents and chunks; nothing of it is indexed. */
export async function sourceRows(
  db: Database,
  workspace: string,
  { version = 1, documents }: { readonly version?: number; readonly documents: readonly DocumentRows[] },
): Promise<string> {
  const id = uniqueId('source');
  const row = { id, workspace_id: workspace, type: 'text', name: id, name_folded: id, status: 'ready', version };
  await db.write([
    statement(db.query.insertInto('knowledge_sources').values({ ...row, created_at: 1, updated_at: 1 })),
  ]);
  let first = 0;
  for (const document of documents) {
    await documentRows(db, { workspace, source: id, first, document });
    first += document.texts.length;
  }
  return id;
}

/** Chunks of one insert. */
const batch = 500;

/** Adds a document with chunks from a number on. */
export async function documentRows(
  db: Database,
  at: { readonly workspace: string; readonly source: string; readonly first: number; readonly document: DocumentRows },
): Promise<string> {
  const { workspace, source, first, document } = at;
  const { title = '', since = 1, until = null, texts } = document;
  const id = uniqueId('doc');
  const row = {
    ...{ id, workspace_id: workspace, source_id: source, key: id, position: first, url: null, title, status: 'ready' },
    ...{ problem: null, hash: id, etag: null, last_modified: null, bytes: 1, chunk_count: texts.length },
    ...{ since, until, created_at: 1 },
  };
  await db.write([statement(db.query.insertInto('knowledge_documents').values(row))]);
  for (let from = 0; from < texts.length; from += batch) {
    const some = texts.slice(from, from + batch);
    await db.write(chunkRows(db, { workspace, source, document: id, first: first + from, texts: some }));
  }
  return id;
}

function chunkRows(
  db: Database,
  at: { workspace: string; source: string; document: string; first: number; texts: readonly string[] },
): Statement[] {
  const rows = at.texts.map((text, index) => ({
    ...{ source_id: at.source, number: at.first + index, workspace_id: at.workspace, document_id: at.document },
    ...{ text, headings: '[]', page: null, start_at: 0, end_at: text.length },
    ...{ hash: createHash('sha256').update(text).digest('hex'), enabled: 1 },
  }));
  return rows.length === 0 ? [] : [statement(db.query.insertInto('knowledge_chunks').values(rows))];
}

/** Inserts so many documents of a source, each with a chunk of the same number. */
export async function manyDocumentRows(
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
