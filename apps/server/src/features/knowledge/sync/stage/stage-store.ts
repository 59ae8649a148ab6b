import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { prepared } from '../../../../storage/sql/prepared.ts';
import { one, type Statement, statement } from '../../../../storage/unit.ts';
import { isLive } from '../../documents/store.ts';
import type { OfVersion } from '../job/swap-store.ts';

/** Columns of a document in the version that serves, as a sync needs them. */
export interface KnownDocument {
  readonly id: string;
  readonly key: string;
  readonly hash: string;
  readonly title: string;
  readonly url: string | null;
  readonly status: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The paths that a page links to, as JSON. */
  readonly links: string | null;
  readonly chunks: number;
  readonly bytes: number;
  readonly position: number;
  /** The item that it was read from; else undefined. */
  readonly item: string | undefined;
}

/** Reads the documents of a version; a source has some thousands at most. */
export async function knownOf(
  db: Database,
  workspace: string,
  { source, version }: OfVersion,
): Promise<ReadonlyMap<string, KnownDocument>> {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_documents')
      .select(['id', 'key', 'hash', 'title', 'url', 'status', 'etag', 'last_modified', 'links', 'position'])
      .select(['chunk_count', 'bytes', 'item_id'])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where(isLive(version)),
  );
  return new Map(
    rows.map(({ last_modified: lastModified, chunk_count: chunks, item_id, bytes, position, ...row }) => [
      row.key,
      {
        ...{ ...row, lastModified, item: item_id ?? undefined },
        ...{ chunks: Number(chunks), bytes: Number(bytes), position: Number(position) },
      },
    ]),
  );
}

/** A document to insert. */
export interface StagedDocument {
  readonly id: string;
  readonly key: string;
  readonly position: number;
  readonly url: string | null;
  readonly title: string;
  readonly status: 'ready' | 'skipped' | 'failed';
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly hash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly links: string | null;
  readonly bytes: number;
  readonly chunks: number;
  /** The item that it was read from; else undefined. */
  readonly item?: string | undefined;
}

/** A chunk to insert. */
export interface StagedChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
  readonly page: number | null;
  readonly document: string;
  readonly number: number;
  readonly hash: string;
  /** The text of the source and its hash, if the text was edited. */
  readonly original: string | null;
  readonly originHash: string | null;
}

/** Inserts documents of a version that is being made. */
export const insertDocuments = (
  db: Database,
  workspace: string,
  {
    source,
    version,
    now,
    documents,
  }: OfVersion & { readonly now: number; readonly documents: readonly StagedDocument[] },
): Statement[] =>
  documents.map(({ problem, lastModified, chunks, item = null, ...row }) =>
    statement(
      db.query.insertInto('knowledge_documents').values({
        ...{ ...row, workspace_id: workspace, source_id: source, chunk_count: chunks, last_modified: lastModified },
        ...{ problem: problem === null ? null : JSON.stringify(problem), since: version, until: null, created_at: now },
        item_id: item,
      }),
    ),
  );

/** Inserts chunks of such documents. They come as one list, because a statement of thousands of values takes longer. */
export const insertChunks = (
  db: Database,
  workspace: string,
  { source, chunks }: { readonly source: string; readonly chunks: readonly StagedChunk[] },
): Statement[] => {
  if (chunks.length === 0) return [];
  const rows = chunks.map(({ number, document, text, headings, page, start, end, hash, original, originHash }) => [
    ...[number, document, text, JSON.stringify(headings), page, start, end, hash, original, originHash],
  ]);
  return [statement(insertChunkRows(db, { workspace, source, rows: JSON.stringify(rows) }))];
};

interface ChunkRows {
  readonly workspace: string;
  readonly source: string;
  readonly rows: string;
}

const insertChunkRows = prepared((db, { workspace, source, rows }: ChunkRows) => {
  const [whole, list] =
    db.engine === 'sqlite'
      ? [sql`integer`, sql`json_each(${rows}) as row where true`]
      : [sql`bigint`, sql`json_array_elements(cast(${rows} as json)) as row(value)`];
  const insert = sql`insert into knowledge_chunks
      (source_id, workspace_id, number, document_id, text, headings, page, start_at, end_at, hash, original, origin_hash)
    select cast(${source} as text), cast(${workspace} as text), cast(value ->> 0 as ${whole}), value ->> 1, value ->> 2,
      value ->> 3, cast(value ->> 4 as ${whole}), cast(value ->> 5 as ${whole}), cast(value ->> 6 as ${whole}), value ->> 7,
      value ->> 8, value ->> 9
    from ${list}`;
  return { compile: () => insert.compile(db.query) };
});

/** Ends documents with the version that is being made. */
export const endDocuments = (
  db: Database,
  workspace: string,
  { source, version, ids }: OfVersion & { readonly ids: readonly string[] },
): Statement[] =>
  ids.length === 0
    ? []
    : [
        statement(
          db.query
            .updateTable('knowledge_documents')
            .set({ until: version })
            .where('id', 'in', ids)
            .where('source_id', '=', source)
            .where('workspace_id', '=', workspace),
        ),
      ];

/** Notes what a server says of an unchanged document. */
export const noteTags = (
  db: Database,
  workspace: string,
  { id, etag, lastModified, links }: Pick<StagedDocument, 'id' | 'etag' | 'lastModified' | 'links'>,
): Statement =>
  statement(
    db.query
      .updateTable('knowledge_documents')
      .set({ etag, last_modified: lastModified, links })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace),
  );

/** Progress of a sync. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: string;
}

/** Changes of a source's row during a sync. */
interface Advance extends OfVersion {
  readonly progress?: Progress;
}

/** Notes how far a sync is. Throws `orElse` if the source was deleted, or another version was begun. */
export const advance = (
  db: Database,
  workspace: string,
  { source, version, progress }: Advance,
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set({
        // Never nothing, which would be no statement.
        next_version: version,
        ...(progress !== undefined && { progress: JSON.stringify(progress) }),
      })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', version)
      .where('deleted_at', 'is', null),
    orElse,
  );

/** Takes chunk numbers of a source; the returned row has the number after the last. Throws `orElse` if it is gone. */
export const takeNumbers = (
  db: Database,
  workspace: string,
  { source, version, count }: OfVersion & { readonly count: number },
  orElse: () => Error,
): Statement<{ next_chunk: number }> =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set((of) => ({ next_chunk: of('next_chunk', '+', count) }))
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('next_version', '=', version)
      .where('deleted_at', 'is', null)
      .returning('next_chunk'),
    orElse,
  );
