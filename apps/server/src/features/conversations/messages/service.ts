import { demandScope, reachOf } from '../../../access/actor.ts';
import { AppError, type ErrorCode, type ErrorDetail, invalid } from '../../../errors.ts';
import type { Caller } from '../../../http/endpoint.ts';
import type { Answer } from '../../../http/envelope.ts';
import type { ServerEvent } from '../../../http/wire/streams.ts';
import { pageText, readPage } from '../../../storage/sql/page.ts';
import { createAccess } from '../access.ts';
import { failures } from '../failures.ts';
import type { ConversationNeeds } from '../needs.ts';
import { keptWith, remember } from '../remembering.ts';
import * as conversations from '../store.ts';
import { createdEvent, type Following, readEventId, terminalEvent } from '../turns/follow.ts';
import type { Place } from '../turns/live-reply.ts';
import * as feedback from './feedback-store.ts';
import type { ChatDraft, Exchange, Feedback, Message, MessageDraft, MessageQuery, RetryDraft } from './schema.ts';
import type { Asker, Sending, Sent } from './sending.ts';
import * as store from './store.ts';

/** What messages need from elsewhere. */
export interface MessageNeeds extends Pick<ConversationNeeds, 'db' | 'now' | 'record'> {
  readonly sending: Sending;
  readonly following: Following;
}

/** When an answer that was interrupted can be retried: by then another process serves, in seconds. */
const retryInterrupted = 2;

export type Messages = ReturnType<typeof createMessages>;

/** Messages: send, chat, retry, follow, read, list, rate. */
export function createMessages({ db, now, record, sending, following }: MessageNeeds) {
  const { get, getMessage } = createAccess(db);

  /** The answer to a request that sent a message: a stream of what happens, or what has happened at the end. */
  const answer = async (caller: Caller, sent: Sent, streams: boolean): Promise<Answer<Exchange>> => {
    const replayed = sent.replayed && { replayed: true };
    if (streams) return { events: eventsOf(sent), ...replayed };
    const { workspace, conversation: id } = sent.message;
    const reply = sent.reply && (await following.settle(workspace, sent.reply.id));
    if (sent.reply !== undefined && reply === undefined) throw failures.noMessage();
    if (reply?.status === 'failed') throw toFailure(reply);
    const conversation = await conversations.find(db, [workspace], id);
    if (conversation === undefined) throw failures.noConversation();
    const data = `{"conversation":${conversation.json},"message":${sent.message.json},"reply":${reply?.json ?? 'null'}}`;
    return remember(db, caller, { json: data, ...replayed, ...keptWith(id) });
  };

  async function* eventsOf({ message, reply }: Pick<Sent, 'message' | 'reply'>): AsyncGenerator<ServerEvent> {
    yield createdEvent(message);
    if (reply === undefined) yield terminalEvent(message);
    else yield* beginningOf(reply);
  }

  async function* beginningOf({ id, json, workspace }: store.StoredMessage): AsyncGenerator<ServerEvent> {
    yield createdEvent({ id, json });
    yield* following.follow({ workspace, message: id, place: { offset: 0, citations: 0 } });
  }

  /** The events that somebody hasn't had who had one of them last. */
  async function* eventsAfter(conversation: string, last: store.StoredMessage, place: Place) {
    const { workspace, id: message } = last;
    if (last.role === 'assistant') {
      yield* following.follow({ workspace, message, place });
      return;
    }
    const reply = await store.findReply(db, workspace, { conversation, message });
    if (reply === undefined) yield terminalEvent(last);
    else yield* beginningOf(reply);
  }

  return {
    send: async (caller: Asker, id: string, draft: MessageDraft): Promise<Answer<Exchange>> =>
      answer(caller, await sending.send(caller, id, draft), draft.stream ?? caller.wantsEvents),

    chat: async (caller: Asker, agent: string, draft: ChatDraft): Promise<Answer<Exchange>> => {
      const { conversationId, message: content, clientMessageId, settings } = draft;
      if (settings !== undefined) demandScope(caller.principal, 'agents:write');
      const streams = draft.stream ?? caller.wantsEvents;
      if (conversationId === undefined) return answer(caller, await sending.begin(caller, agent, draft), streams);
      await checkChat(caller, agent, draft);
      const message = {
        content,
        ...(clientMessageId !== undefined && { clientMessageId }),
        ...(settings !== undefined && { settings }),
      };
      return answer(caller, await sending.send(caller, conversationId, message), streams);
    },

    retry: async (caller: Asker, id: string, draft: RetryDraft): Promise<Answer<Exchange>> => {
      if (draft.settings !== undefined) demandScope(caller.principal, 'agents:write');
      return answer(caller, await sending.retry(caller, id, draft), draft.stream ?? caller.wantsEvents);
    },

    /**
     * Follows the answer that is being written, from its beginning or from after an event; where none is, tells how the
     * last one ended.
     */
    follow: async (caller: Asker, id: string): Promise<Answer<never>> => {
      const { workspace, turn } = await get(caller, 'conversations:read', id);
      const after = readEventId(caller.lastEventId);
      const last = after && (await store.find(db, [workspace], after.message));
      if (after !== undefined && last?.conversation === id) return { events: eventsAfter(id, last, after.place) };
      const running = turn === null ? undefined : await store.find(db, [workspace], turn);
      if (running !== undefined) return { events: beginningOf(running) };
      const ended = await store.findLast(db, workspace, id);
      if (ended === undefined) throw failures.noMessage();
      // One that has begun since the conversation was read.
      if (ended.status === 'streaming') return { events: beginningOf(ended) };
      return { events: only(terminalEvent(ended)) };
    },

    read: async (caller: Caller, id: string): Promise<Answer<Message>> => ({
      json: (await getMessage(caller, 'conversations:read', id)).json,
    }),

    list: async (caller: Caller, id: string, query: MessageQuery): Promise<Answer<never>> => {
      const { workspace } = await get(caller, 'conversations:read', id);
      // A cursor is of this conversation, too.
      const asked = { ...query, conversation: id };
      const page = readPage(asked);
      const rows = await store.list(db, workspace, { conversation: id, sort: query.sort, ...page });
      const total = page.includeTotal ? await store.count(db, workspace, id) : undefined;
      return { json: pageText(asked, rows, total) };
    },

    rate: async (caller: Caller, id: string, { rating, comment }: Feedback): Promise<Answer<Message>> => {
      const { workspace, conversation, role } = await getMessage(caller, 'conversations:write', id);
      if (role === 'user') throw failures.notRateable();
      const given = { id, conversation, rating, comment: rating === null ? null : (comment ?? null), now: now() };
      const [rated] = await db.write([
        ...feedback.rate(db, workspace, given, failures.noMessage),
        record(caller.principal, { type: 'message.feedback', workspace, data: { conversation, message: id, rating } }),
      ]);
      return { json: (rated.rows[0] as store.StoredMessage).json };
    },
  };

  /** A conversation that goes on has its own agent and user, and keeps its metadata. */
  async function checkChat({ principal }: Caller, agent: string, { conversationId = '', userId, metadata }: ChatDraft) {
    const conversation = await conversations.find(db, reachOf(principal), conversationId);
    if (conversation === undefined || conversation.agent !== agent) throw failures.noConversation();
    const wrong = [
      ...(userId === undefined || userId === conversation.user
        ? []
        : [{ path: 'userId', message: 'is another than the conversation’s' }]),
      ...(metadata === undefined
        ? []
        : [{ path: 'metadata', message: 'belongs to a conversation that begins; change it with PATCH' }]),
    ];
    if (wrong.length > 0) throw invalid(wrong);
  }
}

async function* only(event: ServerEvent): AsyncGenerator<ServerEvent> {
  yield event;
}

/** The failure of a request whose answer failed: it names the message, which is stored, and the provider's status. */
function toFailure({ id, json }: store.StoredMessage): AppError {
  const { error } = JSON.parse(json) as Message;
  const { code = 'interrupted', message = 'The answer failed.', providerStatus } = error ?? {};
  const details: ErrorDetail[] = [{ path: 'reply', message: id }];
  if (providerStatus !== undefined) details.push({ path: 'providerStatus', message: String(providerStatus) });
  const hint = 'The message is stored; its answer can be retried.';
  if (code === 'interrupted')
    return new AppError('unavailable', message, { details, hint, retryAfter: retryInterrupted });
  return new AppError(code as ErrorCode, message, { details, hint });
}
