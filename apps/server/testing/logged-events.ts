import { createSettling } from '../src/features/events/settle.ts';
import type { Database } from '../src/storage/database.ts';
import { statement } from '../src/storage/unit.ts';

/** An event as tests read it. */
export interface LoggedEvent {
  readonly type: string;
  readonly account: string;
  readonly workspace: string | null;
  /** As it is stored: `{ user, key }`. */
  readonly actor: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly unknown[];
}

/** Reads every event of every log, in the order of positions; `about` picks those whose data contains a text. */
export async function loggedEvents(db: Database, about = ''): Promise<LoggedEvent[]> {
  await createSettling({ db, now: Date.now }).settle();
  const rows = await db.read(db.query.selectFrom('event_log').selectAll().orderBy('position').orderBy('account_id'));
  return rows
    .filter(({ data }) => data.includes(about))
    .map((row) => ({
      type: row.type,
      account: row.account_id,
      workspace: row.workspace_id,
      actor: JSON.parse(row.actor) as LoggedEvent['actor'],
      data: JSON.parse(row.data) as LoggedEvent['data'],
      changes: row.changes === null ? [] : (JSON.parse(row.changes) as unknown[]),
    }));
}

/** Deletes every event, so that a test sees only those that follow. */
export async function forgetEvents(db: Database): Promise<void> {
  await createSettling({ db, now: Date.now }).settle();
  await db.write([statement(db.query.deleteFrom('event_log'))]);
}
