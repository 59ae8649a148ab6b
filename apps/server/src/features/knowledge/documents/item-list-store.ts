import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { contains, lowerLatin } from '../../../storage/sql/contains.ts';
import { matchesFacets, wantedFacets } from '../../../storage/sql/facets.ts';
import { pageOfQuery } from '../../../storage/sql/keyset.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import type { Page, Row } from '../../../storage/sql/page.ts';
import type { Query } from '../../../storage/unit.ts';
import { itemJson, itemStatus, joinedItems } from './item-json-store.ts';
import type { DocumentQuery } from './schema.ts';
import { foldLatin } from './store.ts';

/** The items of a source that match a query, oldest first, as pages and as a number. */
export function listedItems(
  db: Database,
  workspace: string,
  { source, query }: { readonly source: string; readonly query: DocumentQuery },
) {
  const { status, externalId, metadata, q } = query;
  const wanted = wantedFacets([metadata]);
  let rows = joinedItems(db, workspace, source);
  if (status !== undefined) rows = rows.where(sql<boolean>`${itemStatus} = ${status}`);
  if (externalId !== undefined) rows = rows.where('knowledge_items.external_id', '=', externalId);
  if (wanted !== undefined)
    rows = rows.where(matchesFacets(db, wanted, { own: sql.ref<string>('knowledge_items.facets') }));
  if (q !== undefined) {
    const text = foldLatin(q);
    const title = sql<string | null>`coalesce(knowledge_items.title, knowledge_documents.title)`;
    const texts = [title, sql.ref<string>('knowledge_items.url'), sql.ref<string>('knowledge_items.file_name')];
    rows = rows.where((of) => of.or(texts.map((each) => contains(db, lowerLatin(db, each), text))));
  }
  return {
    rows: (page: Pick<Page, 'limit' | 'after'>): Query<Row> =>
      pageOfQuery(rows, { key: 'knowledge_items.created_at', id: 'knowledge_items.id', direction: 'asc' }, page).select(
        (of) => [itemJson(db, of as never).as('json'), 'knowledge_items.created_at as key', 'knowledge_items.id as id'],
      ),
    count: () => countOfQuery(db, rows as never),
  };
}

/** Returns an item as JSON, by its ID or by that of a document that was read from it; undefined if it is unknown. */
export async function findItem(
  db: Database,
  workspace: string,
  { source, id }: { readonly source: string; readonly id: string },
): Promise<string | undefined> {
  const made = db.query
    .selectFrom('knowledge_documents as made')
    .select('made.item_id')
    .where('made.id', '=', id)
    .where('made.source_id', '=', source);
  const [row] = await db.read(
    joinedItems(db, workspace, source)
      .where((of) => of.or([of('knowledge_items.id', '=', id), of('knowledge_items.id', '=', made)]))
      .select((of) => [itemJson(db, of as never).as('json')]),
  );
  return row?.json;
}
