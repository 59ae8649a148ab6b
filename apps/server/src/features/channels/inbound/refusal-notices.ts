import { Type } from 'typebox';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import { type OutboundMessage, type SendContext, SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type Job, JobFailure, job } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import { addressOf, sendContext } from '../delivery/send-context.ts';
import { sendAll } from '../delivery/send-whole-message.ts';
import { dayOf } from '../gate/gate.ts';
import * as gateStore from '../gate/gate-store.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import * as store from './store.ts';

/** Tells a user why a message was refused. The event has the user, so that nothing of it stays in the job. */
const kind = {
  name: 'channels.tell',
  payload: Type.Object({ event: Type.String(), text: Type.String() }),
  timeoutMs: 60_000,
  attempts: 5,
  concurrency: 8,
} as const;

/** An event whose sender is told something. */
interface Telling {
  readonly refused: NonNullable<Awaited<ReturnType<typeof store.findKept>>>;
  readonly text: string;
  readonly context: SendContext;
  /** Rolls a unit of work back if another job has taken over. */
  guard(): Statement;
}

/** A message that is refused. */
interface Refused {
  readonly event: store.PendingEvent;
  readonly of: store.EventThread;
  /** Stable code of the reason. */
  readonly code: 'channel_limit_reached';
  /** Text for the sender. */
  readonly text: string;
}

/** Creates what tells users of messengers that a limit is reached: once a day in each thread. */
export function createRefusalNotices({ enqueue, conversations, ...needs }: MessengerNeeds) {
  const { db, now } = needs;

  /** Sends the words of the service to the sender of a refused message. Throws a `SendFailure`. */
  const sendTo = async (workspace: string, id: string, { refused, text, context: sending, guard }: Telling) => {
    const { messenger } = kindOf(refused.type as ChannelType);
    if (refused.status === 'inactive' || messenger?.sends(sending.settings) !== true) return;
    // After a crash it isn't known whether it was sent, so there is no other attempt.
    if (!messenger.recognisesRepeats) await db.write([guard(), store.forget(db, workspace, id)]);
    const { channel } = refused;
    const { user, thread, context: replied = null } = JSON.parse(refused.payload) as InboundMessage;
    const conversation = await conversations.findOpen(workspace, { channel, user: user.id, thread });
    const message: OutboundMessage = {
      ...{ id, channel, conversation: conversation ?? null, user: user.id, thread, text },
      ...{ role: 'assistant', context: replied, lastEventAt: Number(refused.at) },
    };
    await sendAll(messenger, message, sending);
  };

  const tell = async ({
    workspace,
    payload: { event: id, text },
    signal,
    guard,
    toward,
  }: Attempt<{ event: string; text: string }>) => {
    const refused = await store.findKept(db, workspace, { id, state: 'refused' });
    if (refused === undefined) return {};
    try {
      const context = sendContext(needs, refused, signal);
      await toward(addressOf(refused, context))(sendTo(workspace, id, { refused, text, context, guard }));
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      const retry = !error.isFinal && !error.isUnknown;
      const effect = retry ? [store.keep(db, workspace, { id, payload: refused.payload })] : [];
      throw new JobFailure(error.message, { retry, effect });
    }
    return { effect: [store.forget(db, workspace, id)] };
  };

  return {
    /** The statements that refuse a message, and have its sender told unless that was done today. */
    refuse: async (workspace: string, { event: { id }, of, code, text }: Refused): Promise<Statement[]> => {
      const { channel, thread } = of;
      const { date, expiresAt } = dayOf(now());
      const counter = { id: `${channel} ${date} told ${thread}`, channel, most: 1, expiresAt };
      const told = await gateStore.readCounts(db, workspace, [counter.id]);
      const refused = { id, error: code, state: 'refused' } as const;
      if (told.size > 0) return [store.settle(db, workspace, refused)];
      return [
        store.settleKept(db, workspace, refused),
        gateStore.note(db, workspace, counter),
        enqueue(workspace, { kind, payload: { event: id, text } }),
      ];
    },

    job: job(kind, tell) satisfies Job,
  };
}
