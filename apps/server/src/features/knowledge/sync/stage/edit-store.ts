import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { type Condition, type Statement, statement } from '../../../../storage/unit.ts';
import { isLive } from '../../documents/store.ts';

/** A version of a source. */
interface OfVersion {
  readonly source: string;
  readonly version: number;
}

/** Chunks that are read at a time. */
const chunksAtOnce = 500;

/** A chunk that serves, with what is known of its edits. */
export interface EditableChunk {
  readonly text: string;
  /** The text of the source; null if it is as the source has it. */
  readonly original: string | null;
  /** Hash of the text of the source. */
  readonly originHash: string;
  /** The text that the next version is to have; empty for the original. */
  readonly pending: string | null;
  readonly headings: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
}

const isEdited = sql<boolean>`(origin_hash is not null or pending is not null)`;

/** Reads which documents of a source have edited chunks. */
export async function findEdited(db: Database, workspace: string, source: string): Promise<ReadonlySet<string>> {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_chunks')
      .select('document_id as id')
      .distinct()
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where(isEdited),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads the documents of a version that the next one keeps so far although an edit of them waits. */
export async function findWaiting(db: Database, workspace: string, { source, version }: OfVersion): Promise<string[]> {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_documents')
      .select('key')
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('until', 'is', null)
      .where(isLive(version))
      .where(
        'id',
        'in',
        db.query
          .selectFrom('knowledge_chunks')
          .select('document_id')
          .where('source_id', '=', source)
          .where(isEdited)
          .where('pending', 'is not', null),
      ),
  );
  return rows.map(({ key }) => key);
}

/** Reads the chunks of a document in order. */
export async function chunksOf(db: Database, workspace: string, document: string): Promise<EditableChunk[]> {
  const chunks: EditableChunk[] = [];
  for (let after = -1; ; ) {
    const rows = await db.read(
      db.query
        .selectFrom('knowledge_chunks')
        .select(['number', 'text', 'original', 'origin_hash', 'hash', 'pending', 'headings', 'page'])
        .select(['start_at as start', 'end_at as end'])
        .where('document_id', '=', document)
        .where('workspace_id', '=', workspace)
        .where('number', '>', after)
        .orderBy('number')
        .limit(chunksAtOnce),
    );
    for (const { origin_hash: origin, hash, headings, page, start, end, ...row } of rows) {
      chunks.push({
        ...{ ...row, originHash: origin ?? hash, headings: JSON.parse(headings) as string[] },
        ...{ page: page === null ? null : Number(page), start: Number(start), end: Number(end) },
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < chunksAtOnce) return chunks;
    after = Number(last.number);
  }
}

/** A condition: an edit of a chunk waits in a document that the last version keeps. */
export const hasPending = (source: string): Condition =>
  sql`exists (select 1 from knowledge_chunks where source_id = ${source} and ${isEdited} and pending is not null
    and document_id in (select id from knowledge_documents where source_id = ${source} and until is null))`;

/** Notes edits in the documents of a version that replace those in which they still wait. */
export function carryEdits(db: Database, { source, version }: OfVersion): Statement {
  const origin = (chunk: string) => sql.raw(`coalesce(${chunk}.origin_hash, ${chunk}.hash)`);
  /** The number of chunks before it that have the same original. */
  const rank = (chunk: string) => sql`(select count(*) from knowledge_chunks as twin
    where twin.document_id = ${sql.ref(`${chunk}.document_id`)} and twin.number < ${sql.ref(`${chunk}.number`)}
      and ${origin('twin')} = ${origin(chunk)})`;
  const late = sql`knowledge_chunks as late
    join knowledge_documents as old on old.id = late.document_id
    join knowledge_documents as fresh
      on fresh.source_id = old.source_id and fresh.key = old.key and fresh.since = ${version}
    where late.source_id = ${source} and (late.origin_hash is not null or late.pending is not null)
      and late.pending is not null and old.source_id = ${source} and old.until = ${version}`;
  const carry = sql`update knowledge_chunks set pending = (select late.pending from ${late}
      and fresh.id = knowledge_chunks.document_id and ${origin('late')} = ${origin('knowledge_chunks')}
      and ${rank('late')} = ${rank('knowledge_chunks')}
      and case when late.pending = '' then knowledge_chunks.original is not null
        else knowledge_chunks.text <> late.pending end)
    where (document_id, ${origin('knowledge_chunks')}) in (select fresh.id, ${origin('late')} from ${late})`;
  return statement({ compile: () => carry.compile(db.query) });
}

/** Marks that an edit of a chunk is to be applied; during a sync or a review it is applied after that. */
export const mark = (db: Database, workspace: string, id: string): Statement =>
  statement(
    db.query
      .updateTable('knowledge_sources')
      .set({ status: 'queued' })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('status', '!=', 'processing')
      .where('review', 'is', null),
  );

/** Ends the mark of a source that an edit is to be applied: a crawl or a review comes first. */
export const unmark = (db: Database, workspace: string, source: string): Statement =>
  statement(
    db.query
      .updateTable('knowledge_sources')
      .set({ status: 'ready' })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'queued')
      .where('review', 'is not', null)
      .where(
        sql<boolean>`not exists (select 1 from jobs where jobs.kind in ('knowledge.sync', 'knowledge.crawl')
          and jobs.workspace_id = knowledge_sources.workspace_id and jobs.dedupe_key = knowledge_sources.id
          and jobs.state in ('ready', 'waiting', 'running'))`,
      ),
  );
