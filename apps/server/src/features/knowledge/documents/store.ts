import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { contains, lowerLatin } from '../../../storage/sql/contains.ts';
import { isoTime, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { pageOfQuery } from '../../../storage/sql/keyset.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import type { Page, Row } from '../../../storage/sql/page.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { Query } from '../../../storage/unit.ts';
import type { DocumentQuery } from './schema.ts';

/** A condition: the version of a source has the document. */
export const isLive = (version: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`knowledge_documents.since <= ${version}
    and (knowledge_documents.until is null or knowledge_documents.until > ${version})`;

const documentJson = (db: Database, of: ExpressionBuilder<Tables, 'knowledge_documents'>) =>
  jsonObject(db, {
    _id: of.ref('knowledge_documents.id'),
    source: of.ref('knowledge_documents.source_id'),
    key: of.ref('knowledge_documents.key'),
    externalId: sql`null`,
    url: of.ref('knowledge_documents.url'),
    title: of.ref('knowledge_documents.title'),
    metadata: jsonText(db, sql<string>`'{}'`),
    file: sql`null`,
    status: of.ref('knowledge_documents.status'),
    error: jsonText(db, of.ref('knowledge_documents.problem')),
    hash: of.ref('knowledge_documents.hash'),
    bytes: of.ref('knowledge_documents.bytes'),
    chunkCount: of.ref('knowledge_documents.chunk_count'),
    version: of.ref('knowledge_documents.since'),
    createdAt: isoTime(db, of.ref('knowledge_documents.created_at')),
    updatedAt: isoTime(db, of.ref('knowledge_documents.created_at')),
  });

/** The documents of a version of a source that match a query, as pages and as a number. */
export function listed(
  db: Database,
  workspace: string,
  { source, version, query }: { source: string; version: number; query: DocumentQuery },
) {
  const { status, externalId, metadata, q } = query;
  let rows = db.query
    .selectFrom('knowledge_documents')
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where(isLive(version));
  if (status !== undefined) rows = rows.where('status', '=', status);
  // Only documents that were added have an ID or metadata of their own.
  if (externalId !== undefined || Object.keys(metadata ?? {}).length > 0) rows = rows.where(sql<boolean>`1 = 0`);
  if (q !== undefined) {
    const text = foldLatin(q);
    rows = rows.where((of) =>
      of.or([contains(db, lowerLatin(db, of.ref('title')), text), contains(db, lowerLatin(db, of.ref('url')), text)]),
    );
  }
  return {
    rows: (page: Pick<Page, 'limit' | 'after'>): Query<Row> =>
      pageOfQuery(rows, { key: 'position', id: 'id', direction: 'asc' }, page).select((of) => [
        documentJson(db, of).as('json'),
        'position as key',
        'id',
      ]),
    count: () => countOfQuery(db, rows),
  };
}

/** Reads a document of a version as JSON; undefined if the version doesn't have it. */
export async function find(
  db: Database,
  workspace: string,
  { source, version, id }: { readonly source: string; readonly version: number; readonly id: string },
): Promise<string | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_documents')
      .where('id', '=', id)
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where(isLive(version))
      .select((of) => [documentJson(db, of).as('json')]),
  );
  return row?.json;
}

/** Folds the letters of a text as `lowerLatin` does it in the database. */
export const foldLatin = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
