import { type ExpressionBuilder, sql } from 'kysely';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import type { Database } from '../../../storage/database.ts';
import { contains, lowerLatin } from '../../../storage/sql/contains.ts';
import { isoTime, jsonObject } from '../../../storage/sql/json.ts';
import { pageOfQuery } from '../../../storage/sql/keyset.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import type { Page, Row } from '../../../storage/sql/page.ts';
import type { Tables } from '../../../storage/tables.ts';
import { one, type Query, type Statement, statement } from '../../../storage/unit.ts';
import { foldLatin } from '../documents/store.ts';
import type { PairChanges, PairDraft, PairQuery } from './schema.ts';

/** Rows of one insert. */
const batch = 100;

/** A pair as the database returns it. */
export interface StoredPair {
  readonly json: string;
}

const pairJson = (db: Database, of: ExpressionBuilder<Tables, 'knowledge_pairs'>) =>
  jsonObject(db, {
    _id: of.ref('knowledge_pairs.id'),
    source: of.ref('knowledge_pairs.source_id'),
    question: of.ref('knowledge_pairs.question'),
    answer: of.ref('knowledge_pairs.answer'),
    createdAt: isoTime(db, of.ref('knowledge_pairs.created_at')),
    updatedAt: isoTime(db, of.ref('knowledge_pairs.updated_at')),
  });

/** The pairs of a new source. */
interface NewPairs {
  readonly source: string;
  readonly pairs: readonly PairDraft[];
  readonly now: number;
  newId(kind: 'pair'): string;
}

/** Inserts the pairs of a new source. */
export function insertPairs(db: Database, workspace: string, { source, pairs, now, newId }: NewPairs): Statement[] {
  const rows = pairs.map(({ question, answer }) => ({
    ...{ id: newId('pair'), workspace_id: workspace, source_id: source, question, answer },
    ...{ created_at: now, updated_at: now },
  }));
  const batches = Array.from({ length: Math.ceil(rows.length / batch) }, (_, at) =>
    rows.slice(at * batch, (at + 1) * batch),
  );
  return batches.map((values) => statement(db.query.insertInto('knowledge_pairs').values(values)));
}

/** A pair to add. */
interface NewPair extends PairDraft {
  readonly id: string;
  readonly source: string;
  readonly now: number;
}

/** Adds a pair. The unit must hold the source's row by then: otherwise two could both be the last that fits. */
export function add(
  db: Database,
  workspace: string,
  { id, source, question, answer, now }: NewPair,
  full: () => Error,
): Statement {
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const time = sql<number>`cast(${now} as bigint)`;
  const row = db.query
    .selectNoFrom([
      ...[text(id).as('id'), text(workspace).as('workspace_id'), text(source).as('source_id')],
      ...[text(question).as('question'), text(answer).as('answer')],
      ...[time.as('created_at'), time.as('updated_at')],
    ])
    .where(
      sql<boolean>`(select count(*) from knowledge_pairs where source_id = ${source}) < ${sql.lit(sourceLimits.pairs)}`,
    );
  const columns = ['id', 'workspace_id', 'source_id', 'question', 'answer', 'created_at', 'updated_at'] as const;
  return one(db.query.insertInto('knowledge_pairs').columns(columns).expression(row), full);
}

/** A pair of a source. */
interface Named {
  readonly id: string;
  readonly source: string;
}

/** Changes a pair and returns it. */
export const update = (
  db: Database,
  workspace: string,
  { id, source, changes, now }: Named & { readonly changes: PairChanges; readonly now: number },
  orElse: () => Error,
): Statement<StoredPair> =>
  one(
    db.query
      .updateTable('knowledge_pairs')
      .set((of) => ({ ...changes, updated_at: monotonicTime(of.ref('updated_at'), now) }))
      .where('id', '=', id)
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .returning((of) => [pairJson(db, of).as('json')]),
    orElse,
  );

/** Deletes a pair. */
export const remove = (db: Database, workspace: string, { id, source }: Named, orElse: () => Error): Statement =>
  one(
    db.query
      .deleteFrom('knowledge_pairs')
      .where('id', '=', id)
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace),
    orElse,
  );

/** Finds a pair. */
export async function find(db: Database, workspace: string, { id, source }: Named): Promise<StoredPair | undefined> {
  const [pair] = await db.read(
    db.query
      .selectFrom('knowledge_pairs')
      .select((of) => [pairJson(db, of).as('json')])
      .where('id', '=', id)
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace),
  );
  return pair;
}

/** The pairs of a source that match a query, as pages and as a number. */
export function listed(db: Database, workspace: string, { source, query }: { source: string; query: PairQuery }) {
  const { q, sort } = query;
  const all = db.query
    .selectFrom('knowledge_pairs')
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace);
  const mentions = (text: string) => (of: ExpressionBuilder<Tables, 'knowledge_pairs'>) =>
    of.or([
      contains(db, lowerLatin(db, of.ref('question')), text),
      contains(db, lowerLatin(db, of.ref('answer')), text),
    ]);
  const rows = q === undefined ? all : all.where(mentions(foldLatin(q)));
  const key = sort.endsWith('updatedAt') ? 'updated_at' : 'created_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return {
    rows: (page: Pick<Page, 'limit' | 'after'>): Query<Row> =>
      pageOfQuery(rows, { key, id: 'id', direction }, page).select((of) => [
        pairJson(db, of).as('json'),
        sql<number>`${sql.ref(key)}`.as('key'),
        'id',
      ]),
    count: () => countOfQuery(db, rows),
  };
}

/** Reads all pairs of a source in the order of their creation: 1,000 at most. */
export const allPairs = (db: Database, workspace: string, source: string) =>
  db.read(
    db.query
      .selectFrom('knowledge_pairs')
      .select(['id', 'question', 'answer'])
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace)
      .orderBy('created_at')
      .orderBy('id'),
  );

/** Reads how often syncs of a source were asked for. */
export async function requestsOf(db: Database, workspace: string, id: string): Promise<number> {
  const [row] = await db.read(
    db.query
      .selectFrom('knowledge_sources')
      .select('requests')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace),
  );
  return Number(row?.requests ?? 0);
}

/** Locks a source until the unit ends. Throws `orElse` if another sync was asked for since a number was read. */
export const isAt = (
  db: Database,
  workspace: string,
  { id, requests }: { readonly id: string; readonly requests: number },
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('knowledge_sources')
      .set({ requests })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('requests', '=', requests),
    orElse,
  );
