import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import { termRules } from '../../text/terms.ts';

/** A segment as `buildSegment` returns it. */
interface Built {
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly lengths: string;
  readonly rows: readonly { readonly slot: number; readonly postings: string }[];
}

/** A segment to store. */
export interface NewSegment {
  readonly workspace: string;
  readonly source: string;
  /** Its number in the source, never used before: that of its first chunk, or one taken of `next_chunk`. */
  readonly segment: number;
  /** The first version that has its chunks. */
  readonly since: number;
  readonly built: Built;
}

/** Max rows and max UTF-16 units of one unit of work: a few milliseconds of the writer. */
const portion = { rows: 128, units: 128 * 1024 } as const;

/**
 * Makes the batches that insert a segment, each a unit of work of its own. Searches see it after the last one. A batch
 * may be repeated. Each is made when it is asked for: all of them together would block the event loop.
 */
export function* insertSegment(db: Database, given: NewSegment): Generator<Statement[]> {
  yield [begin(db, given)];
  yield* insertRows(db, given);
  yield [finish(db, given)];
}

/** Begins a segment, which isn't searched yet. */
const begin = (db: Database, { workspace, source, segment, since, built }: NewSegment): Statement =>
  statement(
    insertOne(db, {
      ...{ workspace_id: workspace, source_id: source, segment, since, state: 'building', rules: termRules },
      ...{ first: built.first, chunks: built.chunks, slots: built.slots, lengths: built.lengths },
    }),
  );

/** Lets searches see a segment whose rows are there. */
const finish = (
  db: Database,
  { workspace, source, segment }: Pick<NewSegment, 'workspace' | 'source' | 'segment'>,
): Statement => statement(setReady(db, { workspace, source, segment }));

const setReady = prepared((db, { workspace, source, segment }: Pick<NewSegment, 'workspace' | 'source' | 'segment'>) =>
  db.query
    .updateTable('knowledge_segments')
    .set({ state: 'ready' })
    .where('source_id', '=', source)
    .where('segment', '=', segment)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'building'),
);

/** Makes the batches that insert rows of a segment. */
export function* insertRows(
  db: Database,
  {
    workspace,
    source,
    segment,
    built: { rows: all },
  }: Omit<NewSegment, 'since' | 'built'> & {
    readonly built: Pick<Built, 'rows'>;
  },
): Generator<Statement[]> {
  const insert = (rows: readonly (readonly [number, string])[]) => [
    statement(insertTerms(db, { workspace, source, segment, rows: JSON.stringify(rows) })),
  ];
  let rows: (readonly [number, string])[] = [];
  let units = 0;
  for (const { slot, postings } of all) {
    rows.push([slot, postings]);
    units += postings.length;
    if (rows.length < portion.rows && units < portion.units) continue;
    yield insert(rows);
    [rows, units] = [[], 0];
  }
  if (rows.length > 0) yield insert(rows);
}

/**
 * Inserts nothing if the segment was dropped meanwhile: no later job would find the rows to delete them. The lock
 * keeps the segment until they are inserted.
 */
const insertTerms = prepared(
  (db, { workspace, source, segment, rows }: Omit<NewSegment, 'since' | 'built'> & { readonly rows: string }) => {
    const unfinished = sql`select 1 from knowledge_segments where source_id = ${source} and segment = ${segment}
      and workspace_id = ${workspace} and state in ('building', 'merging')`;
    const values =
      db.engine === 'sqlite'
        ? sql`select ${source}, cast(row.value ->> 0 as integer), cast(${segment} as integer), ${workspace}, row.value ->> 1
            from json_each(${rows}) as row where exists (${unfinished})`
        : sql`select cast(${source} as text), cast(row.value ->> 0 as bigint), cast(${segment} as bigint),
            cast(${workspace} as text), row.value ->> 1
            from (${unfinished} for share) as held, json_array_elements(cast(${rows} as json)) as row(value)`;
    const insert = sql`insert into knowledge_terms (source_id, slot, segment, workspace_id, postings) ${values}
      on conflict (source_id, slot, segment) do update set postings = excluded.postings`;
    return { compile: () => insert.compile(db.query) };
  },
);

interface SegmentValues {
  readonly workspace_id: string;
  readonly source_id: string;
  readonly segment: number;
  readonly since: number;
  readonly state: string;
  readonly rules: number;
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly lengths: string;
}

const insertOne = prepared((db, row: SegmentValues) =>
  db.query
    .insertInto('knowledge_segments')
    .values({ ...row })
    .onConflict((of) => of.doNothing()),
);
