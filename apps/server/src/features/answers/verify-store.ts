import { sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';

/** Max chunks that a quote is compared with at a time. */
const maxChunks = 50;

const sourceById = prepared((db, { id, reach }: { readonly id: string; readonly reach: Reach }) =>
  db.query
    .selectFrom('knowledge_sources')
    .select(['id', 'workspace_id as workspace', 'version'])
    .where('id', '=', id)
    .where('workspace_id', 'in', reach)
    .where('deleted_at', 'is', null)
    .where('version', '>', 0),
);

/** A source with a version that serves. */
export interface ServingSource {
  readonly id: string;
  readonly workspace: string;
  readonly version: number;
}

/** Finds a source that serves, in the workspaces within reach. */
export async function findSource(db: Database, reach: Reach, id: string): Promise<ServingSource | undefined> {
  if (reach.length === 0) return undefined;
  const [found] = await db.read(sourceById(db, { id, reach }));
  return found && { ...found, version: Number(found.version) };
}

interface DocumentWanted {
  readonly workspace: string;
  readonly source: string;
  readonly version: number;
  readonly document: string;
  /** Key of the document if its row is gone: its URL. */
  readonly key: string;
}

const liveById = prepared((db, { workspace, source, version, document, key }: DocumentWanted) => {
  const former = db.query
    .selectFrom('knowledge_documents as former')
    .select('former.key')
    .where('former.id', '=', document)
    .where('former.source_id', '=', source);
  return db.query
    .selectFrom('knowledge_documents')
    .select(['id', 'title', 'url'])
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('since', '<=', version)
    .where((of) => of.or([of('until', 'is', null), of('until', '>', version)]))
    .where((of) => of.or([of('id', '=', document), of('key', '=', former), of('key', 'in', [key, 'file', 'text'])]))
    .orderBy(sql`case when id = ${document} then 0 when key in ('file', 'text') then 2 else 1 end`)
    .limit(1);
});

/** A document of the version that serves. */
export interface LiveDocument {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
}

/** Finds a document of the version that serves: the same row, or the one that has taken its place. */
export async function findDocument(db: Database, wanted: DocumentWanted): Promise<LiveDocument | undefined> {
  const [found] = await db.read(liveById(db, wanted));
  return found;
}

interface ChunksWanted {
  readonly workspace: string;
  readonly document: string;
  readonly start: number;
  readonly end: number;
}

const overlapping = prepared((db, { workspace, document, start, end }: ChunksWanted) =>
  db.query
    .selectFrom('knowledge_chunks')
    .select(['number', 'text', 'page', 'headings', 'start_at as start', 'end_at as end'])
    .where('document_id', '=', document)
    .where('workspace_id', '=', workspace)
    .where('start_at', '<', end)
    .where('end_at', '>', start)
    .orderBy('start_at')
    .limit(maxChunks),
);

/** A chunk of a document. */
export interface PlacedChunk {
  readonly number: number;
  readonly text: string;
  readonly page: number | null;
  readonly headings: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Reads the chunks of a document that overlap a place, in order. */
export async function chunksAt(db: Database, wanted: ChunksWanted): Promise<PlacedChunk[]> {
  const rows = await db.read(overlapping(db, wanted));
  return rows.map(({ number, text, page, headings, start, end }) => ({
    ...{ number: Number(number), text, page: page === null ? null : Number(page) },
    ...{ headings: JSON.parse(headings) as string[], start: Number(start), end: Number(end) },
  }));
}
