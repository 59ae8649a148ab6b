import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { contains, lowerLatin } from '../../../storage/sql/contains.ts';
import { jsonObject, jsonText } from '../../../storage/sql/json.ts';
import type { Page, Row } from '../../../storage/sql/page.ts';
import { one, type Query, type Statement } from '../../../storage/unit.ts';
import { foldLatin, isLive } from '../documents/store.ts';
import type { ChunkQuery } from './schema.ts';

/** The text that a chunk is to get; null for none. */
const pendingText = sql<string | null>`case when pending = '' then original else pending end`;

const isTrue = (db: Database, condition: RawBuilder<unknown>) =>
  db.engine === 'sqlite' ? sql`json(case when ${condition} then 'true' else 'false' end)` : condition;

/** The whole chunk as JSON, from a query that joins its document. */
const chunkJson = (db: Database) => {
  const of = (column: string) => sql<string>`${sql.ref(column)}`;
  return jsonObject(db, {
    number: of('knowledge_chunks.number'),
    source: of('knowledge_chunks.source_id'),
    document: of('knowledge_chunks.document_id'),
    title: of('knowledge_documents.title'),
    url: of('knowledge_documents.url'),
    text: of('knowledge_chunks.text'),
    headings: jsonText(db, of('knowledge_chunks.headings')),
    page: of('knowledge_chunks.page'),
    start: of('knowledge_chunks.start_at'),
    end: of('knowledge_chunks.end_at'),
    hash: of('knowledge_chunks.hash'),
    edited: isTrue(db, sql`(knowledge_chunks.origin_hash is not null)`),
    original: of('knowledge_chunks.original'),
    pendingText,
    enabled: isTrue(db, sql`(knowledge_chunks.enabled = 1)`),
  });
};

/** A version of a source. */
interface OfVersion {
  readonly source: string;
  readonly version: number;
}

const live = (db: Database, workspace: string, { source, version }: OfVersion) =>
  db.query
    .selectFrom('knowledge_chunks')
    .innerJoin('knowledge_documents', 'knowledge_documents.id', 'knowledge_chunks.document_id')
    .where('knowledge_chunks.source_id', '=', source)
    .where('knowledge_chunks.workspace_id', '=', workspace)
    .where(isLive(version));

/** The chunks of a version of a source that match a query, in their order, as pages and as a number. */
export function listed(db: Database, workspace: string, { query, ...of }: OfVersion & { query: ChunkQuery }) {
  const { documentId, enabled, from, q } = query;
  let rows = live(db, workspace, of);
  if (documentId !== undefined)
    rows = rows.where((of) =>
      of.or([of('knowledge_chunks.document_id', '=', documentId), of('knowledge_documents.item_id', '=', documentId)]),
    );
  if (from !== undefined) rows = rows.where('knowledge_chunks.number', '>=', from);
  if (enabled !== undefined) rows = rows.where('knowledge_chunks.enabled', '=', enabled ? 1 : 0);
  if (q !== undefined)
    rows = rows.where(contains(db, lowerLatin(db, sql.ref<string>('knowledge_chunks.text')), foldLatin(q)));
  return {
    rows: ({ limit, after }: Pick<Page, 'limit' | 'after'>): Query<Row> =>
      (after === undefined ? rows : rows.where('knowledge_chunks.number', '>', Number(after.key)))
        .orderBy('knowledge_chunks.number')
        .limit(limit + 1)
        .select([
          chunkJson(db).as('json'),
          'knowledge_chunks.number as key',
          sql<string>`cast(knowledge_chunks.number as text)`.as('id'),
        ]),
    count: async () => {
      const [row] = await db.read(rows.select(sql<number>`count(*)`.as('total')));
      return Number(row?.total ?? 0);
    },
  };
}

/** Reads a chunk of a version as JSON; undefined if the version doesn't have it. */
export async function find(
  db: Database,
  workspace: string,
  { number, ...of }: OfVersion & { readonly number: number },
): Promise<string | undefined> {
  const [row] = await db.read(
    live(db, workspace, of).where('knowledge_chunks.number', '=', number).select(chunkJson(db).as('json')),
  );
  return row?.json;
}

/** A change of a chunk. */
export interface ChunkChange {
  readonly source: string;
  readonly number: number;
  readonly enabled?: boolean | undefined;
  /** The text that it is to get: null for none, empty for that of its source. */
  readonly pending?: string | null | undefined;
  /** The chunk from which the change was made. */
  readonly was: { readonly enabled: boolean; readonly pendingText: string | null };
}

/** Changes a chunk of the version that serves. Throws `orElse` if that doesn't have it as it was any more. */
export const change = (
  db: Database,
  workspace: string,
  { source, number, enabled, pending, was }: ChunkChange,
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_chunks')
      .set({
        // Never nothing, which would be no statement.
        number,
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
        ...(pending !== undefined && { pending }),
      })
      .where('source_id', '=', source)
      .where('number', '=', number)
      .where('workspace_id', '=', workspace)
      .where('enabled', '=', was.enabled ? 1 : 0)
      .where(sql<boolean>`${pendingText} is not distinct from cast(${was.pendingText} as text)`)
      .where(
        sql<boolean>`exists (select 1 from knowledge_documents as document
          join knowledge_sources as source on source.id = document.source_id
          where document.id = knowledge_chunks.document_id and document.since <= source.version
            and (document.until is null or document.until > source.version))`,
      ),
    orElse,
  );
