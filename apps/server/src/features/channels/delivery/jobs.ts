import { Type } from 'typebox';
import { systemIn } from '../../../access/actor.ts';
import { type Attempt, type Job, JobFailure, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type ChannelType, kindOf } from '../kinds/kinds.ts';
import { type SendContext, SendFailure, type SettingValues } from '../kinds/messenger.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { sendContext } from '../send-context.ts';
import * as store from './store.ts';

/** How long an attempt has a delivery for itself, in ms: longer than one takes. */
const claimMs = 60_000;

/** How long a job waits for another one that has the delivery, in ms. */
const waitMs = 500;

/** Max attempts of a delivery, over about four hours. From `telling` on, its channel says that it is in error. */
const attempts = { most: 12, telling: 3 } as const;

/** Deliveries that nothing was done with for so long, in ms, get another job: a retry waits up to an hour. */
const leftovers = { afterMs: 90 * 60_000, most: 100 } as const;

/** Max messages that one look enqueues. */
const lookedAt = 100;

/** Delivers the messages of a conversation to its platform, in their order. */
const kind = {
  name: 'channels.deliver',
  payload: Type.Object({ conversation: Type.String() }),
  timeoutMs: 60_000,
  // More than a delivery has: the last one says what went wrong.
  attempts: attempts.most + 8,
  concurrency: 8,
  perWorkspace: 4,
} as const;

const sweepKind = { name: 'channels.undelivered', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

interface Conversation {
  readonly conversation: string;
}

/** Another job has the delivery. */
class Claimed extends Error {}

/** Creates the jobs that deliver messages, and the look for those that have ended. */
export function createDelivering({ enqueue, record, ...needs }: MessengerNeeds) {
  const { db, now } = needs;

  const enqueueOne = (workspace: string, conversation: string, runAt?: number): Statement =>
    enqueue(workspace, {
      ...{ kind, payload: { conversation }, key: conversation },
      ...(runAt !== undefined && { runAt }),
    });

  /** Enqueues a job for each conversation with messages that have none yet. */
  const look = async (): Promise<void> => {
    for (;;) {
      const found = await store.findNew(db, lookedAt);
      if (found.length === 0) return;
      const conversations = new Map(found.map(({ conversation, workspace }) => [conversation, workspace]));
      const ids = found.map(({ id }) => id);
      const jobs = [...conversations].map(([conversation, workspace]) => enqueueOne(workspace, conversation));
      await db.write({ queued: store.markQueued(db, ids), jobs });
      if (found.length < lookedAt) return;
    }
  };

  /** What is written when a message could not be delivered. */
  const troubled = (workspace: string, delivery: store.Delivery, { code, message }: SendFailure): Statement[] => {
    const { channel, agent } = delivery;
    const data = { channel, agent, code };
    const when = store.isActive(db, workspace, channel);
    return [
      record(systemIn(workspace), { type: 'channel.error', workspace, data, when }),
      store.noteTrouble(db, workspace, { channel, error: { code, message }, now: now() }),
    ];
  };

  const failed = (workspace: string, delivery: store.Delivery, failure: SendFailure) => {
    const { id, conversation } = delivery;
    const attempt = delivery.attempts + 1;
    const isLast = failure.isFinal || attempt >= attempts.most;
    const state = isLast ? 'failed' : 'pending';
    const effect = [
      store.settle(db, workspace, { id, state, error: failure.message, now: now() }),
      ...(isLast || attempt >= attempts.telling ? troubled(workspace, delivery, failure) : []),
    ];
    if (isLast) return { effect, next: { conversation } };
    throw new JobFailure(failure.message, { effect });
  };

  const deliver = async ({ id: jobId, workspace, payload, signal, guard }: Attempt<Conversation>) => {
    const delivery = await store.findOldest(db, workspace, payload.conversation);
    if (delivery === undefined) return {};
    const { id } = delivery;
    const context = sendContext(needs, delivery, signal);
    const text = textOf(delivery, context.settings);
    if (text === '') return { effect: [store.remove(db, workspace, id)], next: payload };
    try {
      const claim = { id, job: jobId, now: now(), until: now() + claimMs };
      await db.write([guard(), store.claim(db, workspace, claim, () => new Claimed())]);
    } catch (error) {
      if (!(error instanceof Claimed)) throw error;
      return { effect: [enqueueOne(workspace, payload.conversation, now() + waitMs)] };
    }
    try {
      await send(delivery, text, context);
    } catch (error) {
      if (error instanceof SendFailure) return failed(workspace, delivery, error);
      throw error;
    }
    const effect = [
      store.remove(db, workspace, id),
      store.clearTrouble(db, workspace, { channel: delivery.channel, now: now() }),
    ];
    return { effect, next: payload };
  };

  const jobs: readonly Job[] = [
    job(kind, deliver),
    job(
      sweepKind,
      async () => {
        await look();
        const found = await store.findWaiting(db, { before: now() - leftovers.afterMs, limit: leftovers.most });
        return { effect: found.map(({ workspace, conversation }) => enqueueOne(workspace, conversation)) };
      },
      { pattern: '* * * * *', payload: {} },
    ),
  ];
  return { jobs, look };
}

/** Sends a message. Throws a `SendFailure`. */
async function send(delivery: store.Delivery, text: string, context: SendContext): Promise<void> {
  const { messenger } = kindOf(delivery.type as ChannelType);
  const { id, channel, conversation, user, thread } = delivery;
  const role = delivery.role === 'human' ? 'human' : 'assistant';
  await messenger?.send({ id, channel, conversation, user, thread, text, role }, context);
}

/** What the user gets; empty for nothing, as from a channel that is switched off or has nowhere to send to. */
function textOf(delivery: store.Delivery, settings: SettingValues): string {
  const { messenger } = kindOf(delivery.type as ChannelType);
  if (messenger === undefined || delivery.channelStatus === 'inactive' || !messenger.sends(settings)) return '';
  return delivery.status === 'failed' ? messenger.apology(settings) : delivery.content;
}
