import { sql } from 'kysely';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import type { Database } from '../../../storage/database.ts';
import { facetsOf } from '../../../storage/sql/facets.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** The content of an item: the blob that holds it, and how it was sent. */
export interface ItemContent {
  /** Null for a text. */
  readonly fileName: string | null;
  readonly contentType: string;
  readonly hash: string;
  readonly bytes: number;
}

/** An item to insert. */
export interface NewItem extends ItemContent {
  readonly id: string;
  readonly externalId: string | null;
  readonly title: string | null;
  readonly url: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Inserts items of a source. Throws `taken` if one has the external ID of another. */
export const insertItems = (
  db: Database,
  workspace: string,
  { source, items, now }: { readonly source: string; readonly items: readonly NewItem[]; readonly now: number },
  taken: () => Error,
): Statement => {
  const rows = items.map(({ externalId, fileName, contentType, metadata, ...item }) => ({
    ...{ ...item, workspace_id: workspace, source_id: source, external_id: externalId },
    ...{ file_name: fileName, content_type: contentType, revision: 1 },
    ...{ metadata: JSON.stringify(metadata), facets: facetsOf(metadata), created_at: now, updated_at: now },
  }));
  return statement(db.query.insertInto('knowledge_items').values(rows), { onConflict: taken });
};

/** Throws `full` if a source has too many items. The unit must hold the source's row by then. */
export const demandRoom = (db: Database, source: string, full: () => Error): Statement =>
  one(
    db.query.selectNoFrom(sql.lit(1).as('fits')).where(
      sql<boolean>`(select count(*) from knowledge_items where source_id = ${source})
          <= ${sql.lit(sourceLimits.documents)}`,
    ),
    full,
  );

/** Columns of an item that a change is compared with. */
export interface ItemFacts extends ItemContent {
  readonly id: string;
  readonly externalId: string | null;
  readonly title: string | null;
  readonly url: string | null;
  /** As JSON. */
  readonly metadata: string;
  readonly revision: number;
  /** True if it couldn't be read as it is now. */
  readonly failed: boolean;
}

/** Finds an item of a source, by its ID or its external ID. */
export async function findFacts(
  db: Database,
  workspace: string,
  { source, ...by }: { readonly source: string } & ({ readonly id: string } | { readonly externalId: string }),
): Promise<ItemFacts | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['external_id', by.externalId] as const);
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_items')
      .select(['id', 'external_id', 'title', 'url', 'hash', 'bytes', 'file_name', 'content_type'])
      .select(['revision', 'problem_revision', 'metadata'])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where(column, '=', value),
  );
  if (row === undefined) return undefined;
  const { external_id: externalId, file_name: fileName, content_type: contentType } = row;
  const [revision, problem] = [Number(row.revision), row.problem_revision];
  return {
    ...{ id: row.id, title: row.title, url: row.url, hash: row.hash, bytes: Number(row.bytes) },
    ...{
      metadata: row.metadata,
      externalId,
      fileName,
      contentType,
      revision,
      failed: problem !== null && Number(problem) === revision,
    },
  };
}

/** A change of an item; absent fields stay. */
export interface ItemUpdate {
  readonly id: string;
  readonly now: number;
  readonly title?: string | undefined;
  readonly url?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: ItemContent | undefined;
  /** The item that the change was made of; another revision, or other values of what it sets, are a stale read. */
  readonly before: ItemFacts;
  /** True if a sync must read it again. */
  readonly rereads: boolean;
}

/** Changes an item. Throws `stale` if it was changed meanwhile, and `taken` for the external ID of another. */
export function updateItem(
  db: Database,
  workspace: string,
  { source, update }: { readonly source: string; readonly update: ItemUpdate },
  { stale, taken }: { readonly stale: () => Error; readonly taken: () => Error },
): Statement {
  const { id, now, title, url, externalId, metadata, content, before, rereads } = update;
  const { revision } = before;
  const query = db.query
    .updateTable('knowledge_items')
    .set((of) => ({
      ...(title !== undefined && { title }),
      ...(url !== undefined && { url }),
      ...(externalId !== undefined && { external_id: externalId }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata), facets: facetsOf(metadata) }),
      ...(content !== undefined && {
        ...{ file_name: content.fileName, content_type: content.contentType, hash: content.hash, bytes: content.bytes },
      }),
      revision: rereads ? revision + 1 : revision,
      updated_at: monotonicTime(of.ref('updated_at'), now),
    }))
    .where('id', '=', id)
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('revision', '=', revision)
    .$if(externalId !== undefined, (of) => of.where('external_id', 'is not distinct from', before.externalId))
    .$if(metadata !== undefined, (of) => of.where('metadata', '=', before.metadata));
  return { ...one(query, stale), onConflict: taken };
}

/** Deletes an item. Throws `stale` if it was changed meanwhile. */
export const removeItem = (
  db: Database,
  workspace: string,
  { source, id, revision }: { readonly source: string } & Pick<ItemFacts, 'id' | 'revision'>,
  stale: () => Error,
): Statement =>
  one(
    db.query
      .deleteFrom('knowledge_items')
      .where('id', '=', id)
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('revision', '=', revision),
    stale,
  );
