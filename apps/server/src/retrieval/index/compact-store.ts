import { type Kysely, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

interface OfSource {
  readonly workspace: string;
  readonly source: string;
}

/** Columns of a source that a compaction needs. */
export interface CompactedSource {
  readonly version: number;
  readonly chunkCount: number;
}

const sourceById = prepared((db, { workspace, source }: OfSource) =>
  db.query
    .selectFrom('knowledge_sources')
    .select(['version', 'chunk_count'])
    .where('id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null),
);

/** The version and the number of chunks of a source; undefined if it was deleted. */
export async function findSource(
  db: Database,
  workspace: string,
  source: string,
): Promise<CompactedSource | undefined> {
  const [row] = await db.read(sourceById(db, { workspace, source }));
  return row && { version: Number(row.version), chunkCount: Number(row.chunk_count) };
}

/** A segment without its lengths. */
export interface ListedSegment {
  readonly segment: number;
  readonly since: number;
  readonly first: number;
  readonly chunks: number;
  /** Of the terms by which it was cut. */
  readonly rules: number;
}

const readySegments = prepared((db, { workspace, source }: OfSource) =>
  db.query
    .selectFrom('knowledge_segments')
    .select(['segment', 'since', 'first', 'chunks', 'rules'])
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'ready')
    .orderBy('first')
    .limit(5_000),
);

/** The segments of a source that are complete, in the order of their chunks. */
export const listSegments = async (db: Database, workspace: string, source: string): Promise<ListedSegment[]> =>
  (await db.read(readySegments(db, { workspace, source }))).map(({ segment, since, first, chunks, rules }) => ({
    ...{ segment: Number(segment), since: Number(since), first: Number(first), chunks: Number(chunks) },
    rules: Number(rules),
  }));

const wholeSegment = prepared((db, { workspace, source, segment }: OfSource & { segment: number }) =>
  db.query
    .selectFrom('knowledge_segments')
    .select(['segment', 'first', 'chunks', 'slots', 'rules', 'lengths'])
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('segment', '=', segment),
);

/** A segment with its lengths. */
export async function findSegment(
  db: Database,
  workspace: string,
  { source, segment }: { source: string; segment: number },
) {
  const [row] = await db.read(wholeSegment(db, { workspace, source, segment }));
  return (
    row && {
      ...{ segment: Number(row.segment), first: Number(row.first), chunks: Number(row.chunks) },
      ...{ slots: Number(row.slots), rules: Number(row.rules), lengths: row.lengths },
    }
  );
}

interface NumbersOf extends OfSource {
  readonly version: number;
  readonly from: number;
  readonly until: number;
}

const liveBetween = prepared((db, { workspace, source, version, from, until }: NumbersOf) =>
  db.query
    .selectFrom('knowledge_chunks as chunk')
    .innerJoin('knowledge_documents as document', 'document.id', 'chunk.document_id')
    .select('chunk.number')
    .where('chunk.source_id', '=', source)
    .where('chunk.workspace_id', '=', workspace)
    .where('chunk.number', '>=', from)
    .where('chunk.number', '<', until)
    .where((of) => of.or([of('document.until', 'is', null), of('document.until', '>', version)])),
);

/** The numbers of the chunks in a range that a version or a later one has. */
export const findLiveNumbers = async (db: Database, workspace: string, of: Omit<NumbersOf, 'workspace'>) =>
  (await db.read(liveBetween(db, { workspace, ...of }))).map(({ number }) => Number(number));

const termRows = prepared((db, { workspace, source, segment, list }: OfSource & { segment: number; list: string }) => {
  const slots =
    db.engine === 'sqlite'
      ? sql`select value from json_each(${list})`
      : sql`select cast(value as bigint)
    from json_array_elements_text(cast(${list} as json)) as slot(value)`;
  return (db.query as Kysely<Tables>)
    .selectFrom('knowledge_terms')
    .select('postings')
    .where('source_id', '=', source)
    .where('segment', '=', segment)
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`slot in (${slots})`);
});

/** Rows of a segment by their slots, in any order. */
export const findRows = async (
  db: Database,
  workspace: string,
  { source, segment, slots }: { readonly source: string; readonly segment: number; readonly slots: readonly number[] },
): Promise<string[]> =>
  (await db.read(termRows(db, { workspace, source, segment, list: JSON.stringify(slots) }))).map(
    ({ postings }) => postings,
  );

const takeNumber = prepared((db, { workspace, source }: OfSource) =>
  db.query
    .updateTable('knowledge_sources')
    .set((of) => ({ next_chunk: of('next_chunk', '+', 1) }))
    .where('id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .returning('next_chunk'),
);

/** Takes a number that no segment and no chunk of the source has had; `next_chunk` is the one after it. */
export const takeSegmentNumber = (db: Database, workspace: string, source: string, orElse: () => Error) =>
  one(takeNumber(db, { workspace, source }), orElse);

const insertMerging = prepared(
  (
    db,
    row: Readonly<
      Record<'workspace_id' | 'source_id' | 'state' | 'lengths', string> &
        Record<'segment' | 'since' | 'rules' | 'first' | 'chunks' | 'slots', number>
    >,
  ) => db.query.insertInto('knowledge_segments').values({ ...row }),
);

/** A segment that others are merged into. */
export interface MergingSegment {
  readonly source: string;
  readonly segment: number;
  readonly since: number;
  readonly rules: number;
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly lengths: string;
}

/** Begins a segment that others are merged into; no search sees it. */
export const beginMerging = (db: Database, workspace: string, { source, ...rest }: MergingSegment): Statement =>
  statement(insertMerging(db, { ...rest, workspace_id: workspace, source_id: source, state: 'merging' }));

const dropMerging = prepared((db, { workspace, source }: OfSource) =>
  db.query
    .updateTable('knowledge_segments')
    .set({ state: 'dropped' })
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'merging'),
);

/** Drops what an earlier attempt has left. */
export const dropUnfinished = (db: Database, workspace: string, source: string): Statement =>
  statement(dropMerging(db, { workspace, source }));

const setState = prepared((db, args: OfSource & { segments: readonly number[]; from: string; to: string }) =>
  db.query
    .updateTable('knowledge_segments')
    .set({ state: args.to })
    .where('source_id', '=', args.source)
    .where('workspace_id', '=', args.workspace)
    .where('segment', 'in', args.segments)
    .where('state', '=', args.from),
);

const nextIndexVersion = prepared((db, { workspace, source }: OfSource) =>
  db.query
    .updateTable('knowledge_sources')
    .set((of) => ({ index_version: of('index_version', '+', 1) }))
    .where('id', '=', source)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null),
);

/** Replaces segments by those that were made of them; by none if no chunks are left. */
export function swap(
  db: Database,
  workspace: string,
  { source, made, replaced }: { source: string; made: readonly number[]; replaced: readonly number[] },
  orElse: () => Error,
): Statement[] {
  const of = { workspace, source };
  const ready = { ...of, segments: made, from: 'merging', to: 'ready' };
  return [
    ...(made.length === 0 ? [] : [{ ...statement(setState(db, ready)), rows: made.length, orElse }]),
    {
      ...statement(setState(db, { ...of, segments: replaced, from: 'ready', to: 'dropped' })),
      ...{ rows: replaced.length, orElse },
    },
    one(nextIndexVersion(db, of), orElse),
  ];
}
