import { Type } from 'typebox';
import type { ChannelActor } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { contentOf, isReadable } from '../../../platforms/content/content.ts';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import { type Attempt, type Job, JobFailure, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Claim } from '../../../storage/jobs/running/claimed-rows.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { createTakeAnswer } from '../satisfaction/answers.ts';
import type { Typing } from '../typing/typing.ts';
import { createAnswered } from './answered.ts';
import { busy, refusals } from './errors.ts';
import { type Folded, fold } from './fold.ts';
import { repeatIdOf, withQuote } from './quotes.ts';
import { createRefusalNotices } from './refusal-notices.ts';
import * as store from './store.ts';
import { digestOf } from './thread-store.ts';

/** Duration of an attempt's exclusive claim on an event, in ms. */
const claimMs = 60_000;

/** Interval in ms between two looks while an event waits for the end of a reply or of another attempt. */
const busyMs = 500;

/** Retention of the ID of an event, in ms. */
export const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Threads whose oldest event is older than `afterMs` get another job, at most `most` threads at a time. */
const leftovers = { afterMs: 10 * 60_000, most: 100 } as const;

/** Hands the messages of a user in a thread to the agent, in their order. */
const kind = {
  name: 'channels.receive',
  payload: Type.Object({ channel: Type.String(), thread: Type.String() }),
  timeoutMs: 60_000,
  attempts: 12,
} as const;

const sweepKind = { name: 'channels.waiting', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

type Thread = store.EventThread;

/** Events that become one message, and the oldest of them. */
interface Sealing {
  readonly event: store.PendingEvent;
  readonly folded: Folded;
  readonly now: number;
}

/** A message on its way into its conversation. */
interface Passing {
  readonly event: store.PendingEvent;
  readonly message: InboundMessage;
  readonly attempt: Attempt<Thread>;
  /** True if no other event of the thread was waiting. Later ones have a job of their own. */
  readonly isLast: boolean;
}

/** ID of the mark that the edit of a message is stored. */
const editMark = (thread: string, key: string): string => digestOf(['edited', thread, key]);

/** Another job has the event. */
class Claimed extends Error {}

/** The text for the sender in place of a reply; undefined if the agent replies. */
function noticeOf(message: InboundMessage): string | undefined {
  if (message.isUnanswered === true) return '';
  return isReadable(message) ? undefined : (message.unreadable ?? '');
}

/** Dependencies of what handles events. */
export interface InboundNeeds extends MessengerNeeds {
  readonly typing: Pick<Typing, 'agent'>;
}

/** Creates what handles the events of platforms: the statement that enqueues a thread, and the jobs. */
export function createInboundJobs(needs: InboundNeeds) {
  const { db, newId, enqueue, conversations, sendMessage } = needs;
  const refusalNotices = createRefusalNotices(needs);
  const answered = createAnswered(needs);
  const takeAnswer = createTakeAnswer(needs);

  const enqueueThread = (workspace: string, of: Thread, runAt?: number): Statement =>
    enqueue(workspace, {
      ...{ kind, payload: of, key: `${of.channel} ${of.thread}` },
      ...(runAt !== undefined && { runAt }),
    });

  const done = (workspace: string, id: string) => store.settle(db, workspace, { id, state: 'done', error: null });

  /** Sends the message of an event to the conversation of its user and thread; begins one if there is no open one. */
  const send = async (
    { workspace, channel, along }: { workspace: string; channel: string; along: readonly Statement[] },
    { agent, event, payload, at }: store.PendingEvent,
  ) => {
    const message = JSON.parse(payload) as InboundMessage;
    const { user, thread, context: given, attachments = [], sentAt = at } = message;
    const context = given === undefined ? null : JSON.stringify(given);
    const said = message.isUnanswered === true ? undefined : message.text;
    const passing = { workspace, thread, context, at: Math.min(sentAt, at), notice: noticeOf(message), said };
    const actor: ChannelActor = { kind: 'channel', id: channel, ...passing };
    const conversation = await conversations.findOpen(workspace, { channel, user: user.id, thread });
    // The database keeps one message of it, whatever happens to this process or another one.
    const repeat = { id: repeatIdOf(channel, event), fingerprint: digestOf([message]) };
    const sentTo = await sendMessage(
      actor,
      { agent, conversation, repeat, along },
      {
        ...{ content: contentOf(message), attachments, clientMessageId: digestOf([event]), user: user.id },
        metadata: { ...(thread !== null && { thread }), ...(user.name !== undefined && { name: user.name }) },
      },
    );
    needs.typing.agent({ conversation: sentTo, workspace });
  };

  /** Takes an event for a job; false if another job has it. */
  const take = async (workspace: string, of: Omit<Claim, 'until'>, guard: Statement): Promise<boolean> => {
    const claim = { ...of, until: of.now + claimMs };
    try {
      await db.write([guard, ...store.claim(db, workspace, claim, () => new Claimed())]);
      return true;
    } catch (error) {
      if (error instanceof Claimed) return false;
      throw error;
    }
  };

  /** Looks at a thread again while another job has its event, or its conversation is busy. */
  const soon = ({ workspace, payload: of, now }: Attempt<Thread>) => ({
    effect: [enqueueThread(workspace, of, now() + busyMs)],
  });

  /** Goes on with the next event if another job has stored this one meanwhile; otherwise that one is at it. */
  const passed = async (attempt: Attempt<Thread>, id: string) => {
    const [oldest] = await store.findOldest(db, attempt.workspace, attempt.payload);
    return oldest?.id === id ? soon(attempt) : { next: attempt.payload };
  };

  /** Outcome of a failed attempt. Throws a failure after which the job tries again. */
  const failed = async (attempt: Attempt<Thread>, event: store.PendingEvent, error: unknown) => {
    const { id } = event;
    const { id: job, workspace, payload: of, now, guard } = attempt;
    if (error instanceof Claimed) return passed(attempt, id);
    if (!(error instanceof AppError)) throw error;
    const { code } = error;
    // Its message is stored, and its reply is being written.
    if (code === 'idempotency_in_progress') return { effect: [done(workspace, id)], next: of };
    if (code === 'channel_limit_reached') {
      if (!(await take(workspace, { id, job, now: now() }, guard()))) return soon(attempt);
      return { effect: await refusalNotices.refuse(workspace, { event, of, code, text: error.message }), next: of };
    }
    if (refusals.has(code))
      return { effect: [store.settle(db, workspace, { id, state: 'refused', error: code })], next: of };
    if (busy.has(code)) return soon(attempt);
    throw new JobFailure(error.message);
  };

  /**
   * The statements that make one event of several, before its message is sent: a process that dies meanwhile sends the
   * same message again. A part that comes after its album is stored, and only answered if it has words.
   */
  const seal = async (workspace: string, of: Thread, { event, folded, now }: Sealing) => {
    const { channel, thread } = of;
    const { absorbed, album } = folded;
    const message = await withQuote(db, { workspace, channel }, folded.message);
    const settled = absorbed.map((id) => done(workspace, id));
    if (album === undefined) return [keepMessage(workspace, event, message), ...settled];
    const whole = digestOf(['album', thread, album]);
    const isLate = (await store.isKnown(db, channel, whole)) && message.text.trim() === '';
    const sealed = isLate ? { ...message, isUnanswered: true } : message;
    return [keepMessage(workspace, event, sealed), mark(workspace, of, { mark: whole, now }), ...settled];
  };

  /** Notes that an album, or a message that was edited, is stored. */
  const mark = (workspace: string, { channel, thread }: Thread, { mark: event, now }: { mark: string; now: number }) =>
    store.insert(db, workspace, {
      ...{ id: newId('channelEvent'), channel_id: channel, event_id: event, thread, state: 'done' },
      ...{ payload: '', error: null, claimed_by: null, claimed_until: 0, received_at: now, expires_at: now + keptMs },
    });

  /** True for a message whose edit came first and is stored. */
  const isReplaced = async ({ channel, thread }: Thread, { key, edits }: InboundMessage): Promise<boolean> =>
    key !== undefined && edits === undefined && store.isKnown(db, channel, editMark(thread, key));

  const keepMessage = (workspace: string, { id }: store.PendingEvent, message: InboundMessage): Statement =>
    store.keep(db, workspace, { id, payload: JSON.stringify(message) });

  /**
   * Takes the message of an event as an answer, or sends it on. The unit of work that stores it also takes the event,
   * notes it as handled and, if it is the last one, ends the job: so nothing is stored of an event that waits.
   */
  const pass = async ({ event, message, attempt, isLast }: Passing) => {
    const { id: job, workspace, payload: of, now, guard, end } = attempt;
    const { edits, answered: pressed } = message;
    const taking = { id: event.id, job, now: now(), answered: pressed };
    const settled = (orElse?: () => Error) => [
      ...answered.settle(workspace, { ...taking, ...(orElse && { orElse }) }),
      ...(edits === undefined ? [] : [mark(workspace, of, { mark: editMark(of.thread, edits), now: now() })]),
    ];
    let isStored = false;
    const first = isLast ? end() : guard();
    const onCommitted = () => {
      first.onCommitted?.();
      isStored = true;
    };
    const along = [{ ...first, onCommitted }, ...settled(() => new Claimed())];
    if (!(await takeAnswer(workspace, { event, message, of, settled: along })))
      await send({ workspace, channel: of.channel, along }, event);
    // If the message was stored before, nothing was written along.
    return { effect: isStored ? [] : settled(), ...(!isLast && { next: of }) };
  };

  const handle = async (attempt: Attempt<Thread>) => {
    const { id: job, workspace, payload: of, now, guard } = attempt;
    const [event, ...others] = await store.findOldest(db, workspace, of);
    if (event === undefined) return {};
    const folded = fold([event, ...others], now());
    if (typeof folded === 'number') return { effect: [enqueueThread(workspace, of, folded)] };
    const [{ id }, { message, absorbed, album }] = [event, folded];
    if (absorbed.length > 0 || album !== undefined || message.quotes !== undefined) {
      if (!(await take(workspace, { id, job, now: now() }, guard()))) return soon(attempt);
      const sealed = await seal(workspace, of, { event, folded, now: now() });
      return { effect: [...sealed, store.release(db, workspace, id)], next: of };
    }
    if (await isReplaced(of, message)) return { effect: [done(workspace, id)], next: of };
    try {
      return await pass({ event, message, attempt, isLast: others.length === 0 });
    } catch (error) {
      return failed(attempt, event, error);
    }
  };

  const jobs: readonly Job[] = [
    job(kind, handle),
    refusalNotices.job,
    answered.job,
    job(
      sweepKind,
      async ({ now }) => {
        const found = await store.findWaiting(db, { before: now() - leftovers.afterMs, limit: leftovers.most });
        return { effect: found.map(({ workspace, channel, thread }) => enqueueThread(workspace, { channel, thread })) };
      },
      { pattern: '*/10 * * * *', payload: {} },
    ),
  ];
  return { enqueueThread, jobs };
}
