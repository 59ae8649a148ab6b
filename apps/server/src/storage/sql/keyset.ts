import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from './page.ts';

/** Max parts of one union. SQLite allows 500, and each number of parts is a query of its own to compile. */
const maxParts = 100;

/**
 * Splits the workspaces of a list into union parts, one each, up to `maxParts`; beyond that it returns a single part.
 * An index holds each workspace's rows in order; one query over several would have to sort them all.
 */
export const partsOf = (workspaces: readonly string[]): readonly (readonly string[])[] =>
  workspaces.length > maxParts ? [workspaces] : workspaces.map((workspace) => [workspace]);

interface Keyset<Key, Id> {
  readonly key: Key;
  readonly id: Id;
}

/** A condition: a row comes after a keyset position, ordered by sort key and then by id. */
export const comesAfter = (
  row: Keyset<Expression<string | number>, Expression<string>>,
  position: Keyset<string | number | undefined, string>,
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  direction === 'asc'
    ? sql`(${row.key}, ${row.id}) > (${position.key}, ${position.id})`
    : sql`(${row.key}, ${row.id}) < (${position.key}, ${position.id})`;

/** The columns that page a query: unique together and never null. */
interface PagedBy {
  readonly key: string | Expression<string | number>;
  readonly id: string;
  readonly direction: 'asc' | 'desc';
}

/** Orders a query and limits it to one page plus one row. */
export function pageOfQuery<Database_, Table extends keyof Database_, Selected>(
  query: SelectQueryBuilder<Database_, Table, Selected>,
  { key, id, direction }: PagedBy,
  { limit, after }: Pick<Page, 'limit' | 'after'>,
): SelectQueryBuilder<Database_, Table, Selected> {
  const columns = { key: typeof key === 'string' ? sql.ref<string | number>(key) : key, id: sql.ref<string>(id) };
  const rest = after === undefined ? query : query.where(comesAfter(columns, after, direction));
  return rest
    .orderBy(columns.key, direction)
    .orderBy(columns.id, direction)
    .limit(limit + 1);
}

/** The key of a sort, without its direction. */
export const keyOf = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : sort);

/** The order of a list: a column, with ties by ID. */
export interface Order {
  readonly column: RawBuilder<string | number>;
  readonly direction: 'asc' | 'desc';
}

/** The order of a sort; its key is one of `sorts`, with its column. */
export function orderOf(sorts: Readonly<Record<string, string>>, sort: string): Order {
  const column = sql.ref<string | number>(sorts[keyOf(sort)] ?? 'id');
  return { column, direction: sort.startsWith('-') ? 'desc' : 'asc' };
}
