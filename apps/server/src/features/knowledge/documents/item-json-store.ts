import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isoTime, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import type { Tables } from '../../../storage/tables.ts';
import { isLive } from './store.ts';

/** A query of items with their sources, and the document that each has in the version that serves. */
type Joined = ExpressionBuilder<
  Tables & {
    knowledge_documents: {
      [Column in keyof Tables['knowledge_documents']]: Tables['knowledge_documents'][Column] | null;
    };
  },
  'knowledge_items' | 'knowledge_sources' | 'knowledge_documents'
>;

/** The items of a source, joined with it and with the document of each that serves. */
export const joinedItems = (db: Database, workspace: string, source: string) =>
  db.query
    .selectFrom('knowledge_items')
    .innerJoin('knowledge_sources', 'knowledge_sources.id', 'knowledge_items.source_id')
    .leftJoin('knowledge_documents', (join) =>
      join
        .onRef('knowledge_documents.source_id', '=', 'knowledge_items.source_id')
        .onRef('knowledge_documents.key', '=', 'knowledge_items.id')
        .on(isLive(sql.ref('knowledge_sources.version'))),
    )
    .where('knowledge_items.source_id', '=', source)
    .where('knowledge_items.workspace_id', '=', workspace);

/** An item that couldn't be read as it is now. */
const isUnreadable = sql<boolean>`knowledge_items.problem_revision = knowledge_items.revision`;
/** The document that serves was read from the item as it is now. */
const isServed = sql<boolean>`knowledge_documents.etag = cast(knowledge_items.revision as text)`;

/** The status of an item: it waits for a sync, unless the latest one has read it, or has failed. */
export const itemStatus = sql<string>`case when ${isUnreadable} then 'failed' when ${isServed} then 'ready'
  when knowledge_sources.status = 'failed' then 'failed' else 'queued' end`;

/** The sum over the documents of an item that serve: it may have been read as several. */
const served = (column: 'bytes' | 'chunk_count') =>
  sql<number>`coalesce((select cast(sum(${sql.ref(`part.${column}`)}) as bigint) from knowledge_documents as part
    where part.item_id = knowledge_items.id and part.since <= knowledge_sources.version
      and (part.until is null or part.until > knowledge_sources.version)), 0)`;

/** The reason of a failed item: its own, or that of the sync. */
function itemError(db: Database): RawBuilder<unknown> {
  const part = (name: 'code' | 'message') =>
    db.engine === 'sqlite'
      ? sql`knowledge_sources.error ->> ${sql.lit(name)}`
      : sql`cast(knowledge_sources.error as json) ->> ${sql.lit(name)}`;
  const ofSync = jsonObject(db, { code: part('code'), message: part('message') });
  return jsonText(
    db,
    sql<string | null>`case when ${isUnreadable} then knowledge_items.problem when ${isServed} then null
      when knowledge_sources.status = 'failed' and knowledge_sources.error is not null then ${ofSync} end`,
  );
}

/** An item as a document of the API. */
export function itemJson(db: Database, of: Joined) {
  const isReady = sql`knowledge_documents.status = 'ready'`;
  const file = jsonObject(db, {
    name: of.ref('knowledge_items.file_name'),
    contentType: of.ref('knowledge_items.content_type'),
    bytes: of.ref('knowledge_items.bytes'),
    hash: of.ref('knowledge_items.hash'),
  });
  return jsonObject(db, {
    _id: of.ref('knowledge_items.id'),
    source: of.ref('knowledge_items.source_id'),
    key: of.ref('knowledge_items.id'),
    externalId: of.ref('knowledge_items.external_id'),
    url: of.ref('knowledge_items.url'),
    title: sql`coalesce(knowledge_items.title, knowledge_documents.title, knowledge_items.file_name, 'Untitled')`,
    metadata: jsonText(db, of.ref('knowledge_items.metadata')),
    file: jsonText(db, sql<string | null>`case when knowledge_items.file_name is not null then ${file} end`),
    status: itemStatus,
    error: itemError(db),
    hash: sql`case when ${isReady} then knowledge_documents.hash else '' end`,
    bytes: served('bytes'),
    chunkCount: served('chunk_count'),
    version: sql`case when ${isReady} then knowledge_documents.since else 0 end`,
    createdAt: isoTime(db, of.ref('knowledge_items.created_at')),
    updatedAt: isoTime(db, of.ref('knowledge_items.updated_at')),
  });
}
