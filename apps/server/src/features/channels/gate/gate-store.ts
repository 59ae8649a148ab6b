import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** A counter of the messages of a day. */
export interface DayCount {
  readonly id: string;
  readonly channel: string;
  /** The limit; the message that would exceed it is refused. */
  readonly most: number;
  readonly expiresAt: number;
}

const countOne = prepared(
  (db, row: { id: string; channel: string; workspace: string; most: number; expiresAt: number }) =>
    db.query
      .insertInto('channel_counts')
      .values({
        ...{ id: row.id, channel_id: row.channel, workspace_id: row.workspace },
        ...{ messages: 1, expires_at: row.expiresAt },
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ messages: sql<number>`channel_counts.messages + 1` })
          .where('channel_counts.messages', '<', row.most),
      ),
);

/** Counts a message, in the unit of work that stores it. Throws `orElse` if the limit of the day is reached. */
export const count = (db: Database, workspace: string, day: DayCount, orElse: () => Error): Statement =>
  one(countOne(db, { workspace, ...day }), orElse);

/** Counts a message unless the limit of the day is reached. */
export const note = (db: Database, workspace: string, day: DayCount): Statement =>
  statement(countOne(db, { workspace, ...day }));

const countsByIds = prepared((db, { workspace, ids }: { workspace: string; ids: readonly string[] }) =>
  db.query
    .selectFrom('channel_counts')
    .select(['id', 'messages'])
    .where('id', 'in', ids)
    .where('workspace_id', '=', workspace),
);

/** Reads counters. */
export async function readCounts(
  db: Database,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.read(countsByIds(db, { workspace, ids }));
  return new Map(rows.map(({ id, messages }) => [id, Number(messages)]));
}

/** Minimum age in ms of the stored time of the last event before a message updates it: not every message writes it. */
const renewalMs = 60_000;

const renewLastEvent = prepared((db, args: { id: string; workspace: string; now: number; before: number }) =>
  db.query
    .updateTable('channels')
    .set({ last_event_at: args.now })
    .where('id', '=', args.id)
    .where('workspace_id', '=', args.workspace)
    .where((of) => of.or([of('last_event_at', 'is', null), of('last_event_at', '<', args.before)])),
);

/** Notes that a message came through a channel, to a minute. */
export const noteEvent = (db: Database, workspace: string, { id, now }: { id: string; now: number }): Statement =>
  statement(renewLastEvent(db, { id, workspace, now, before: now - renewalMs }));
