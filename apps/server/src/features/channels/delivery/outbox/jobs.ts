import { type ChannelType, kindOf } from '../../../../platforms/kinds.ts';
import { type Obstacle, type SendContext, SendFailure, type SettingValues } from '../../../../platforms/messenger.ts';
import { type Attempt, type Job, JobFailure, job, noPayload } from '../../../../storage/jobs/kind.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { MessengerNeeds } from '../../messenger-needs.ts';
import { obstacleTo } from '../obstacles.ts';
import { addressOf, sendContext } from '../send-context.ts';
import * as ledger from './ledger-store.ts';
import { attempts, type DeliveryJob, deliverKind } from './outbox.ts';
import { createSending, messageOf } from './sending.ts';
import * as store from './store.ts';
import { recovered, troubled } from './trouble.ts';

/** Duration of an attempt's exclusive claim on a delivery, in ms: longer than an attempt takes. */
const claimMs = 60_000;

/** Interval in ms between two looks while another job has the delivery. */
const waitMs = 500;

/** Deliveries that nothing was done with for so long, in ms, get another job: a retry waits up to an hour. */
const leftovers = { afterMs: 90 * 60_000, most: 100 } as const;

/** Maximum time in ms that a message waits for a platform that asks to wait. */
const longestHoldMs = 24 * 60 * 60_000;

const sweepKind = { name: 'channels.undelivered', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Data that a claimed message is sent with, and the statements to write after its user has it. */
interface Way {
  readonly workspace: string;
  readonly text: string;
  readonly context: SendContext;
  readonly waits: readonly Statement[];
  /** The statements that take the delivery for this attempt, in a unit of work before anything is sent. */
  take(): readonly Statement[];
  guard(): Statement;
  /** Follows the sending. */
  readonly heard: ReturnType<Attempt<DeliveryJob>['toward']>;
}

/** A message that can't be delivered, which its kind knows without sending it. */
const unwanted = ({ code, message }: Obstacle) => new SendFailure(code, message, { isFinal: true, isOfMessage: true });

/** The same failure as the last one. */
const lasting = ({ code, message }: SendFailure) => new SendFailure(code, message, { isFinal: true });

/** Another job has the delivery. */
class Claimed extends Error {}

/** Creates the jobs that deliver the messages in the outbox. */
export function createDelivering({ outbox, record, ...needs }: MessengerNeeds): readonly Job[] {
  const { db, now, conversations } = needs;
  const { enqueueOne, look } = outbox;
  const send = createSending(needs);

  const failed = (workspace: string, delivery: store.Delivery, failure: SendFailure) => {
    const { id, conversation, channel, agent } = delivery;
    const attempt = delivery.attempts + 1;
    const isLast = failure.isFinal || failure.isUnknown || attempt >= attempts.most;
    const state = failure.isUnknown ? 'unknown' : isLast ? 'failed' : 'pending';
    const tells = !failure.isUnknown && !failure.isOfMessage && (isLast || attempt >= attempts.telling);
    const effect = [
      // Parts that are known to be unsent are sent again. For parts whose outcome is unknown, a person decides.
      ...(failure.isUnknown ? [] : [ledger.forgetUnsent(db, workspace, id)]),
      store.settle(db, workspace, { id, state, error: failure, now: now() }),
      ...(tells ? troubled({ db, now, record }, workspace, { channel, agent, failure }) : []),
    ];
    if (isLast) return { effect, next: { conversation } };
    throw new JobFailure(failure.message, { effect });
  };

  /** Outcome if the platform asks to wait: it doesn't count as an attempt. */
  const held = (workspace: string, delivery: store.Delivery, failure: SendFailure) => {
    const { id, channel, conversation } = delivery;
    const until = now() + (failure.waitMs ?? 0);
    return {
      effect: [
        ledger.forgetUnsent(db, workspace, id),
        store.settle(db, workspace, { id, state: 'pending', error: failure, isFree: true, now: now() }),
        store.hold(db, workspace, { channel, until }),
        enqueueOne(workspace, conversation, until),
      ],
    };
  };

  const afterFailure = (workspace: string, delivery: store.Delivery, error: unknown) => {
    if (error instanceof Claimed) return { effect: [enqueueOne(workspace, delivery.conversation, now() + waitMs)] };
    if (!(error instanceof SendFailure)) throw error;
    const isLate = now() - delivery.createdAt > longestHoldMs;
    return error.waitMs !== undefined && !isLate
      ? held(workspace, delivery, error)
      : failed(workspace, delivery, isLate ? lasting(error) : error);
  };

  /** Takes a message, sends it, and returns what is written then. */
  const attempt = async (delivery: store.Delivery, way: Way) => {
    const { workspace, text, context, guard, take, waits, heard } = way;
    const { id, channel, agent, conversation } = delivery;
    const deliverer = { ...delivery, status: delivery.channelStatus, settings: context.settings };
    const obstacle = obstacleTo(deliverer, messageOf(delivery, text), now());
    try {
      if (obstacle !== undefined) {
        await db.write(take());
        throw unwanted(obstacle);
      }
      const sent = await heard(send({ workspace, delivery, text, context, guard, take }));
      const settled = store.settle(db, workspace, { id, state: 'sent', error: null, now: now() });
      // A failure that came after the delivery was read is newer than what it proves.
      const hadTrouble = delivery.channelStatus === 'error';
      const cleared = hadTrouble ? recovered({ db, now, record }, workspace, { channel, agent }) : [];
      // Messages that are queued from now on have a job of their own.
      const next = delivery.isFollowed && { next: { conversation } };
      return { effect: [...sent, ...waits, settled, ...cleared], ...next };
    } catch (error) {
      return afterFailure(workspace, delivery, error);
    }
  };

  /** Retries a reply that a crash interrupted, unless an apology may have been sent. True if it is retried. */
  const isRetried = async (workspace: string, delivery: store.Delivery): Promise<boolean> =>
    waitingAfter(delivery) && delivery.attempts === 0 && conversations.retryInterrupted(workspace, delivery.id);

  const deliver = async ({ id: jobId, workspace, payload, signal, guard, toward }: Attempt<DeliveryJob>) => {
    const { conversation } = payload;
    const delivery = await store.findOldest(db, workspace, conversation);
    if (delivery === undefined) return {};
    const { id } = delivery;
    if (await isRetried(workspace, delivery)) return { effect: [store.remove(db, workspace, id)], next: payload };
    const context = sendContext(needs, delivery, signal);
    const text = textOf(delivery, context.settings);
    const waits = waitingAfter(delivery) ? await conversations.waitForPerson(workspace, conversation) : [];
    if (text === '') return { effect: [store.remove(db, workspace, id), ...waits], next: payload };
    if (delivery.heldUntil > now()) return { effect: [enqueueOne(workspace, conversation, delivery.heldUntil)] };
    const heard = toward(addressOf(delivery, context));
    const take = () => {
      const time = now();
      const claim = { id, job: jobId, now: time, until: time + claimMs, since: delivery };
      return [guard(), ...store.claim(db, workspace, claim, () => new Claimed())];
    };
    return attempt(delivery, { workspace, text, context, guard, take, waits, heard });
  };

  return [
    job(deliverKind, deliver),
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
}

/** Text for the user; empty for no message, as from a channel that is switched off or has no address to send to. */
function textOf(delivery: store.Delivery, settings: SettingValues): string {
  const { messenger } = kindOf(delivery.type as ChannelType);
  if (messenger === undefined || delivery.channelStatus === 'inactive' || !messenger.sends(settings)) return '';
  return delivery.status === 'failed' ? messenger.apology(settings) : delivery.content;
}

/** True if the conversation waits for a person after its user learns that a reply failed. */
const waitingAfter = ({ type, status }: store.Delivery): boolean =>
  status === 'failed' && kindOf(type as ChannelType).messenger?.waitsForPerson === true;
