import { sql } from 'kysely';
import { findIndexed, type StoredChunk } from '../../../../retrieval/index/rebuild-store.ts';
import type { Database } from '../../../../storage/database.ts';
import { portion, portionOf } from '../../../../storage/portion.ts';
import { octets } from '../../../../storage/sql/octets.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';
import type { OfVersion } from '../job/swap-store.ts';

/** Stores how far a crawl is. Throws `orElse` if the source was deleted, or another version was begun. */
export const saveHead = (
  db: Database,
  workspace: string,
  { source, version, head }: OfVersion & { readonly head: object },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set({ crawl: JSON.stringify(head) })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', version)
      .where('deleted_at', 'is', null),
    orElse,
  );

/** A part of what a crawl has found. */
interface Part extends OfVersion {
  readonly part: number;
  readonly content: string;
}

/** Stores a part. One of an attempt that ended before its checkpoint was complete is replaced. */
export const savePart = (db: Database, workspace: string, { source, version, part, content }: Part): Statement =>
  statement(
    db.query
      .insertInto('knowledge_checkpoints')
      .values({ source_id: source, version, part, workspace_id: workspace, content })
      .onConflict((conflict) => conflict.columns(['source_id', 'version', 'part']).doUpdateSet({ content })),
  );

/** Reads one part. */
export async function readPart(
  db: Database,
  workspace: string,
  { source, version, part }: Omit<Part, 'content'>,
): Promise<string | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_checkpoints')
      .select('content')
      .where('source_id', '=', source)
      .where('version', '=', version)
      .where('part', '=', part)
      .where('workspace_id', '=', workspace),
  );
  return row?.content;
}

/** Continues the version of a crawl. Throws `orElse` if that isn't possible any more, or another job makes one. */
export const resume = (
  db: Database,
  workspace: string,
  { source, version, job, settings }: OfVersion & { readonly job: string; readonly settings: string },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set({ status: 'processing', sync_job: job, error: null })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', version)
      .where('settings', '=', settings)
      .where('crawl', 'is not', null)
      .where('deleted_at', 'is', null)
      .where(isFree(job)),
    orElse,
  );

/** A condition: no other job is making a version. The jobs' table says which ones run. */
export const isFree = (job: string) =>
  sql<boolean>`(sync_job is null or sync_job = ${job}
    or not exists (select 1 from jobs where jobs.id = sync_job and jobs.state = 'running'))`;

/** A condition: more syncs of a source were asked for. */
export const isAsked = (source: string, requests: number) =>
  sql<boolean>`exists (select 1 from knowledge_sources
    where id = ${source} and requests > ${requests} and deleted_at is null)`;

/** Documents and chunks that a crawl had staged at its checkpoint. */
interface StagedUntil extends OfVersion {
  /** The number of the next chunk. */
  readonly nextChunk: number;
}

/**
 * The statements that delete the next portion of what was staged after a checkpoint; none if nothing is left. A document
 * is staged completely before a checkpoint or after it, so one without chunks is after it.
 */
export async function nextAfter(db: Database, workspace: string, of: StagedUntil): Promise<readonly Statement[]> {
  const { source, version, nextChunk } = of;
  const later = db.query
    .selectFrom('knowledge_chunks')
    .select([sql<string>`number`.as('id'), octets(sql.ref('text'), sql.ref('headings')).as('bytes')])
    .where('source_id', '=', source)
    .where('number', '>=', nextChunk)
    .limit(portion.rows);
  const numbers = portionOf(await db.read(later)).map(Number);
  if (numbers.length > 0) {
    const removed = db.query.deleteFrom('knowledge_chunks').where('source_id', '=', source);
    return [statement(removed.where('number', 'in', numbers).where('workspace_id', '=', workspace))];
  }
  const documents = db.query.selectFrom('knowledge_documents').select('id').where('source_id', '=', source);
  const empty = documents
    .where('since', '=', version)
    .where(sql<boolean>`not exists (select 1 from knowledge_chunks where document_id = knowledge_documents.id)`)
    .limit(portion.rows);
  const left = (await db.read(empty)).map(({ id }) => id);
  if (left.length > 0) return [statement(db.query.deleteFrom('knowledge_documents').where('id', 'in', left))];
  const ended = documents
    .where('until', '=', version)
    .where(
      sql<boolean>`not exists (select 1 from knowledge_documents as fresh where fresh.source_id = ${source}
        and fresh.key = knowledge_documents.key and fresh.since = ${version})`,
    )
    .limit(portion.rows);
  const ids = (await db.read(ended)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [statement(db.query.updateTable('knowledge_documents').set({ until: null }).where('id', 'in', ids))];
}

/** Chunks that are read at a time. */
const chunksAtOnce = 500;

/** Reads the chunks of a range of numbers that are staged and not indexed yet: fewer than two segments have. */
export async function unindexedChunks(
  db: Database,
  workspace: string,
  { source, first, end }: { readonly source: string; readonly first: number; readonly end: number },
): Promise<StoredChunk[]> {
  const chunks: StoredChunk[] = [];
  for (let from = first; from < end; from += chunksAtOnce) {
    const until = Math.min(end, from + chunksAtOnce);
    chunks.push(...(await findIndexed(db, workspace, { source, version: 0, from, until })));
  }
  return chunks;
}

/** Deletes the next parts of versions up to one; undefined if nothing is left. */
export async function nextParts(db: Database, source: string, upTo: number): Promise<Statement | undefined> {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_checkpoints')
      .select(['version', 'part'])
      .where('source_id', '=', source)
      .where('version', '<=', upTo)
      .orderBy('version')
      .orderBy('part')
      .limit(8),
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const parts = rows.filter(({ version }) => version === first.version).map(({ part }) => part);
  const removed = db.query.deleteFrom('knowledge_checkpoints').where('source_id', '=', source);
  return statement(removed.where('version', '=', first.version).where('part', 'in', parts));
}
