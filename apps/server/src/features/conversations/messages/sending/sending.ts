import { type Actor, personOf } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import { type HandoverCause, keywordCause, metadataCause } from '../../../../calling/handover-rules.ts';
import type { Attachment } from '../../../../platforms/content/attachment.ts';
import type { RequestIds } from '../../../../replies/reply-report.ts';
import type { ChatDraft, MessageDraft } from '../../../../replies/schemas/message.ts';
import type { WithResponseSchema } from '../../../../replies/schemas/response-schema.ts';
import type { Statement } from '../../../../storage/unit.ts';
import { boundsOf, getAgent } from '../../access.ts';
import { handOverToPeople } from '../../entries/hand-over.ts';
import { failures } from '../../failures.ts';
import { newConversation } from '../../new-conversation.ts';
import { liveAgent } from '../../removal/agent-store.ts';
import * as conversations from '../../store.ts';
import { endWaiting } from '../../turns/resume/end-waiting.ts';
import { beginVisit, continueVisit, type Visit } from '../../visitors/visits.ts';
import { type Passed, passingIn, passMessage } from './channel-rules.ts';
import { cannedRow, clientIdOf, enter, type Outgoing, questionRow, replyRow } from './enter.ts';
import { createFindSent } from './find-sent.ts';
import { createReplying } from './replying.ts';
import { checkHolder, checkOpen } from './sendable.ts';
import { agentOf, createSteps, type SendingNeeds, type SendTarget, type Sent, type Tried } from './steps.ts';

/** The content of a message beside its text: only platforms send some. */
export interface WithAttachments {
  readonly attachments?: readonly Attachment[] | undefined;
}

/** A message as it is sent. */
export type SendDraft = MessageDraft & Tried & WithAttachments;

export type Sending = ReturnType<typeof createSending>;

/** Stores messages, each exactly once even if it is sent again, and starts the turns that reply to them. */
export function createSending(needs: SendingNeeds) {
  const { db, now, newId, room, record, findAgent, rules } = needs;
  const steps = createSteps(needs);
  const { streaming, sendInTurn, getPlace, factsFor } = steps;
  const { findSent } = createFindSent(db);

  /** The statements that leave a conversation to people, if the message asks for one or a rule of the agent is met. */
  const handedOver = (actor: Actor, outgoing: Outgoing, { passed: { asked }, agent, conversation, ...of }: Leaving) => {
    const { id, workspace } = agent;
    if (asked !== undefined) {
      const data = { reason: 'visitor_asked', summary: null };
      const toPeople = { workspace, conversation, agent: id, team: asked.team, data };
      // They find the conversation with the message in it.
      return { before: [], after: handOverToPeople(needs, toPeople, actor) };
    }
    const cause = causeOf({ agent, ...of }, outgoing);
    return cause && { before: [needs.desk.handOver(workspace, conversation, cause)] };
  };

  /** Stores a message and, unless a person has taken over, starts the turn that replies to it. A rule of the agent may leave it to people. */
  const store = async (actor: Actor, outgoing: Outgoing, { passed, before = [], ...place }: Storing): Promise<Sent> => {
    const { agent, conversation, at, visit } = place;
    const { instead, counted, reads, person } = passed;
    const handed = handedOver(actor, outgoing, { ...place, passed });
    const answered = passed.answered && handed === undefined;
    const visitor = await factsFor(place.agent.workspace, { visit, passed, channel: place.channel });
    const id = newId('message');
    const row = questionRow(outgoing, { id, conversation, at, author: personOf(actor) ?? null });
    const to = { id: newId('message'), conversation, at: at + 1, to: id };
    const answer = answered ? replyRow(agent, to) : instead !== null && cannedRow(instead, to);
    const question = answered ? { id, createdAt: at, content: outgoing.content } : undefined;
    const rows = [row, ...(answer ? [answer] : [])] as const;
    const asked = { rows, question, reads, person, page: visit.page ?? undefined, visitor };
    const [message, reply] = await enter(needs, {
      actor,
      ...place,
      before: [...before, ...counted, ...(handed?.before ?? [])],
      after: handed?.after,
      ...asked,
    });
    if (message === undefined) throw new Error('The database did not return the message.');
    if (handed?.after !== undefined) await endWaiting(needs, actor, { ...agent, id: conversation, agent: agent.id });
    return { message, reply, replayed: false };
  };

  return {
    /** Sends a message to a conversation. */
    send: (actor: Actor, { id, repeat, streamed, along, request }: SendTarget, draft: SendDraft): Promise<Sent> => {
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
          return store(actor, outgoing, { ...place, before: along, request, leave });
        });
      });
    },

    /** Creates a conversation with its first message. */
    begin: (
      actor: Actor,
      { id: agentId, repeat, streamed, along = [], request }: SendTarget,
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
            ...along,
            liveAgent(db, workspace, agentId, failures.noAgent),
            conversations.insert(db, workspace, { row, onMissing: failures.noAgent }),
            record(actor, { type: 'conversation.created', workspace, data: { conversation, agent: agentId } }),
            ...room('conversations', { workspace }),
          ];
          const channel = bounds.channel ?? null;
          const about = { agent, conversation, user: row.user_id, channel, visit };
          const met = metadataCause(agent.handover, metadata);
          const place = { ...about, at: time + 1, passed, isOpen: true, met, responseSchema };
          return store(actor, outgoing, { ...place, before, request, leave });
        });
      });
    },

    ...createReplying(needs, steps),
  };
}

/** The rule by which a message hands its conversation over to people; undefined if the agent goes on. */
const causeOf = ({ agent, isOpen, met }: Pick<Storing, 'agent' | 'isOpen' | 'met'>, { role, content }: Outgoing) =>
  isOpen && role === 'user' ? (keywordCause(agent.handover, content) ?? met) : undefined;

/** The parts of a message on its way by which its conversation is left to people. */
type Leaving = Pick<Storing, 'passed' | 'agent' | 'conversation' | 'isOpen' | 'met'>;

/** The conversation that stores a message, and what becomes of it. */
interface Storing {
  readonly agent: AnsweringAgent;
  readonly conversation: string;
  readonly at: number;
  readonly passed: Passed;
  /** False if a person has taken over. */
  readonly isOpen: boolean;
  /** The rule of the agent by which a new conversation is handed over to people. */
  readonly met?: HandoverCause | undefined;
  /** The stored data about the visitor, after this message. */
  readonly visit: Visit;
  readonly channel: string | null;
  readonly user: string | null;
  readonly responseSchema: WithResponseSchema['responseSchema'];
  readonly before?: readonly Statement[] | undefined;
  readonly request: RequestIds | undefined;
  readonly leave: () => void;
}
