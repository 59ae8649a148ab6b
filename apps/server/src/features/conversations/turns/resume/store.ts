import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { isAlive, isInLiveConversation } from '../../../../storage/sql/alive.ts';
import { one, statement } from '../../../../storage/unit.ts';
import { revisionIn, stored as storedMessage, touched } from '../../messages/store.ts';
import { moved } from '../../store.ts';
import { freed } from '../store.ts';

/** Finds a reply that waits, with the message that it replies to; undefined if it doesn't wait. */
export async function findWaiting(db: Database, workspace: string, reply: string) {
  const query = db.query
    .selectFrom('messages')
    .innerJoin('messages as asked', 'asked.id', 'messages.reply_to')
    .select(['messages.conversation_id as conversation', 'messages.parts', 'messages.model', 'messages.fallbacks'])
    .select('messages.response_schema as responseSchema')
    .select(['messages.input_tokens as inputTokens', 'messages.output_tokens as outputTokens'])
    .select(['messages.first_token_ms as firstTokenMs', 'messages.latency_ms as latencyMs'])
    .select(['asked.id as question', 'asked.created_at as askedAt', 'asked.content as asked'])
    .where('messages.id', '=', reply)
    .where('messages.workspace_id', '=', workspace)
    .where('messages.status', '=', sql.lit('requires_action'))
    .where(isInLiveConversation(sql.ref('messages.conversation_id')));
  const [found] = await db.read(query);
  return found;
}

/** The replies of a conversation that wait. */
export const waitingIn = (db: Database, workspace: string, conversation: string) =>
  db.read(
    db.query
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .where('status', '=', sql.lit('requires_action')),
  );

/** A turn of a reply in its conversation. */
interface Turn {
  readonly conversation: string;
  readonly replyId: string;
  readonly now: number;
}

const changeReply = (
  db: Database,
  workspace: string,
  { conversation, replyId, now }: Turn,
  { from, to, finishReason = null }: { from: string; to: string; finishReason?: string | null },
) =>
  db.query
    .updateTable('messages')
    .set((of) => ({
      ...{ status: to, finish_reason: finishReason },
      revision: revisionIn(db, conversation),
      ...touched(of, now),
    }))
    .where('id', '=', replyId)
    .where('workspace_id', '=', workspace)
    .where('status', '=', from);

/** Takes the turn of a conversation for a reply that waits; throws `orElse` if that is not possible now. */
export const take = (
  db: Database,
  workspace: string,
  { until, ...turn }: Turn & { readonly until: number },
  orElse: () => Error,
) => ({
  taken: one(
    db.query
      .updateTable('conversations')
      .set((of) => ({ turn: turn.replyId, turn_until: until, ...moved(of, turn.now) }))
      .where('id', '=', turn.conversation)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'open')
      .where('turn', 'is', null)
      .where(isAlive(sql.ref('conversations.agent_id'))),
    orElse,
  ),
  begun: one(changeReply(db, workspace, turn, { from: 'requires_action', to: 'streaming' }), orElse),
});

/** Lets a reply wait whose process has died; throws `orElse` if it has ended, or its lease was renewed. */
export function interrupt(
  db: Database,
  workspace: string,
  { lease, ...turn }: Turn & { readonly lease: number | undefined },
  orElse: () => Error,
) {
  // Its conversation gets the tokens of a reply at its end, or at its pause.
  const spent = sql<number>`coalesce((select messages.input_tokens from messages where messages.id = ${turn.replyId}), 0)`;
  const free = freed(db, { ...turn, workspace }).set((of) => ({
    input_tokens: sql<number>`${of.ref('conversations.input_tokens')} + ${spent}`,
  }));
  return {
    freed: one(lease === undefined ? free : free.where('turn_until', '<', lease), orElse),
    waits: one(changeReply(db, workspace, turn, { from: 'streaming', to: 'requires_action' }), orElse),
  };
}

/** Cancels a reply that waits; throws `orElse` if it doesn't any more. */
export const cancelWaiting = (db: Database, workspace: string, turn: Turn, orElse: () => Error) => ({
  moved: statement(
    db.query
      .updateTable('conversations')
      .set((of) => moved(of, turn.now))
      .where('id', '=', turn.conversation)
      .where('workspace_id', '=', workspace),
  ),
  cancelled: one(
    changeReply(db, workspace, turn, { from: 'requires_action', to: 'cancelled', finishReason: 'cancelled' }).returning(
      storedMessage(db),
    ),
    orElse,
  ),
});
