import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** A knowledge source, as far as its vectors are concerned. */
export interface EmbeddedSource {
  readonly id: string;
  readonly workspace: string;
  /** The version that serves; 0 if none does. */
  readonly version: number;
  /** The text of its note. */
  readonly embedding: string | null;
}

/** Reads the sources that aren't deleted, of the given ones. */
export async function findSources(db: Database, ids: readonly string[]): Promise<EmbeddedSource[]> {
  if (ids.length === 0) return [];
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['id', 'workspace_id as workspace', 'version', 'embedding'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null),
  );
  return rows.map((row) => ({ ...row, version: Number(row.version) }));
}

/** Reads sources after an ID that serve something, and whose note doesn't begin with a text. */
export async function findUnembedded(
  db: Database,
  { beginning, after, limit }: { readonly beginning: string; readonly after: string; readonly limit: number },
): Promise<{ id: string; workspace: string; isPending: boolean }[]> {
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select(['id', 'workspace_id as workspace'])
      .select((of) =>
        sql<number>`case when ${of.ref('version')} > 0 and ${of.ref('deleted_at')} is null
          and substr(coalesce(${of.ref('embedding')}, ''), 1, ${sql.lit(beginning.length)}) <> ${beginning}
          then 1 else 0 end`.as('pending'),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  return rows.map(({ pending, ...row }) => ({ ...row, isPending: Number(pending) === 1 }));
}

/** Chunks of a source at a version. */
export interface AtVersion {
  readonly source: string;
  readonly version: number;
}

/** The chunks of a version, joined with their documents, which alone know the versions. */
const live = (db: Database, workspace: string, { source, version }: AtVersion) =>
  db.query
    .selectFrom('knowledge_chunks as chunks')
    .innerJoin('knowledge_documents as documents', 'documents.id', 'chunks.document_id')
    .where('chunks.source_id', '=', source)
    .where('chunks.workspace_id', '=', workspace)
    .where('documents.since', '<=', version)
    .where((of) => of.or([of('documents.until', 'is', null), of('documents.until', '>', version)]));

/** A condition: the chunk has a vector of the space. */
const hasVector = (space: string): RawBuilder<boolean> =>
  sql`exists (select 1 from knowledge_vectors as vectors where vectors.source_id = chunks.source_id
    and vectors.number = chunks.number and vectors.model = ${space})`;

/** A chunk to embed. */
export interface Unembedded {
  readonly number: number;
  readonly title: string;
  readonly headings: string;
  readonly text: string;
}

const narrow = 'The source has too many chunks to be embedded.';

/** Reads the first chunks after a number that have no vector of the space. */
export async function findMissing(
  db: Database,
  workspace: string,
  { space, after, limit, ...at }: AtVersion & { space: string; after: number; limit: number },
): Promise<Unembedded[]> {
  const query = live(db, workspace, at)
    .select(['chunks.number', 'documents.title', 'chunks.headings', 'chunks.text'])
    .where('chunks.number', '>', after)
    .where((of) => of.not(hasVector(space)))
    .orderBy('chunks.number')
    .limit(limit);
  const { rows } = await db.scan(query, { account: workspace, narrow });
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** Counts the chunks of a version, and those of them that have a vector of the space. */
export async function countLive(
  db: Database,
  workspace: string,
  { space, ...at }: AtVersion & { space: string },
): Promise<{ total: number; done: number }> {
  const query = live(db, workspace, at).select((of) => [
    of.fn.countAll().as('total'),
    sql<number>`coalesce(sum(case when ${hasVector(space)} then 1 else 0 end), 0)`.as('done'),
  ]);
  const { rows } = await db.scan(query, { account: workspace, narrow });
  return { total: Number(rows[0]?.total ?? 0), done: Number(rows[0]?.done ?? 0) };
}

/** Reads vectors of the source by the hash of what was embedded. */
export async function findTwins(
  db: Database,
  workspace: string,
  { source, space, hashes }: { readonly source: string; readonly space: string; readonly hashes: readonly string[] },
): Promise<{ hash: string; vector: string }[]> {
  if (hashes.length === 0) return [];
  return db.read(
    db.query
      .selectFrom('knowledge_vectors')
      .select((of) => ['hash', of.fn.min('vector').as('vector')])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('hash', 'in', hashes)
      .where('model', '=', space)
      .groupBy('hash'),
  );
}

/** A vector to store. */
export interface NewVector {
  readonly number: number;
  readonly hash: string;
  readonly vector: string;
}

/** Stores vectors instead of those of another space. Throws `onMissing` if a chunk was deleted meanwhile. */
export const putVectors = (
  db: Database,
  workspace: string,
  { source, space, rows }: { readonly source: string; readonly space: string; readonly rows: readonly NewVector[] },
  onMissing: () => Error,
): Statement =>
  statement(
    db.query
      .insertInto('knowledge_vectors')
      .values(rows.map((row) => ({ ...row, source_id: source, workspace_id: workspace, model: space })))
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'number']).doUpdateSet((of) => ({
          model: of.ref('excluded.model'),
          hash: of.ref('excluded.hash'),
          vector: of.ref('excluded.vector'),
        })),
      ),
    { onMissing },
  );

/** Changes the note of a source. Throws `onOther` if it isn't the given one any more, or the source is deleted. */
export const changeNote = (
  db: Database,
  workspace: string,
  { source, from, to }: { readonly source: string; readonly from: string | null; readonly to: string },
  onOther: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set({ embedding: to })
      .where('id', '=', source)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null)
      .where((of) => (from === null ? of('embedding', 'is', null) : of('embedding', '=', from))),
    onOther,
  );

/** Reads vectors of a version after a number, up to a number of rows and of bytes. */
export function vectorsAfter(
  db: Database,
  workspace: string,
  {
    space,
    after,
    limit,
    maxBytes,
    ...at
  }: AtVersion & { space: string; after: number; limit: number; maxBytes: number },
) {
  const query = live(db, workspace, at)
    .innerJoin('knowledge_vectors as vectors', (join) =>
      join.onRef('vectors.source_id', '=', 'chunks.source_id').onRef('vectors.number', '=', 'chunks.number'),
    )
    .select(['vectors.number', 'vectors.vector as json'])
    .where('vectors.model', '=', space)
    .where('chunks.number', '>', after)
    .orderBy('chunks.number')
    .limit(limit);
  return db.readUpTo(query, maxBytes, { account: workspace });
}

/** The name of a chunk. */
interface ChunkName {
  readonly source: string;
  readonly chunk: number;
}

/** Returns those of the chunks that serve at the versions of their sources and aren't switched off. */
export async function stillLive<Found extends ChunkName>(
  db: Database,
  sources: readonly { readonly id: string; readonly version: number }[],
  found: readonly Found[],
): Promise<Found[]> {
  const groups = sources.flatMap(({ id, version }) => {
    const numbers = found.filter(({ source }) => source === id).map(({ chunk }) => chunk);
    return numbers.length === 0 ? [] : [{ id, version, numbers }];
  });
  if (groups.length === 0) return [];
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_chunks as chunks')
      .innerJoin('knowledge_documents as documents', 'documents.id', 'chunks.document_id')
      .innerJoin('knowledge_sources as sources', 'sources.id', 'chunks.source_id')
      .select(['chunks.source_id as source', 'chunks.number'])
      .where('chunks.enabled', '=', 1)
      .where('sources.deleted_at', 'is', null)
      .where((of) =>
        of.or(
          groups.map(({ id, version, numbers }) =>
            of.and([
              of('chunks.source_id', '=', id),
              of('chunks.number', 'in', numbers),
              of('documents.since', '<=', version),
              of.or([of('documents.until', 'is', null), of('documents.until', '>', version)]),
            ]),
          ),
        ),
      ),
  );
  const kept = new Set(rows.map(({ source, number }) => `${source} ${number}`));
  return found.filter(({ source, chunk }) => kept.has(`${source} ${chunk}`));
}
