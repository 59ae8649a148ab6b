import type { Database } from '../../storage/database.ts';
import { maxPageBytes } from '../../storage/sql/list.ts';
import { type ListQuery, type Page, type Row, readList } from '../../storage/sql/page.ts';
import type { Query } from '../../storage/unit.ts';

/** A list whose rows may be large: how its rows are read and counted. */
interface BoundedList {
  readonly query: ListQuery;
  /** Account on whose behalf it is read. */
  readonly account: string;
  /** Returns the query of up to `limit + 1` rows; sort keys are integers. */
  rows(page: Pick<Page, 'limit' | 'after'>): Query<Row>;
  count(): Promise<number>;
}

/** Reads a page as JSON text that ends early, with a cursor, before it has too many bytes. Throws `cursor_invalid`. */
export const readBounded = (db: Database, { query, account, rows, count }: BoundedList): Promise<string> =>
  readList(query, {
    rows: async (page) => {
      const { rows: read, cut } = await db.readUpTo(rows(page), maxPageBytes, { account });
      const found = read.map((row) => ({ ...row, key: Number(row.key), id: String(row.id) }));
      const last = found.at(-1);
      return cut && last !== undefined ? [...found, { ...last, json: null }] : found;
    },
    count,
  });
