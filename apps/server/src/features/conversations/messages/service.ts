import { type Actor, demandScope, lineOf } from '../../../access/actor.ts';
import { type Lasting, withSlot } from '../../../access/limits/with-slot.ts';
import { handoverCauses } from '../../../calling/handover-rules.ts';
import { invalid } from '../../../errors.ts';
import { type Place, start } from '../../../replies/reply-body.ts';
import type { ChatDraft, Feedback, MessageQuery, RetryDraft } from '../../../replies/schemas/message.ts';
import { createGate } from '../../../scheduling/lanes.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { findConversation, getConversation, getMessage } from '../access.ts';
import { writeAlong } from '../concurrency/write-along.ts';
import { failures } from '../failures.ts';
import type { ConversationNeeds } from '../needs.ts';
import * as conversations from '../store.ts';
import type { Follower } from '../turns/follow/follow.ts';
import {
  createdEvent,
  following,
  type ReplyEvent,
  readEventId,
  replyCreatedEvent,
  terminalEvent,
} from '../turns/follow/reply-events.ts';
import * as feedback from './feedback-store.ts';
import { list } from './list-store.ts';
import { checkResponseSchema } from './response-schema.ts';
import { failureOf } from './sending/failed.ts';
import type { SendDraft, Sending, WithAttachments } from './sending/sending.ts';
import type { SendTarget, Sent } from './sending/steps.ts';
import * as store from './store.ts';
import { readTrial, type TrialNeeds } from './trial/trial.ts';

/** Max followers that start at the same time, of all accounts and of one; others wait for some milliseconds. */
const followingAtOnce = { atOnce: 8, ofOne: 2 } as const;

const onlyNew = 'is accepted only for a new conversation';

/** Dependencies of messages. */
export interface MessageNeeds
  extends Pick<ConversationNeeds, 'db' | 'now' | 'record' | 'desk' | 'changed' | 'slots'>,
    TrialNeeds {
  readonly sending: Sending;
  readonly follower: Follower;
}

/** A message with its complete reply, and the conversation after the turn. */
export interface CompletedExchange {
  readonly conversation: string;
  readonly workspace: string;
  /** The JSON text of all three. */
  readonly json: string;
  readonly replayed: boolean;
}

/** The events of a stream. */
interface FollowedEvents {
  readonly events: AsyncIterable<ReplyEvent>;
}

export type Messages = ReturnType<typeof createMessages>;

/** Messages: send, chat, retry, follow, read, list, rate. */
export function createMessages({ db, now, record, desk, changed, slots, models, sending, follower }: MessageNeeds) {
  const inTurn = createGate(followingAtOnce);

  const eventsOf = ({ message, reply }: Pick<Sent, 'message' | 'reply'>): AsyncIterable<ReplyEvent> =>
    reply === undefined
      ? following([createdEvent(message), terminalEvent(message)])
      : eventsOfReply(reply, [createdEvent(message)]);

  const eventsOfReply = (reply: store.StoredMessage, before: readonly ReplyEvent[] = []): AsyncIterable<ReplyEvent> =>
    following(
      [...before, replyCreatedEvent(reply)],
      follower.follow({ workspace: reply.workspace, replyId: reply.id, place: start }),
    );

  /** The events after the last one that a reader received. */
  const eventsAfter = async (conversation: string, last: store.StoredMessage, place: Place) => {
    const { workspace, id } = last;
    if (last.role === 'assistant') return follower.follow({ workspace, replyId: id, place });
    const reply = await store.findReply(db, workspace, { conversation, message: id });
    return reply === undefined ? following([terminalEvent(last)]) : eventsOfReply(reply);
  };

  /** The events of the reply that is being written, or after the event with the ID `after`. */
  const eventsFrom = async (
    { id, workspace, turn }: Pick<conversations.StoredConversation, 'id' | 'workspace' | 'turn'>,
    after: string | undefined,
  ): Promise<AsyncIterable<ReplyEvent>> => {
    const read = readEventId(after);
    const last = read && (await store.find(db, [workspace], read.message));
    if (read !== undefined && last?.conversation === id) return eventsAfter(id, last, read.place);
    const running = turn === null ? undefined : await store.find(db, [workspace], turn);
    if (running !== undefined) return eventsOfReply(running);
    const ended = await store.findLast(db, workspace, id);
    if (ended === undefined) throw failures.empty();
    // Its turn started after the conversation was read.
    if (ended.status === 'streaming') return eventsOfReply(ended);
    return following([terminalEvent(ended)]);
  };

  /** Waits for the end of a reply. Throws its failure, or `message_not_found` if it was deleted. */
  const settle = async ({ workspace, conversation, id }: store.StoredMessage, { id: reply }: store.StoredMessage) => {
    const exchange = { conversation, message: id, reply };
    const settled = await follower.settle(workspace, exchange);
    if (settled === undefined) throw failures.noMessage();
    if (settled.status === 'failed') throw failureOf(settled, exchange);
    return settled;
  };

  /** A conversation that continues has its own agent and user, and keeps its metadata and whether it is a trial. */
  const checkChat = async (actor: Actor, agent: string, draft: ChatDraft) => {
    const { conversationId = '', userId, metadata, playground, form } = draft;
    const conversation = await findConversation(db, actor, conversationId);
    if (conversation === undefined || conversation.agent !== agent) throw failures.noConversation();
    const wrong = [
      ...(userId === undefined || userId === conversation.user
        ? []
        : [{ path: 'userId', message: 'must be that of the conversation' }]),
      ...(metadata === undefined
        ? []
        : [{ path: 'metadata', message: 'is accepted only for a new conversation; change it with PATCH' }]),
      ...(playground === undefined ? [] : [{ path: 'playground', message: onlyNew }]),
      ...(form === undefined ? [] : [{ path: 'form', message: `${onlyNew}; change it with PUT` }]),
    ];
    if (wrong.length > 0) throw invalid(wrong);
  };

  return {
    /** Sends a message to a conversation. */
    send: async (actor: Actor, conversation: SendTarget, draft: SendDraft): Promise<Sent> => {
      checkResponseSchema(draft);
      return sending.send(actor, conversation, draft);
    },

    /** Sends a message to an agent, in a new conversation or in an existing one. */
    chat: async (actor: Actor, agent: SendTarget, draft: ChatDraft & WithAttachments): Promise<Sent> => {
      const { conversationId, content, context, clientMessageId, settings, responseSchema } = draft;
      checkResponseSchema(draft);
      if (settings !== undefined) demandScope(actor, 'agents:write');
      const trial = await readTrial({ models }, settings);
      if (conversationId === undefined) return sending.begin(actor, agent, { ...draft, trial });
      await checkChat(actor, agent.id, draft);
      const message = {
        content,
        ...(clientMessageId !== undefined && { clientMessageId }),
        ...(context !== undefined && { context }),
        ...(responseSchema !== undefined && { responseSchema }),
        trial,
      };
      return sending.send(actor, { ...agent, id: conversationId }, message);
    },

    /** Starts another turn for the message whose reply failed or was cancelled. */
    retry: async (actor: Actor, reply: SendTarget, draft: RetryDraft): Promise<Sent> => {
      const { settings, responseSchema } = draft;
      checkResponseSchema(draft);
      if (settings !== undefined) demandScope(actor, 'agents:write');
      return sending.retry(actor, reply, { trial: await readTrial({ models }, settings), responseSchema });
    },

    /** Returns the events after a message was sent; the last one is terminal. */
    events: (sent: Sent): AsyncIterable<ReplyEvent> => eventsOf(sent),

    /**
     * Waits for the end of the turn and returns its reply. Throws the failure of the turn, which names the reply, and
     * `message_not_found` if the reply was deleted. Statements along are written after the turn.
     */
    complete: async (sent: Sent, along: Along<CompletedExchange> = nothingAlong): Promise<CompletedExchange> => {
      const { workspace, conversation: id } = sent.message;
      const reply = sent.reply && (await settle(sent.message, sent.reply));
      const conversation = await conversations.find(db, [workspace], id);
      if (conversation === undefined) throw failures.noConversation();
      const json = `{"conversation":${conversation.json},"message":${sent.message.json},"reply":${reply?.json ?? 'null'}}`;
      return writeAlong(db, along, { conversation: id, workspace, json, replayed: sent.replayed });
    },

    /**
     * Follows the reply that is being written, from its start or from after the event with the ID `after`. If no turn
     * runs, returns the end of the last message. Takes a slot of the account.
     */
    follow: (actor: Actor, id: string, after: string | undefined): Promise<Lasting<FollowedEvents>> =>
      inTurn(lineOf(actor), async () => {
        const conversation = await getConversation(db, actor, { id, permission: 'conversations:read' });
        const slot = slots.take(actor, [conversation.workspace], 'streams');
        return withSlot(slot, async () => ({ events: await eventsFrom(conversation, after) }));
      }),

    read: (actor: Actor, id: string): Promise<store.StoredMessage> =>
      getMessage(db, actor, { id, permission: 'conversations:read' }),

    /** Reads a page of a conversation's messages as JSON text. */
    list: async (
      actor: Actor,
      id: string,
      { query, awaited }: { readonly query: MessageQuery; readonly awaited?: AwaitedAnswer | undefined },
    ) => {
      const { workspace } = await getConversation(db, actor, { id, permission: 'conversations:read' });
      // The conversation is part of the query, so that a cursor is bound to it.
      const ofConversation = { ...query, conversation: id };
      const scan = { account: lineOf(actor), awaited, narrow: 'Leave out includeTotal.' };
      return list.readLarge(db, { reach: [workspace], filters: { conversation: id }, scan }, ofConversation);
    },

    rate: async (actor: Actor, id: string, { rating, comment }: Feedback): Promise<store.StoredMessage> => {
      const { workspace, conversation, role } = await getMessage(db, actor, { id, permission: 'conversations:write' });
      if (role === 'user') throw failures.notRateable();
      const given = { id, conversation, rating, comment: rating === null ? null : (comment ?? null), now: now() };
      const { agent } = (await conversations.find(db, [workspace], conversation)) ?? {};
      if (agent === undefined) throw failures.noMessage();
      const data = { conversation, message: id, agent, rating };
      const { message } = await db.write({
        ...feedback.rate(db, workspace, given, failures.noMessage),
        event: record(actor, { type: 'message.rated', workspace, data }),
        // The job looks at the rules of the agent.
        handedOver:
          rating === 'negative' ? desk.handOver(workspace, conversation, handoverCauses.negativeRating) : undefined,
      });
      const [rated] = message.rows;
      if (rated === undefined) throw failures.noMessage();
      changed(conversation, workspace);
      return rated;
    },
  };
}
