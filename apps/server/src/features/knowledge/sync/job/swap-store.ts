import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { monotonicTime } from '../../../../storage/sql/monotonic-time.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';
import { isLive } from '../../documents/store.ts';
import { carryEdits } from '../stage/edit-store.ts';

/** A version of a source. */
export interface OfVersion {
  readonly source: string;
  readonly version: number;
}

/** Totals of a version. */
export interface Totals {
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  /** SHA-256 of the keys, titles and hashes of its documents, in hex. */
  readonly hash: string;
}

/** Adds up the documents of a version; a source has some thousands at most. */
export async function totalsOf(db: Database, workspace: string, { source, version }: OfVersion): Promise<Totals> {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_documents')
      .select(['key', 'title', 'hash', 'chunk_count', 'bytes'])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'ready')
      .where(isLive(version)),
  );
  const names = rows.map(({ key, title, hash }) => JSON.stringify([key, title, hash])).sort();
  return {
    documents: rows.length,
    chunks: rows.reduce((sum, row) => sum + Number(row.chunk_count), 0),
    bytes: rows.reduce((sum, row) => sum + Number(row.bytes), 0),
    hash: createHash('sha256').update(names.join('\n')).digest('hex'),
  };
}

/** A version that begins to serve. */
export interface Swap extends OfVersion {
  readonly totals: Totals;
  readonly now: number;
  /** The requests that it answers: the source stays queued if there were more. */
  readonly requests: number;
  /** Warnings of the sync about content that it left out, as JSON. */
  readonly warnings: string;
  /** Settings from which it was made, as JSON. */
  readonly builtOf: string;
  /** True if it was made of the version before, and nothing was read. */
  readonly isEdit?: boolean;
}

/** Returns the columns that are set after a source was read. */
export const readOf = ({
  isEdit = false,
  warnings,
  builtOf,
  now,
}: Omit<Swap, 'totals' | 'source' | 'version' | 'requests'>) =>
  isEdit ? {} : { warnings, built_of: builtOf, last_synced_at: now };

/** The status after a sync: another one follows if it was asked for meanwhile. */
export const statusAfter = (status: 'ready' | 'failed', requests: number) =>
  sql<string>`case when requests > ${requests} then 'queued' else ${sql.lit(status)} end`;

/**
 * Lets a version serve: one row changes. Throws `orElse` if the source was deleted, or another version was begun. Before
 * it, chunks that were switched off are switched off in the documents that replace theirs, and edits that came too late
 * for the sync are noted there.
 */
export const swap = (db: Database, workspace: string, given: Swap, orElse: () => Error): Statement[] => [
  carryOff(db, given),
  carryEdits(db, given),
  one(
    db.query
      .updateTable('knowledge_sources')
      .set((of) => ({
        ...{ version: given.version, document_count: given.totals.documents, chunk_count: given.totals.chunks },
        ...{ bytes: given.totals.bytes, content_hash: given.totals.hash },
        ...readOf(given),
        ...{
          progress: null,
          error: null,
          review: null,
          crawl: null,
        },
        status: statusAfter('ready', given.requests),
        index_version: of('index_version', '+', 1),
        updated_at: monotonicTime(of.ref('updated_at'), given.now),
      }))
      .where('id', '=', given.source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', given.version)
      .where('deleted_at', 'is', null),
    orElse,
  ),
];

/** Switches off the chunks of new documents whose text was switched off in the documents that they replace. */
function carryOff(db: Database, { source, version }: OfVersion): Statement {
  const off = sql`select fresh.id, coalesce(off.origin_hash, off.hash) from knowledge_chunks as off
    join knowledge_documents as old on old.id = off.document_id
    join knowledge_documents as fresh
      on fresh.source_id = old.source_id and fresh.key = old.key and fresh.since = ${version}
    where off.source_id = ${source} and off.enabled = 0 and old.source_id = ${source} and old.until = ${version}`;
  return statement(
    db.query
      .updateTable('knowledge_chunks')
      .set({ enabled: 0 })
      // By the index of documents: with the source's ID, the chunks of the whole source would be looked through.
      .where(sql<boolean>`(document_id, coalesce(origin_hash, hash)) in (${off})`),
  );
}
