import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';
import { stored as storedMessage } from './message-store.ts';
import { type Ending, freed } from './turn-store.ts';

/** An answer under way, as it is written down in between. */
export interface Progress {
  readonly message: string;
  readonly conversation: string;
  readonly workspace: string;
  /** Undefined where it hasn't grown. */
  readonly content: string | undefined;
  readonly until: number;
  readonly now: number;
}

const writeContent = prepared(
  (db, args: { message: string; workspace: string; content: string; now: number; streaming: string }) =>
    db.query
      .updateTable('messages')
      .set({ content: args.content, updated_at: args.now })
      .where('id', '=', args.message)
      .where('workspace_id', '=', args.workspace)
      .where('status', '=', args.streaming),
);

const extendLease = prepared((db, args: { message: string; conversation: string; workspace: string; until: number }) =>
  db.query
    .updateTable('conversations')
    .set({ turn_until: args.until })
    .where('id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .where('turn', '=', args.message),
);

/** Writes the text so far and extends the lease; the last outcome has changed a row while the turn is still ours. */
export function checkpoint(
  db: Database,
  { message, conversation, workspace, content, until, now }: Progress,
): Statement[] {
  const lease = statement(extendLease(db, { message, conversation, workspace, until }));
  if (content === undefined) return [lease];
  return [statement(writeContent(db, { message, workspace, content, now, streaming: 'streaming' })), lease];
}

/** Reads the turns that are written down as running: all of them, or those whose lease ran out before a time. */
export function running(db: Database, expiredBefore: number | undefined, limit: number) {
  const query = db.query
    .selectFrom('conversations')
    .innerJoin('workspaces', 'workspaces.id', 'conversations.workspace_id')
    .select([
      'conversations.id as conversation',
      'conversations.workspace_id as workspace',
      'workspaces.account_id as account',
      'conversations.turn as message',
    ])
    .where('turn', 'is not', null)
    .$narrowType<{ message: string }>()
    .limit(limit);
  return db.read(expiredBefore === undefined ? query : query.where('turn_until', '<', expiredBefore));
}

/** Ends an answer that nobody writes any more, with the text that it has. `lease` is the latest that may have run out. */
export function abandon(
  db: Database,
  workspace: string,
  {
    message,
    conversation,
    status,
    finishReason,
    error,
    now,
    lease,
  }: {
    message: string;
    conversation: string;
    status: 'failed' | 'cancelled';
    finishReason: string;
    error: Ending['error'];
    now: number;
    lease: number | undefined;
  },
  orElse: () => Error,
) {
  const answer = db.query
    .updateTable('messages')
    .set({ status, finish_reason: finishReason, error: error && JSON.stringify(error), updated_at: now })
    .where('id', '=', message)
    .where('workspace_id', '=', workspace)
    .where('status', '=', 'streaming');
  const free = freed(db, { conversation, workspace, message, now });
  return [
    one(lease === undefined ? free : free.where('turn_until', '<', lease), orElse),
    statement(answer.returning(storedMessage(db))),
  ] as const;
}
