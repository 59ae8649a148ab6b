import type { Database } from '../../../storage/database.ts';
import type { Row } from '../../../storage/sql/page.ts';
import { previewOf } from './preview.ts';
import type { LastMessage } from './schema.ts';
import { findLastMessages } from './store.ts';

/** Adds `lastMessage` to the conversations of a page; null if a conversation has no message. */
export async function withLastMessages(db: Database, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.filter(({ json }) => json !== null).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const last = new Map<string, LastMessage>();
  for (const { conversation, role, status, content, createdAt, attachmentKind } of await findLastMessages(db, ids)) {
    const time = new Date(Number(createdAt)).toISOString();
    last.set(conversation, { role, status, content: previewOf(content), createdAt: time, attachmentKind });
  }
  return rows.map((row) =>
    row.json === null
      ? row
      : { ...row, json: `${row.json.slice(0, -1)},"lastMessage":${JSON.stringify(last.get(row.id) ?? null)}}` },
  );
}
