import { createHash } from 'node:crypto';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** Key of a conversation of a channel with a platform. */
export interface UserThread {
  readonly channel: string;
  readonly user: string;
  /** Null if the platform has one of each user. */
  readonly thread: string | null;
}

/** A digest of some values. */
export const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** A digest of a user and the thread. */
export const threadDigest = ({ user, thread }: Omit<UserThread, 'channel'>): string => digestOf([user, thread]);

/** The ID of the row of a thread, by its digest. */
export const threadRow = (channel: string, digest: string): string => `${channel} ${digest}`;

/** The last message of a user in a thread. */
export interface LastMessage {
  /** Context of the message that a reply needs, as JSON; null for none. */
  readonly context: string | null;
  /** Time at which the user sent it, in ms since 1970. */
  readonly at: number;
}

/** A row, with an empty thread if the platform has none: a prepared query computes nothing of what it is given. */
interface ThreadRow extends Omit<UserThread, 'thread'>, LastMessage {
  readonly id: string;
  readonly workspace: string;
  readonly thread: string;
}

const upsert = prepared((db, row: ThreadRow) =>
  db.query
    .insertInto('channel_threads')
    .values({
      ...{ id: row.id, workspace_id: row.workspace, channel_id: row.channel, user_id: row.user },
      ...{ thread: row.thread, context: row.context, last_event_at: row.at },
      ...{ asked_conversation: null, asked_version: null, asked_until: null },
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((of) => ({
          context: of.ref('excluded.context'),
          last_event_at: of.ref('excluded.last_event_at'),
          // A message that is no answer ends the question.
          asked_until: null,
        }))
        // A platform may send an old message again after newer ones: it doesn't set back when the user wrote last.
        .whereRef('excluded.last_event_at', '>=', 'channel_threads.last_event_at'),
    ),
);

/** Notes a message of a user, in its unit of work: replies that end from then on are for it. */
export const remember = (
  db: Database,
  workspace: string,
  { last, ...of }: UserThread & { readonly last: LastMessage },
): Statement =>
  statement(
    upsert(db, { ...of, ...last, workspace, thread: of.thread ?? '', id: threadRow(of.channel, threadDigest(of)) }),
  );
