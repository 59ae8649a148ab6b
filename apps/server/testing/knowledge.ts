import { createHash } from 'node:crypto';
import { type BuiltSegment, buildSegment, type IndexedChunk, maxChunks } from '../src/retrieval/index/segment.ts';
import { insertSegment } from '../src/retrieval/index/store.ts';
import type { Database } from '../src/storage/database.ts';
import { type Statement, statement } from '../src/storage/unit.ts';

/** A document of a test: its chunks, which may stand below headings. */
export interface TestDocument {
  readonly title: string;
  readonly key?: string;
  readonly chunks: readonly (string | { readonly text: string; readonly headings: readonly string[] })[];
}

/** A workspace with an agent, for tests that need no server. */
export async function addTenant(db: Database, name: string): Promise<{ workspace: string; agent: string }> {
  const [workspace, agent] = [`ws_${name}`, `agent_${name}`];
  const stamps = { created_at: 1, updated_at: 1 };
  await db.write([
    statement(db.query.insertInto('accounts').values({ id: `acct_${name}`, plan: 'business', created_at: 1 })),
    statement(
      db.query.insertInto('workspaces').values({
        ...{ id: workspace, account_id: `acct_${name}`, name, name_folded: name, version: 1 },
        ...stamps,
      }),
    ),
    insertAgent(db, workspace, agent),
  ]);
  return { workspace, agent };
}

/** The statement that inserts an agent. */
export const insertAgent = (db: Database, workspace: string, agent: string): Statement =>
  statement(
    db.query.insertInto('agents').values({
      ...{ id: agent, workspace_id: workspace, name: agent, name_folded: agent, description: '' },
      ...{ description_folded: '', system_prompt: '', model: 'builtin/echo', temperature: '0', status: 'active' },
      ...{ version: 1, deleted_at: null, answer_mode: 'open', rerank: 0, created_at: 1, updated_at: 1 },
    }),
  );

/** The statement that attaches a source to an agent. */
export const attach = (
  db: Database,
  { workspace, agent, source, position = 0 }: { workspace: string; agent: string; source: string; position?: number },
): Statement =>
  statement(
    db.query
      .insertInto('agent_sources')
      .values({ workspace_id: workspace, agent_id: agent, source_id: source, position }),
  );

/** The place at which documents are staged. */
interface Staging {
  readonly workspace: string;
  readonly source: string;
  /** The version that they belong to. */
  readonly version: number;
  /** The number of the first chunk. */
  readonly first: number;
}

/** Adds an empty source, which serves nothing. */
export const addSource = (db: Database, { workspace, source }: { workspace: string; source: string }) =>
  db.write([
    statement(
      db.query.insertInto('knowledge_sources').values({
        ...{ id: source, workspace_id: workspace, type: 'text', name: source, name_folded: source, status: 'ready' },
        ...{ created_at: 1, updated_at: 1 },
      }),
    ),
  ]);

/** Adds documents with their chunks and segments at a version, and returns the number of the next chunk. */
export async function stage(db: Database, staging: Staging, documents: readonly TestDocument[]): Promise<number> {
  const { workspace, source, version: since } = staging;
  let number = staging.first;
  let indexed: IndexedChunk[] = [];
  const flush = async () => {
    if (indexed.length === 0) return;
    await addSegment(db, staging, buildSegment(indexed));
    indexed = [];
  };
  for (const [position, { title, key, chunks }] of documents.entries()) {
    const id = `doc_${source}_${since}_${staging.first}_${position}`;
    const row = {
      ...{ id, workspace_id: workspace, source_id: source, key: key ?? `${since} ${position}`, position, title },
      ...{ status: 'ready', hash: '', bytes: 0, chunk_count: chunks.length, since, created_at: 1 },
    };
    const rows = [];
    let at = 0;
    for (const chunk of chunks) {
      const { text, headings } = typeof chunk === 'string' ? { text: chunk, headings: [] } : chunk;
      rows.push({
        ...{ source_id: source, number, workspace_id: workspace, document_id: id, text, page: null },
        ...{ headings: JSON.stringify(headings), start_at: at, end_at: at + text.length },
        hash: createHash('sha256').update(text).digest('hex'),
      });
      at += text.length + 2;
      indexed.push({ number, text, headings, title });
      number += 1;
    }
    await db.write([statement(db.query.insertInto('knowledge_documents').values(row as never))]);
    for (let from = 0; from < rows.length; from += 100)
      await db.write([
        statement(db.query.insertInto('knowledge_chunks').values(rows.slice(from, from + 100) as never)),
      ]);
    if (indexed.length >= maxChunks) await flush();
  }
  await flush();
  await db.write([
    statement(db.query.updateTable('knowledge_sources').set({ next_chunk: number }).where('id', '=', source)),
  ]);
  return number;
}

/** Builds a segment in this process, for a compaction without an extractor. */
export const buildHere = async (chunks: readonly IndexedChunk[]): Promise<BuiltSegment> => buildSegment(chunks);

/** Stores a built segment, unit by unit. */
export async function addSegment(
  db: Database,
  { workspace, source, version: since }: Pick<Staging, 'workspace' | 'source' | 'version'>,
  built: BuiltSegment,
): Promise<void> {
  for (const unit of insertSegment(db, { workspace, source, segment: built.first, since, built })) await db.write(unit);
}

/** Lets a version of a source serve. */
export const serve = (db: Database, source: string, version: number) =>
  db.write([statement(db.query.updateTable('knowledge_sources').set({ version }).where('id', '=', source))]);
