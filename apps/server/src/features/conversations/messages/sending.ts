import { demand, type Principal, reachOf } from '../../../access/actor.ts';
import { keyReused } from '../../../errors.ts';
import type { CallContext, Caller } from '../../../http/endpoint.ts';
import type { Repeat } from '../../../storage/idempotency.ts';
import type { Statement } from '../../../storage/unit.ts';
import { failures } from '../failures.ts';
import type { ConversationEvent } from '../needs.ts';
import { newConversation } from '../new-conversation.ts';
import * as conversations from '../store.ts';
import { type AnsweringAgent, findAgent } from '../turns/prompt-store.ts';
import { answerRow, Changed, createEntering, type EnteringNeeds, type Outgoing, questionRow } from './entering.ts';
import type { ChatDraft, MessageDraft, RetryDraft, TrialSettings } from './schema.ts';
import * as messages from './store.ts';
import { createTrial, type TrialNeeds } from './trial.ts';

/** How often sending begins anew because the conversation has changed in between. */
const maxAttempts = 5;

/** What sending needs from elsewhere. */
export interface SendingNeeds extends EnteringNeeds, TrialNeeds {
  record(principal: Principal, event: ConversationEvent): Statement;
}

/** A message that was sent, now or by an earlier request of which this is a repeat, and the answer to it. */
export interface Sent {
  readonly message: messages.StoredMessage;
  /** Undefined where nobody answers: a person has taken over. */
  readonly reply: messages.StoredMessage | undefined;
  readonly replayed: boolean;
}

/** Whoever sends, with what the request says of itself. */
export type Asker = Caller & CallContext;

export type Sending = ReturnType<typeof createSending>;

/** Puts messages into conversations, each once however often it is sent, and has them answered. */
export function createSending(needs: SendingNeeds) {
  const { db, now, newId, record } = needs;
  const enter = createEntering(needs);
  const tried = createTrial(needs);

  const getPlace = async ({ principal }: Caller, id: string) => {
    const conversation = await conversations.find(db, reachOf(principal), id);
    if (conversation === undefined) throw failures.noConversation();
    demand(principal, 'conversations:write', conversation.workspace);
    const agent = await findAgent(db, [conversation.workspace], conversation.agent);
    if (agent === undefined) throw failures.noConversation();
    return { conversation, agent, at: Math.max(now(), conversation.lastMessageAt + 1) };
  };

  /** What an earlier request with the same `Idempotency-Key` made: the message or, by a retry, the answer. */
  const findMade = async (workspace: string, repeat: Repeat | undefined) => {
    const made = repeat && (await messages.findMadeBy(db, workspace, repeat));
    const known = made?.repeatDigest ?? repeat?.fingerprint;
    if (known !== repeat?.fingerprint) throw keyReused();
    return made;
  };

  /** What an earlier request with the same message came to. */
  const replay = async (message: messages.StoredMessage): Promise<Sent> => {
    const { workspace, conversation, id } = message;
    return { message, reply: await messages.findReply(db, workspace, { conversation, message: id }), replayed: true };
  };

  /**
   * What the same message came to, where it was sent before: by the same request, which must have come to its end, or
   * under the same name into its conversation.
   */
  const findSent = async (workspace: string, { content, role, clientId, repeat }: Outgoing, conversation?: string) => {
    const made = await findMade(workspace, repeat);
    const named =
      made === undefined && clientId !== undefined && conversation !== undefined
        ? await messages.findSent(db, workspace, { conversation, clientId })
        : undefined;
    const message = made ?? named;
    if (message === undefined) return undefined;
    if (message.content !== content || message.role !== role) throw failures.otherContent();
    const sent = await replay(message);
    if (made !== undefined && sent.reply?.status === 'streaming') throw failures.inProgress(made);
    return sent;
  };

  /** Stores a message and, where it is to be answered, begins the answer. */
  const store = async (caller: Caller, outgoing: Outgoing, { answered, at, ...place }: Storing): Promise<Sent> => {
    const { agent, conversation } = place;
    const { principal } = caller;
    const id = newId('message');
    const row = questionRow(outgoing, { id, conversation, at, author: principal.user.id });
    const answer = answered && answerRow(agent, { id: newId('message'), conversation, at: at + 1, to: id });
    const question = answered ? { id, createdAt: at, content: outgoing.content } : undefined;
    const rows = [row, ...(answer ? [answer] : [])] as const;
    const [message, reply] = await enter({ principal, ...place, rows, question });
    if (message === undefined) throw new Error('The database did not give the message back.');
    return { message, reply, replayed: false };
  };

  return {
    /** Sends a message into a conversation. */
    send: (caller: Asker, id: string, draft: Draft): Promise<Sent> => {
      const { content, role = 'user', settings } = draft;
      const outgoing = { content, role, clientId: clientIdOf(draft), repeat: caller.repeat };
      return untilSettled(async () => {
        const { conversation, agent: saved, at } = await getPlace(caller, id);
        const agent = tried(caller.principal, saved, settings);
        const earlier = await findSent(agent.workspace, outgoing, id);
        if (earlier !== undefined) return earlier;
        checkOpen(conversation, role);
        const answered = conversation.status === 'open';
        if (answered) checkActive(agent);
        return store(caller, outgoing, { agent, conversation: id, at, answered });
      });
    },

    /** Sends the first message of a conversation, which is made for it. */
    begin: (caller: Asker, agentId: string, draft: ChatDraft): Promise<Sent> => {
      const { principal } = caller;
      const { message: content, userId, metadata, settings } = draft;
      const outgoing = { content, role: 'user', clientId: clientIdOf(draft), repeat: caller.repeat } as const;
      return untilSettled(async () => {
        const saved = await findAgent(db, reachOf(principal), agentId);
        if (saved === undefined) throw failures.noAgent();
        const { workspace } = saved;
        demand(principal, 'conversations:write', workspace);
        const agent = tried(principal, saved, settings);
        const earlier = await findSent(workspace, outgoing);
        if (earlier !== undefined) return earlier;
        checkActive(agent);
        const time = now();
        const conversation = newId('conversation');
        const row = newConversation({ userId, metadata }, { id: conversation, agent: agentId, now: time });
        const before = [
          conversations.insert(db, workspace, { row, onMissing: failures.noAgent }),
          record(principal, { type: 'conversation.created', workspace, data: { conversation, agent: agentId } }),
        ];
        return store(caller, outgoing, { agent, conversation, at: time + 1, answered: true, before });
      });
    },

    /** Has the last message answered once more, where the answer failed or was cancelled. */
    retry: (caller: Asker, id: string, draft: RetryDraft): Promise<Sent> =>
      untilSettled(async () => {
        const { principal, repeat } = caller;
        const failed = await messages.find(db, reachOf(principal), id);
        if (failed === undefined) throw failures.noMessage();
        const { conversation, agent: saved, at } = await getPlace(caller, failed.conversation);
        const agent = tried(principal, saved, draft.settings);
        const question = await messages.find(db, [failed.workspace], failed.replyTo ?? '');
        if (question === undefined) throw failures.notRetryable();
        const earlier = await findMade(failed.workspace, repeat);
        if (earlier?.status === 'streaming') throw failures.inProgress(question);
        if (earlier !== undefined) return { message: question, reply: earlier, replayed: true };
        const last = await messages.findLast(db, failed.workspace, conversation.id);
        checkRetryable(failed, conversation, last);
        checkActive(agent);
        const place = { id: newId('message'), conversation: conversation.id, at, to: question.id, repeat };
        const rows = [answerRow(agent, place)] as const;
        const [reply] = await enter({ principal, agent, conversation: conversation.id, rows, question });
        return { message: question, reply, replayed: false };
      }),
  };
}

/** A message as it is sent, with the settings that are tried. */
type Draft = MessageDraft & { readonly settings?: TrialSettings };

/** What a client calls its message. */
const clientIdOf = ({ clientMessageId }: { readonly clientMessageId?: string }) =>
  clientMessageId === undefined ? undefined : `id:${clientMessageId}`;

/** Where a message is stored, and whether it is answered. */
interface Storing {
  readonly agent: AnsweringAgent;
  readonly conversation: string;
  readonly at: number;
  readonly answered: boolean;
  readonly before?: readonly Statement[];
}

/** Tries again while the conversation keeps changing between being read and being written to. */
async function untilSettled(attempt: () => Promise<Sent>): Promise<Sent> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      if (tries === maxAttempts) throw failures.busy();
    }
  }
}

function checkOpen({ status, turn }: conversations.StoredConversation, role: Outgoing['role']): void {
  if (status === 'closed') throw failures.closed();
  if (role === 'human' && status !== 'human') throw failures.notTakenOver();
  if (turn !== null) throw failures.busy();
}

function checkRetryable(
  failed: messages.StoredMessage,
  conversation: conversations.StoredConversation,
  last: messages.StoredMessage | undefined,
): void {
  checkOpen(conversation, 'user');
  if (conversation.status === 'human') throw failures.takenOver();
  if (last?.id !== failed.id || !['failed', 'cancelled'].includes(failed.status)) throw failures.notRetryable();
}

function checkActive({ status }: AnsweringAgent): void {
  if (status !== 'active') throw failures.inactive();
}
