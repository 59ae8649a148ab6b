import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import { type OutboundMessage, type SendContext, SendFailure } from '../../../platforms/messenger.ts';
import { satisfactionOf } from '../../../platforms/satisfaction.ts';
import { type Attempt, type Job, type JobEnd, JobFailure, job } from '../../../storage/jobs/kind.ts';
import { obstacleTo } from '../delivery/obstacles.ts';
import { findOldest as findUndelivered } from '../delivery/outbox/store.ts';
import { addressOf, sendContext } from '../delivery/send-context.ts';
import { sendAll } from '../delivery/send-whole-message.ts';
import { contextOf } from '../delivery/target-store.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { askKind, thankKind } from './kinds.ts';
import { type Asker, questionFor } from './question.ts';
import * as store from './store.ts';

/** Time in ms for which a number is the answer to a question. */
const openMs = 24 * 60 * 60 * 1000;

/** Time in ms after a closing from which its question comes too late to be understood. */
const lateMs = 60 * 60 * 1000;

/** Shortest interval in ms between two looks while messages of the conversation are on their way. */
const waitMs = 1_000;

type Asking = Attempt<{ conversation: string }>;
type Ending = JobEnd<{ conversation: string }>;

/** A message to the user of a closed conversation, and what sends it. */
interface Way extends Asker {
  readonly context: SendContext;
}

/** Creates the jobs that ask users of messengers how satisfied they are, and thank them. */
export function createAskingJobs({ enqueue, conversations, satisfaction, ...needs }: MessengerNeeds): readonly Job[] {
  const { db, now } = needs;

  /** Returns the way to the user of a conversation; undefined if nothing can be sent there. */
  const wayTo = ({ id, payload: { conversation }, signal }: Asking, found: store.Closed): Way | undefined => {
    const { messenger } = kindOf(found.type as ChannelType);
    const context = sendContext(needs, found, signal);
    if (messenger === undefined || found.channelStatus === 'inactive' || !messenger.sends(context.settings))
      return undefined;
    const { channel, user, thread, lastEventAt } = found;
    const message: OutboundMessage = {
      ...{ id, channel, conversation, user, thread, lastEventAt, context: contextOf(found.context) },
      ...{ role: 'assistant', text: '' },
    };
    const deliverer = { ...found, status: found.channelStatus, settings: context.settings };
    return obstacleTo(deliverer, message, now()) === undefined ? { messenger, context, message } : undefined;
  };

  /** True if the user of a closed conversation is to be asked: once for each closing, and not while another is open. */
  const isWanted = async (workspace: string, found: store.Closed): Promise<boolean> => {
    const { channel, user, thread, isAsked, isRated, closedAt } = found;
    const { asked } = satisfactionOf(JSON.parse(found.settings) as object);
    if (!asked || isAsked || isRated || now() - closedAt > lateMs) return false;
    return (await conversations.findOpen(workspace, { channel, user, thread })) === undefined;
  };

  /** Sends the question once: after a crash it isn't known whether it was sent, so it isn't sent again. */
  const sendQuestion = async ({ workspace, payload, guard, toward }: Asking, found: store.Closed, way: Way) => {
    const { conversation } = payload;
    const { row, version } = found;
    const words = await satisfaction.words(workspace, conversation);
    const { question } = satisfactionOf(way.context.settings);
    const text = questionFor(way, { question: question || words.question, how: words.how });
    const heard = toward(addressOf(found, way.context));
    await db.write([guard(), store.noteQuestion(db, workspace, { row, conversation, version, until: now() + openMs })]);
    try {
      await heard(sendAll(way.messenger, { ...way.message, text }, way.context));
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      const retry = !error.isFinal && !error.isUnknown;
      const withdrawn = store.withdrawQuestion(db, workspace, { row, conversation, isAgain: retry });
      throw new JobFailure(error.message, { retry, effect: error.isUnknown ? [] : [withdrawn] });
    }
  };

  const ask = async (attempt: Asking): Promise<Ending> => {
    const { workspace, payload } = attempt;
    const { conversation } = payload;
    const found = await store.findClosed(db, workspace, conversation);
    if (found === undefined || !(await isWanted(workspace, found))) return {};
    const way = wayTo(attempt, found);
    if (way === undefined) return {};
    // The question comes after the last words.
    const isBusy = (await findUndelivered(db, workspace, conversation)) !== undefined;
    // Longer each time: a platform that is away has many conversations that wait.
    const patience = isBusy ? Math.max(waitMs, Math.round((now() - found.closedAt) / 2)) : 0;
    const until = Math.max(now() + patience, found.heldUntil);
    if (until > now())
      return { effect: [enqueue(workspace, { kind: askKind, payload, key: conversation, runAt: until })] };
    await sendQuestion(attempt, found, way);
    return {};
  };

  const thank = async (attempt: Asking): Promise<Ending> => {
    const { workspace, payload, toward } = attempt;
    const found = await store.findClosed(db, workspace, payload.conversation);
    const way = found && wayTo(attempt, found);
    if (found === undefined || way === undefined) return {};
    const { thanks } = await satisfaction.words(workspace, payload.conversation);
    try {
      const { messenger, message, context } = way;
      await toward(addressOf(found, context))(sendAll(messenger, { ...message, text: thanks }, context));
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      throw new JobFailure(error.message, { retry: !error.isFinal && !error.isUnknown });
    }
    return {};
  };

  return [job(askKind, ask), job(thankKind, thank)];
}
