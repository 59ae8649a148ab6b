import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { contains, lowerLatin } from '../../storage/sql/contains.ts';
import { comesAfter, partsOf } from '../../storage/sql/keyset.ts';
import type { Position, Row } from '../../storage/sql/page.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import type { ConversationSort } from './schema.ts';
import { type ConversationColumns, conversationJson } from './store.ts';

/** The filters of a list; times in milliseconds. */
export interface Filters {
  readonly agent?: string | undefined;
  readonly channel?: string | undefined;
  readonly status?: string | undefined;
  readonly user?: string | undefined;
  readonly rating?: string | undefined;
  readonly q?: string | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** Where a page of the list begins, how long it is and in which order. */
export interface ListArguments {
  readonly sort: ConversationSort;
  readonly limit: number;
  readonly after: Position | undefined;
  readonly filters: Filters;
}

/** Reads one row more than a page holds, in order, from the workspaces within reach. */
export async function list(db: Database, reach: Reach, { sort, limit, after, filters }: ListArguments): Promise<Row[]> {
  if (reach.length === 0) return [];
  return db.read(page(db, { reach, rows: limit + 1, key: after?.key, id: after?.id, ...valuesOf(filters) }, sort));
}

type PageArguments = FilterValues & {
  readonly reach: Reach;
  readonly rows: number;
  readonly key: string | number | undefined;
  readonly id: string | undefined;
};

const sortColumns = { createdAt: 'created_at', updatedAt: 'updated_at', lastMessageAt: 'last_message_at' } as const;

const page = prepared((db, { reach, rows, key, id, ...filters }: PageArguments, sort: ConversationSort) => {
  const descending = sort.startsWith('-');
  const column = sortColumns[(descending ? sort.slice(1) : sort) as keyof typeof sortColumns];
  const direction = descending ? 'desc' : 'asc';
  const found = partsOf(reach).map((workspaces) => {
    let query = filtered(db, db.query.selectFrom('conversations').where('workspace_id', 'in', workspaces), filters);
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
    .innerJoin('conversations', 'conversations.id', 'page.id')
    .select((of) => [
      conversationJson(db, of as unknown as ConversationColumns).as('json'),
      'page.key as key',
      'conversations.id as id',
    ])
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
  filtered(db, db.query.selectFrom('conversations').where('workspace_id', 'in', reach), filters).select(
    sql<number>`count(*)`.as('total'),
  ),
);

type FilterValues = Record<'agent' | 'channel' | 'status' | 'user' | 'rating' | 'text', string | undefined> &
  Record<'from' | 'until', number | undefined>;

const valuesOf = ({ agent, channel, status, user, rating, q, from, until }: Filters): FilterValues => ({
  agent,
  channel,
  status,
  user,
  rating,
  text: q === undefined ? undefined : foldLatin(q),
  from,
  until,
});

/** As `lowerLatin` does it in the database. */
const foldLatin = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function filtered<Selected>(
  db: Database,
  query: SelectQueryBuilder<Tables, 'conversations', Selected>,
  values: FilterValues,
) {
  const { agent, channel, status, user, rating, text, from, until } = values;
  let result = query;
  if (agent !== undefined) result = result.where('agent_id', '=', agent);
  if (channel !== undefined) result = result.where('channel_id', '=', channel);
  if (status !== undefined) result = result.where('status', '=', status);
  if (user !== undefined) result = result.where('user_id', '=', user);
  if (rating !== undefined) result = result.where('rating', '=', rating);
  if (text !== undefined) result = result.where((of) => contains(db, lowerLatin(db, of.ref('title')), text));
  if (from !== undefined) result = result.where('created_at', '>=', from);
  if (until !== undefined) result = result.where('created_at', '<', until);
  return result;
}
