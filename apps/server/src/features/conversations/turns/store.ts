import { sql } from 'kysely';
import type { MessageError } from '../../../replies/message-error.ts';
import type { MessageStatus } from '../../../replies/schemas/message.ts';
import type { Database } from '../../../storage/database.ts';
import { isAlive } from '../../../storage/sql/alive.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { MessageRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import { revisionIn, stored as storedMessage, touched } from '../messages/store.ts';
import { moved, type StoredConversation, stored as storedConversation } from '../store.ts';

/** The entry of messages into a conversation, and the turn that starts. */
export interface Entry {
  readonly conversation: string;
  /** The ID of the reply that is going to be written; null if no turn starts. */
  readonly replyId: string | null;
  /** When the lease of the turn expires, in milliseconds since 1970. */
  readonly until: number | null;
  /** The times of the first and of the last message that enter; each later than the conversation's last. */
  readonly from: number;
  readonly last: number;
  readonly messages: number;
  /** The status that the conversation must have. */
  readonly status: 'open' | 'human';
  /** The title of a conversation that has none. */
  readonly title: string;
  /** The role of the first message. */
  readonly role: string;
  /** The new context of the page as JSON; undefined if the stored one stays. */
  readonly page: string | undefined;
}

/** While a person has the conversation, its visitor waits for an answer after a message, or has one by it. */
type Turn = 'asks' | 'answers' | 'open';

const enterConversation = prepared((db, args: Omit<Entry, 'role'> & { readonly workspace: string }, turn: Turn) => {
  const { conversation, workspace, replyId, until, from, last, messages, status, title, page } = args;
  return db.query
    .updateTable('conversations')
    .set((of) => ({
      turn: replyId,
      turn_until: until,
      ...(page !== undefined && { visitor_page: page }),
      ...(turn === 'asks' && { waiting_since: sql<number>`coalesce(waiting_since, ${from})` }),
      ...(turn === 'answers' && { waiting_since: null }),
      ...(turn !== 'answers' && { snoozed_until: null }),
      message_count: of('message_count', '+', messages),
      last_message_at: last,
      title: of.case().when('title', '=', '').then(title).else(of.ref('title')).end(),
      ...moved(of, last),
    }))
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('status', '=', status)
    .where('turn', 'is', null)
    .where('last_message_at', '<', from)
    .where(isAlive(sql.ref('conversations.agent_id')))
    .returning(storedConversation(db));
});

/** Adds messages to a conversation's counters and takes its turn; throws `orElse` if it is busy or not as expected. */
export function enter(
  db: Database,
  workspace: string,
  { role, ...entry }: Entry,
  orElse: () => Error,
): Statement<StoredConversation> {
  const whileTaken = role === 'human' ? 'answers' : 'asks';
  const turn = entry.status === 'human' ? whileTaken : 'open';
  return one(enterConversation(db, { ...entry, workspace }, turn), orElse);
}

/** The columns of a message that hold the parts of a reply. */
export type ReplyColumns = Pick<MessageRow, 'content' | 'citations' | 'parts'>;

/** The columns of a reply that another model writes than the one it began with; undefined for those that stay. */
export interface FallbackColumns {
  readonly model: string | undefined;
  readonly fallbacks: string | undefined;
}

/** End of a turn. */
export interface Ending extends ReplyColumns, FallbackColumns {
  readonly replyId: string;
  readonly conversation: string;
  readonly status: Exclude<MessageStatus, 'streaming'>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The tokens of before a pause, which its conversation has already. */
  readonly before: { readonly inputTokens: number; readonly outputTokens: number };
  readonly firstTokenMs: number | null;
  readonly latencyMs: number;
  /** Null if it waits. */
  readonly finishReason: string | null;
  readonly error: MessageError | null;
  readonly now: number;
}

interface EndArguments extends Omit<Ending, 'error' | 'before'> {
  readonly error: string | null;
  readonly workspace: string;
}

const endMessage = prepared((db, args: EndArguments) =>
  db.query
    .updateTable('messages')
    .set((of) => ({
      status: args.status,
      content: args.content,
      citations: args.citations,
      parts: args.parts,
      input_tokens: args.inputTokens,
      output_tokens: args.outputTokens,
      first_token_ms: args.firstTokenMs,
      latency_ms: args.latencyMs,
      finish_reason: args.finishReason,
      error: args.error,
      ...(args.model !== undefined && { model: args.model, fallbacks: args.fallbacks }),
      revision: revisionIn(db, args.conversation),
      ...touched(of, args.now),
    }))
    .where('id', '=', args.replyId)
    .where('workspace_id', '=', args.workspace)
    .where('status', '=', 'streaming')
    .returning(storedMessage(db)),
);

interface Release {
  readonly conversation: string;
  readonly workspace: string;
  readonly replyId: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly now: number;
}

const freeConversation = prepared((db, args: Release) =>
  freed(db, args)
    .set((of) => ({
      input_tokens: of('input_tokens', '+', args.inputTokens),
      output_tokens: of('output_tokens', '+', args.outputTokens),
    }))
    .returning(storedConversation(db)),
);

/** The update that frees a conversation of a turn. */
export const freed = (
  db: Database,
  { conversation, workspace, replyId, now }: Pick<Release, 'conversation' | 'workspace' | 'replyId' | 'now'>,
) =>
  db.query
    .updateTable('conversations')
    .set((of) => ({ turn: null, turn_until: null, ...moved(of, now) }))
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('turn', '=', replyId)
    .where(isAlive(sql.ref('conversations.agent_id')));

/**
 * Stores a reply as it ended and frees its conversation; written by `writeEnded`. Throws `orElse` if it was ended or
 * deleted meanwhile.
 */
export function end(db: Database, workspace: string, { error, before, ...ending }: Ending, orElse: () => Error) {
  const { conversation, replyId, now } = ending;
  const inputTokens = ending.inputTokens - before.inputTokens;
  const outputTokens = ending.outputTokens - before.outputTokens;
  return [
    one(freeConversation(db, { conversation, workspace, replyId, inputTokens, outputTokens, now }), orElse),
    one(endMessage(db, { ...ending, error: error && JSON.stringify(error), workspace }), orElse),
  ] as const;
}

/** Lets another agent answer in a conversation from now on; its own one if it is that. */
export const handOver = (
  db: Database,
  workspace: string,
  { conversation, to, now }: { readonly conversation: string; readonly to: string; readonly now: number },
): Statement =>
  statement(
    db.query
      .updateTable('conversations')
      .set((of) => ({
        answering_agent_id: sql<string | null>`case when ${of.ref('agent_id')} = ${to} then null else ${to} end`,
        ...moved(of, now),
      }))
      .where('id', '=', conversation)
      .where('workspace_id', '=', workspace),
  );
