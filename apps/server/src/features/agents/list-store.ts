import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { contains } from '../../storage/sql/contains.ts';
import { comesAfter, partsOf } from '../../storage/sql/keyset.ts';
import type { Position, Row } from '../../storage/sql/page.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import type { AgentSort } from './schema.ts';
import { type AgentColumns, agentJson, fold } from './store.ts';

/** The filters of a list, and where its page begins. */
export interface ListArguments {
  readonly sort: AgentSort;
  readonly limit: number;
  readonly after: Position | undefined;
  readonly status?: string | undefined;
  readonly model?: string | undefined;
  readonly q?: string | undefined;
}

const sortColumns = { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name_folded' } as const;

/** Reads one row more than a page holds, in order, from the workspaces within reach. */
export async function list(
  db: Database,
  reach: Reach,
  { sort, limit, after, ...filters }: ListArguments,
): Promise<Row[]> {
  if (reach.length === 0) return [];
  const args = { reach, rows: limit + 1, key: after?.key, id: after?.id, ...valuesOf(filters) };
  return db.read(page(db, args, sort));
}

type PageArguments = FilterValues & {
  readonly reach: Reach;
  readonly rows: number;
  readonly key: string | number | undefined;
  readonly id: string | undefined;
};

const page = prepared((db, { reach, rows, key, id, ...filters }: PageArguments, sort: AgentSort) => {
  const descending = sort.startsWith('-');
  const column = sortColumns[(descending ? sort.slice(1) : sort) as keyof typeof sortColumns];
  const direction = descending ? 'desc' : 'asc';
  const found = partsOf(reach).map((workspaces) => {
    let query = filtered(db, db.query.selectFrom('agents').where('workspace_id', 'in', workspaces), filters);
    if (id !== undefined) {
      query = query.where((of) => comesAfter({ key: of.ref(column), id: of.ref('id') }, { key, id }, direction));
    }
    const ordered = query.orderBy(column, direction).orderBy('id', direction).limit(rows);
    return db.query.selectFrom(ordered.select(['id', `${column} as key`]).as('part')).selectAll();
  });
  const all = found.reduce((some, more) => some.unionAll(more));
  const ordered = all.orderBy('key', direction).orderBy('id', direction).limit(rows);
  return db.query
    .selectFrom(ordered.as('page'))
    .innerJoin('agents', 'agents.id', 'page.id')
    .select((of) => [agentJson(db, of as unknown as AgentColumns).as('json'), 'page.key as key', 'agents.id as id'])
    .orderBy('page.key', direction)
    .orderBy('page.id', direction);
});

/** Counts what the filters match. */
export async function count(db: Database, reach: Reach, filters: Filters): Promise<number> {
  if (reach.length === 0) return 0;
  const [row] = await db.read(total(db, { reach, ...valuesOf(filters) }));
  return Number(row?.total ?? 0);
}

const total = prepared((db, { reach, ...filters }: FilterValues & { readonly reach: Reach }) =>
  filtered(db, db.query.selectFrom('agents').where('workspace_id', 'in', reach), filters).select(
    sql<number>`count(*)`.as('total'),
  ),
);

type Filters = Pick<ListArguments, 'status' | 'model' | 'q'>;

type FilterValues = {
  readonly status: string | undefined;
  readonly model: string | undefined;
  /** What `q` asks for, folded. */
  readonly text: string | undefined;
};

const valuesOf = ({ status, model, q }: Filters): FilterValues => ({
  status,
  model,
  text: q === undefined ? undefined : fold(q),
});

function filtered<Selected>(
  db: Database,
  query: SelectQueryBuilder<Tables, 'agents', Selected>,
  { status, model, text }: FilterValues,
) {
  let result = query;
  if (status !== undefined) result = result.where('status', '=', status);
  if (model !== undefined) result = result.where('model', '=', model);
  if (text !== undefined) {
    result = result.where((of) =>
      of.or([contains(db, of.ref('name_folded'), text), contains(db, of.ref('description_folded'), text)]),
    );
  }
  return result;
}
