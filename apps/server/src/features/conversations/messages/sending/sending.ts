import { type Actor, lineOf, personOf } from '../../../../access/actor.ts';
import type { Free } from '../../../../access/limits/concurrency.ts';
import type { Slots } from '../../../../access/limits/slots.ts';
import { withSlot } from '../../../../access/limits/with-slot.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import type { Attachment } from '../../../../platforms/content/attachment.ts';
import type { RequestIds } from '../../../../replies/reply-report.ts';
import { createGate } from '../../../../scheduling/lanes.ts';
import type { Repeat } from '../../../../storage/idempotency.ts';
import type { Room } from '../../../../storage/quotas/quotas.ts';
import type { Statement } from '../../../../storage/unit.ts';
import { answeringIn, boundsOf, getAgent, getConversation, getMessage } from '../../access.ts';
import { failures } from '../../failures.ts';
import type { FindAgent } from '../../needs.ts';
import { newConversation } from '../../new-conversation.ts';
import { liveAgent } from '../../removal/agent-store.ts';
import * as conversations from '../../store.ts';
import { beginVisit, continueVisit, factsOf, type Visit } from '../../visitors/visits.ts';
import { type WithResponseSchema, withSchema } from '../response-schema.ts';
import type { ChatDraft, MessageDraft } from '../schema.ts';
import * as messages from '../store.ts';
import { type Trial, withTrialSettings } from '../trial/trial.ts';
import { type ChannelRules, type Passed, passingIn, passMessage } from './channel-rules.ts';
import { cannedRow, clientIdOf, type EnterNeeds, enter, type Outgoing, questionRow, replyRow } from './enter.ts';
import { createFindSent } from './find-sent.ts';
import { checkActive, checkHolder, checkOpen, checkRetryable, retryStale } from './sendable.ts';

/**
 * Max messages that are prepared at the same time, of all accounts and of one. Hundreds would hold up all other
 * requests at each step.
 */
const preparedAtOnce = { atOnce: 8, ofOne: 2 } as const;

/** Dependencies of sending. */
export interface SendingNeeds extends EnterNeeds {
  readonly room: Room;
  readonly findAgent: FindAgent;
  readonly slots: Slots;
  readonly rules: ChannelRules;
}

/** The target of a message: the ID of a conversation, an agent or a failed reply, and the identity of the request. */
export interface SendTarget {
  readonly id: string;
  /** True if the caller follows the reply as a stream, which then takes a slot of the account. */
  readonly streamed?: boolean | undefined;
  /** The identity of the request, if it carries an `Idempotency-Key`. */
  readonly repeat?: Repeat | undefined;
  /** The IDs of the request, for the log. */
  readonly request?: RequestIds | undefined;
}

/** A message that was sent, now or by an earlier request that this one repeats, and the reply to it. */
export interface Sent {
  readonly message: messages.StoredMessage;
  /** As it was when it was read: usually `streaming`. Undefined if a person has taken over. */
  readonly reply: messages.StoredMessage | undefined;
  readonly replayed: boolean;
  /**
   * Frees the slot of the stream; the caller must call it when the stream has ended. Undefined if none was asked for.
   */
  readonly ended?: Free;
}

/** The settings that are tried with a message. */
interface Tried extends WithResponseSchema {
  readonly trial?: Trial | undefined;
}

/** The agent as it replies to a message: with the settings that are tried. */
const agentOf = (actor: Actor, agent: AnsweringAgent, { trial, ...draft }: Tried): AnsweringAgent =>
  withSchema(withTrialSettings(actor, { agent, trial }), draft);

/** The content of a message beside its text: only platforms send some. */
export interface WithAttachments {
  readonly attachments?: readonly Attachment[] | undefined;
}

/** A message as it is sent. */
export type SendDraft = MessageDraft & Tried & WithAttachments;

export type Sending = ReturnType<typeof createSending>;

/** Stores messages, each exactly once even if it is sent again, and starts the turns that reply to them. */
export function createSending(needs: SendingNeeds) {
  const { db, now, newId, room, record, findAgent, slots, rules } = needs;
  const inTurn = createGate(preparedAtOnce);
  const { findMade, findSent } = createFindSent(db);

  /** Sends under the slot of the stream that the caller asked for, which is taken before anything is stored. */
  const streaming = (
    actor: Actor,
    { workspace, streamed }: Pick<SendTarget, 'streamed'> & { readonly workspace: string },
    send: () => Promise<Sent>,
  ): Promise<Sent> => (streamed === true ? withSlot(slots.take(actor, [workspace], 'streams'), send) : send());

  /** Sends when it is the account's turn; again after a stale read. */
  const sendInTurn = (actor: Actor, attempt: (leave: () => void) => Promise<Sent>): Promise<Sent> =>
    inTurn(lineOf(actor), (leave) => retryStale(() => attempt(leave)));

  const getPlace = async (actor: Actor, id: string) => {
    const conversation = await getConversation(db, actor, { id, permission: 'conversations:write' });
    const agent = await answeringIn(findAgent, conversation);
    if (agent === undefined) throw failures.noConversation();
    return { conversation, agent, at: Math.max(now(), conversation.lastMessageAt + 1) };
  };

  /** Returns the facts about a visitor for the agent. The channel decides about the page, also if a member writes. */
  const factsFor = async (
    workspace: string,
    { visit, passed, channel }: { visit: Visit; passed: Passed; channel: string | null },
  ) => {
    const isKnown = passed.visitors !== undefined || visit.page === null || channel === null;
    const found = isKnown ? passed.visitors : await rules.visitorRules(workspace, channel);
    return factsOf(visit, found?.tellsPage === true);
  };

  /** Stores a message and, unless a person has taken over, starts the turn that replies to it. */
  const store = async (actor: Actor, outgoing: Outgoing, { passed, before = [], ...place }: Storing): Promise<Sent> => {
    const { agent, conversation, at, visit } = place;
    const { answered, instead, counted, reads } = passed;
    const visitor = await factsFor(place.agent.workspace, { visit, passed, channel: place.channel });
    const id = newId('message');
    const row = questionRow(outgoing, { id, conversation, at, author: personOf(actor) ?? null });
    const to = { id: newId('message'), conversation, at: at + 1, to: id };
    const answer = answered ? replyRow(agent, to) : instead !== null && cannedRow(instead, to);
    const question = answered ? { id, createdAt: at, content: outgoing.content } : undefined;
    const rows = [row, ...(answer ? [answer] : [])] as const;
    const asked = { rows, question, reads, page: visit.page ?? undefined, visitor };
    const [message, reply] = await enter(needs, { actor, ...place, before: [...before, ...counted], ...asked });
    if (message === undefined) throw new Error('The database did not return the message.');
    return { message, reply, replayed: false };
  };

  return {
    /** Sends a message to a conversation. */
    send: (actor: Actor, { id, repeat, streamed, request }: SendTarget, draft: SendDraft): Promise<Sent> => {
      const { content, role = 'user', attachments, responseSchema } = draft;
      const outgoing = { content, role, clientId: clientIdOf(draft), repeat, attachments };
      return sendInTurn(actor, async (leave) => {
        const { conversation, agent: saved, at } = await getPlace(actor, id);
        const agent = agentOf(actor, saved, draft);
        const { workspace } = agent;
        return streaming(actor, { workspace, streamed }, async () => {
          const earlier = await findSent(workspace, outgoing, id);
          if (earlier !== undefined) return earlier;
          checkOpen(conversation, role);
          checkHolder(actor, conversation, role);
          // A visitor is never the person who has taken over.
          if (role === 'human' && actor.kind === 'visitor') throw failures.notTakenOver();
          const isOpen = conversation.status === 'open';
          const passed = await passMessage(rules, actor, { agent, ...passingIn(conversation), content, isOpen });
          const page = continueVisit(actor, conversation, { draft, rules: passed.visitors, now: at });
          const { form, channel } = conversation;
          const about = { agent, conversation: id, user: conversation.user, channel, visit: { form, page } };
          const place = { ...about, at, passed, isOpen, responseSchema };
          return store(actor, outgoing, { ...place, request, leave });
        });
      });
    },

    /** Creates a conversation with its first message. */
    begin: (
      actor: Actor,
      { id: agentId, repeat, streamed, request }: SendTarget,
      draft: ChatDraft & Tried & WithAttachments,
    ): Promise<Sent> => {
      const { content, userId, metadata, playground, attachments, responseSchema } = draft;
      const outgoing = { content, role: 'user', clientId: clientIdOf(draft), repeat, attachments } as const;
      return sendInTurn(actor, async (leave) => {
        const saved = await getAgent(findAgent, actor, { id: agentId, permission: 'conversations:write' });
        const { workspace } = saved;
        const agent = agentOf(actor, saved, draft);
        return streaming(actor, { workspace, streamed }, async () => {
          const earlier = await findSent(workspace, outgoing);
          if (earlier !== undefined) return earlier;
          const bounds = boundsOf(actor);
          const passed = await passMessage(rules, actor, { agent, user: bounds.user ?? userId, content, isOpen: true });
          const time = now();
          const conversation = newId('conversation');
          const visit = await beginVisit(db, actor, { draft, rules: passed.visitors, now: time });
          const origin = { id: conversation, agent: agentId, now: time, bounds, visit };
          const row = newConversation({ userId, metadata, playground }, origin);
          const before = [
            liveAgent(db, workspace, agentId, failures.noAgent),
            conversations.insert(db, workspace, { row, onMissing: failures.noAgent }),
            record(actor, { type: 'conversation.created', workspace, data: { conversation, agent: agentId } }),
            ...room('conversations', { workspace }),
          ];
          const channel = bounds.channel ?? null;
          const about = { agent, conversation, user: row.user_id, channel, visit };
          const place = { ...about, at: time + 1, passed, isOpen: true, responseSchema };
          return store(actor, outgoing, { ...place, before, request, leave });
        });
      });
    },

    /** Starts another turn for the last message, whose reply failed or was cancelled. */
    retry: (actor: Actor, { id, repeat, streamed, request }: SendTarget, draft: Tried): Promise<Sent> =>
      sendInTurn(actor, async (leave) => {
        const failed = await getMessage(db, actor, { id, permission: 'conversations:write' });
        const { conversation, agent: saved, at } = await getPlace(actor, failed.conversation);
        const agent = agentOf(actor, saved, draft);
        const { workspace } = failed;
        return streaming(actor, { workspace, streamed }, async () => {
          const question = await messages.find(db, [workspace], failed.replyTo ?? '');
          if (question === undefined) throw failures.notRetryable();
          const earlier = await findMade(workspace, repeat);
          if (earlier?.status === 'streaming') throw failures.inProgress(question);
          if (earlier !== undefined) return { message: question, reply: earlier, replayed: true };
          const last = await messages.findLast(db, workspace, conversation.id);
          checkRetryable(failed, conversation, last);
          checkActive(agent);
          const place = { id: newId('message'), conversation: conversation.id, at, to: question.id, repeat };
          const rows = [replyRow(agent, place)] as const;
          const passing = { agent, ...passingIn(conversation), content: undefined, isOpen: true };
          const passed = await passMessage(rules, actor, passing);
          const { counted: before, reads } = passed;
          const visit = { form: conversation.form, page: conversation.page };
          const visitor = await factsFor(workspace, { visit, passed, channel: conversation.channel });
          const about = { actor, agent, conversation: conversation.id, user: conversation.user, request };
          const more = { reads, visitor, responseSchema: draft.responseSchema };
          const entering = { ...about, ...more, isOpen: true, isRetry: true, rows, question };
          const [reply] = await enter(needs, { ...entering, before, leave });
          return { message: question, reply, replayed: false };
        });
      }),
  };
}

/** The conversation that stores a message, and what becomes of it. */
interface Storing {
  readonly agent: AnsweringAgent;
  readonly conversation: string;
  readonly at: number;
  readonly passed: Passed;
  /** False if a person has taken over. */
  readonly isOpen: boolean;
  /** The stored data about the visitor, after this message. */
  readonly visit: Visit;
  readonly channel: string | null;
  readonly user: string | null;
  readonly responseSchema: WithResponseSchema['responseSchema'];
  readonly before?: readonly Statement[];
  readonly request: RequestIds | undefined;
  readonly leave: () => void;
}
