import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { portion, portionOf } from '../../../../storage/portion.ts';
import { octets } from '../../../../storage/sql/octets.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';
import type { SourceType } from '../../schema.ts';
import type { Settings } from '../../settings-schema.ts';
import { isFree, nextParts } from '../checkpoints/checkpoint-store.ts';
import type { Head } from '../checkpoints/head-schema.ts';

/** A sync that begins. */
interface Beginning {
  readonly source: string;
  /** The job of the sync. */
  readonly job: string;
  readonly id: string;
  readonly cause: string;
  readonly now: number;
}

/** Facts of a sync that has counted nothing yet. */
export const noFacts = { added: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0, chunks: 0 };

/** Begins a version of a source. Throws `orElse` if it was deleted, or another job makes one. */
export const begin = (
  db: Database,
  workspace: string,
  { source, job, id, cause, now }: Beginning,
  orElse: () => Error,
): Statement[] => {
  const ofSource = db.query
    .selectFrom('knowledge_sources')
    .where('id', '=', source)
    .where('workspace_id', '=', workspace);
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const isEdit = cause === 'edited';
  const syncs = () => db.query.updateTable('knowledge_syncs').where('source_id', '=', source);
  return [
    one(
      db.query
        .updateTable('knowledge_sources')
        .set((of) => ({
          ...{ status: 'processing', sync_job: job, error: null, review: null, crawl: null },
          progress: '{"done":0,"total":null,"unit":"documents"}',
          next_version: of('next_version', '+', 1),
        }))
        .where('id', '=', source)
        .where('workspace_id', '=', workspace)
        .where('deleted_at', 'is', null)
        .where(isFree(job))
        // An edit must not end a crawl or a wait for a review: it waits for their end.
        .$if(isEdit, (edit) => edit.where('review', 'is', null).where('crawl', 'is', null)),
      orElse,
    ),
    // A version that waits for a review is rejected. A sync whose attempt ended with its process is deleted.
    statement(syncs().set({ outcome: 'rejected', ended_at: now }).where('outcome', '=', 'review')),
    statement(db.query.deleteFrom('knowledge_syncs').where('source_id', '=', source).where('outcome', '=', 'running')),
    statement(
      db.query
        .insertInto('knowledge_syncs')
        .columns(['id', 'workspace_id', 'source_id', 'version', 'cause', 'outcome', 'facts', 'created_at'])
        .expression(
          ofSource.select([
            ...[text(id).as('id'), 'workspace_id' as const, text(source).as('source_id')],
            ...['next_version' as const, text(cause).as('cause'), sql<string>`'running'`.as('outcome')],
            ...[text(JSON.stringify(noFacts)).as('facts'), sql<number>`cast(${now} as bigint)`.as('created_at')],
          ]),
        ),
    ),
  ];
};

/** Returns when the sync that makes a version of a source began, in ms since 1970; undefined if none runs. */
export async function findBegun(db: Database, workspace: string, source: string): Promise<number | undefined> {
  const running = db.query.selectFrom('knowledge_syncs').select('created_at').where('source_id', '=', source);
  const [row] = await db.read(running.where('workspace_id', '=', workspace).where('outcome', '=', 'running'));
  return row && Number(row.created_at);
}

/** Data of its source that a sync needs. */
export interface SyncedSource {
  readonly type: SourceType;
  readonly name: string;
  readonly settings: Settings;
  readonly settingsText: string;
  /** Credentials of a connection, sealed; empty for none. */
  readonly credentials: string;
  /** Settings from which the version that serves was made. */
  readonly builtOf: string | null;
  /** The version that serves, and the one that the sync makes. */
  readonly version: number;
  readonly next: number;
  readonly requests: number;
  /** State of the crawl that makes the next version from the same settings; else undefined. */
  readonly crawl: Head | undefined;
  /** True while a version waits for a review, or for the rest of a crawl. */
  readonly waits: boolean;
}

/** Finds what a sync needs of a source; undefined if it was deleted. */
export async function findSynced(db: Database, workspace: string, source: string): Promise<SyncedSource | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['type', 'name', 'settings', 'built_of', 'version', 'next_version', 'requests', 'crawl'])
      .select(['credentials', 'review'])
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null),
  );
  if (row === undefined) return undefined;
  const [version, next] = [Number(row.version), Number(row.next_version)];
  const crawl = row.crawl === null ? undefined : (JSON.parse(row.crawl) as Head);
  const isOfThis = crawl?.version === next && crawl.base === version && crawl.settings === row.settings;
  return {
    ...{ type: row.type as SourceType, name: row.name, builtOf: row.built_of },
    ...{ settings: JSON.parse(row.settings) as Settings, settingsText: row.settings, credentials: row.credentials },
    ...{ version, next, requests: Number(row.requests), crawl: isOfThis ? crawl : undefined },
    waits: row.review !== null || row.crawl !== null,
  };
}

/** Documents that are to be deleted. */
export interface Doomed {
  readonly source: string;
  readonly which: 'staged' | 'replaced';
  /** The version that serves. */
  readonly version: number;
  /** The last version that was begun and isn't wanted. */
  readonly upTo: number;
}

/**
 * The statements that delete the next portion of the documents that were staged after a version, or that it has
 * replaced, with their chunks; none if nothing is left. Segments are deleted by their own part.
 */
export async function nextDoomed(db: Database, workspace: string, doomed: Doomed): Promise<readonly Statement[]> {
  const { source, which, version, upTo } = doomed;
  const all = db.query.selectFrom('knowledge_documents').where('knowledge_documents.source_id', '=', source);
  const documents =
    which === 'staged'
      ? all.where('knowledge_documents.since', '>', version).where('knowledge_documents.since', '<=', upTo)
      : all.where('knowledge_documents.until', '<=', version);
  const chunks = await db.read(
    documents
      .innerJoin('knowledge_chunks', 'knowledge_chunks.document_id', 'knowledge_documents.id')
      .select([
        sql<string>`knowledge_chunks.number`.as('id'),
        octets(sql.ref('knowledge_chunks.text'), sql.ref('knowledge_chunks.headings')).as('bytes'),
      ])
      .limit(portion.rows),
  );
  if (chunks.length > 0) {
    const numbers = portionOf(chunks).map(Number);
    const removed = db.query.deleteFrom('knowledge_chunks').where('source_id', '=', source);
    return [statement(removed.where('number', 'in', numbers).where('workspace_id', '=', workspace))];
  }
  const found = (await db.read(documents.select('knowledge_documents.id').limit(portion.rows))).map(({ id }) => id);
  if (found.length > 0) return [statement(db.query.deleteFrom('knowledge_documents').where('id', 'in', found))];
  const parts = await nextParts(db, source, which === 'staged' ? upTo : version);
  if (parts !== undefined) return [parts];
  return which === 'staged' ? nextEnded(db, doomed) : [];
}

/** The next portion of the documents that an unwanted version has ended: they serve on. */
async function nextEnded(db: Database, { source, version, upTo }: Doomed): Promise<readonly Statement[]> {
  const ended = db.query
    .selectFrom('knowledge_documents')
    .select('id')
    .where('source_id', '=', source)
    .where('until', '>', version)
    .where('until', '<=', upTo)
    .limit(portion.rows);
  const ids = (await db.read(ended)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [statement(db.query.updateTable('knowledge_documents').set({ until: null }).where('id', 'in', ids))];
}
