import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { keyOf, pageOfQuery } from './keyset.ts';
import { countOfQuery } from './list.ts';
import { type ListQuery, readList } from './page.ts';

/** The sort keys of a list: the column of each, or an expression; `id` is the column that is unique. */
export interface Sorts<Key extends string> {
  readonly id: string;
  readonly integers: Readonly<Partial<Record<Key, SortColumn>>>;
  readonly texts?: Readonly<Partial<Record<Key, SortColumn>>>;
}
type SortColumn = string | ((db: Database) => Expression<string | number>);

/** A list that is sorted: its query parameters, its sort keys, and how a row becomes a value of the response. */
interface SortedList<Key extends string, Row> {
  readonly query: ListQuery & { readonly sort: Key | `-${Key}` };
  readonly sorts: Sorts<Key>;
  toJson(row: Row): object;
}

/**
 * Reads a page of a query's rows as JSON text, with the total if the query asks for it. The database sorts all rows of
 * the query, so each list says beside its call what bounds them: a quota, or that `db` is one whose reads are scans.
 * Throws `cursor_invalid`.
 */
export function readSorted<Table extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { query, sorts, toJson }: SortedList<string, Row>,
): Promise<string> {
  const { sort } = query;
  const key = keyOf(sort);
  const text = sorts.texts?.[key];
  const column = text ?? sorts.integers[key] ?? sorts.id;
  const by = typeof column === 'string' ? sql.ref<string | number>(column) : column(db);
  const order = { key: by, id: sorts.id, direction: sort.startsWith('-') ? 'desc' : 'asc' } as const;
  return readList(query, {
    sortedBy: text === undefined ? 'integer' : 'text',
    rows: async (page) => {
      const sorted = pageOfQuery(rows, order, page).select([
        sql<string | number>`${by}`.as('sort_key'),
        sql.ref<string>(sorts.id).as('sort_id'),
      ]);
      const read = (await db.read(sorted)) as (Row & { sort_key: string | number; sort_id: string })[];
      return read.map((row) => ({
        json: JSON.stringify(toJson(row)),
        key: text === undefined ? Number(row.sort_key) : row.sort_key,
        id: row.sort_id,
      }));
    },
    count: () => countOfQuery(db, rows),
  });
}
