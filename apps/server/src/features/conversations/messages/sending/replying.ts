import type { Actor } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import { getMessage } from '../../access.ts';
import { failures } from '../../failures.ts';
import type { StoredConversation } from '../../store.ts';
import * as messages from '../store.ts';
import { passingIn, passMessage } from './channel-rules.ts';
import { enter, replyRow } from './enter.ts';
import { createFindSent } from './find-sent.ts';
import { checkActive, checkAnswerable, checkRetryable } from './sendable.ts';
import { agentOf, type SendingNeeds, type SendSteps, type SendTarget, type Sent, type Tried } from './steps.ts';

/** A message that gets a reply, and where. */
interface Due extends Pick<SendTarget, 'repeat' | 'request'>, Pick<Tried, 'responseSchema'> {
  readonly question: messages.StoredMessage;
  readonly conversation: StoredConversation;
  readonly agent: AnsweringAgent;
  /** Time of the reply, in ms since 1970. */
  readonly at: number;
  /** True if the message had a reply before. */
  readonly isRetry: boolean;
  readonly leave: () => void;
}

/** Creates what starts turns for messages that are stored already. */
export function createReplying(needs: SendingNeeds, { streaming, sendInTurn, getPlace, factsFor }: SendSteps) {
  const { db, newId, rules } = needs;
  const { findMade } = createFindSent(db);

  const reply = async (actor: Actor, due: Due): Promise<Sent> => {
    const { question, conversation, agent, at, repeat, request, leave, isRetry, responseSchema } = due;
    checkActive(agent);
    const place = { id: newId('message'), conversation: conversation.id, at, to: question.id, repeat };
    const rows = [replyRow(agent, place)] as const;
    const passing = { agent, ...passingIn(conversation), content: undefined, isOpen: true };
    const passed = await passMessage(rules, actor, passing);
    const { counted: before, reads, person } = passed;
    const visit = { form: conversation.form, page: conversation.page };
    const visitor = await factsFor(agent.workspace, { visit, passed, channel: conversation.channel });
    const about = { actor, agent, conversation: conversation.id, user: conversation.user, request };
    const entering = { ...about, reads, visitor, person, responseSchema, isOpen: true, isRetry, rows, question };
    const [stored] = await enter(needs, { ...entering, before, leave });
    return { message: question, reply: stored, replayed: false };
  };

  return {
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
          checkRetryable(failed, conversation, await messages.findLast(db, workspace, conversation.id));
          const { responseSchema } = draft;
          const due = { question, conversation, agent, at, repeat, request, leave, responseSchema };
          return reply(actor, { ...due, isRetry: true });
        });
      }),

    /**
     * Starts the turn that replies to the last message of a conversation, if it is of its user and has no reply.
     * Undefined if it isn't so.
     */
    answerLast: (actor: Actor, conversationId: string): Promise<Sent | undefined> =>
      sendInTurn(actor, async (leave) => {
        const { conversation, agent, at } = await getPlace(actor, conversationId);
        const question = await messages.findLast(db, conversation.workspace, conversationId);
        if (question?.role !== 'user') return undefined;
        checkAnswerable(conversation);
        return reply(actor, { question, conversation, agent, at, leave, isRetry: false });
      }),
  };
}
