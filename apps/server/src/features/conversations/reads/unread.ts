import type { Database } from '../../../storage/database.ts';
import type { Row } from '../../../storage/sql/page.ts';
import { findUnread } from './store.ts';

/** Adds `unread` to the conversations of a page: true if anyone else has written since the person last read. */
export async function withUnread(db: Database, user: string, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.filter(({ json }) => json !== null).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const unread = await findUnread(db, user, ids);
  return rows.map((row) =>
    row.json === null ? row : { ...row, json: `${row.json.slice(0, -1)},"unread":${unread.has(row.id)}}` },
  );
}
