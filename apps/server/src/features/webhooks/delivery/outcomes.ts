import { systemIn } from '../../../access/actor.ts';
import type { WebhookDeliveryRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { maxAttempts, waitAfter } from './attempts.ts';
import type { DeliveryNeeds } from './needs.ts';
import type { Reply } from './request.ts';
import type { Item, Replies } from './sending.ts';
import * as store from './store.ts';

/** A round that was sent, of a webhook as it was before. */
export interface Sent {
  readonly webhook: store.WebhookState;
  /** All items of the round, in the order of positions. */
  readonly items: readonly Item[];
  readonly replies: Replies;
  /** The position up to which the log was read. */
  readonly through: number;
  /** The position up to which the range was sent again. */
  readonly resentThrough: number | undefined;
}

type Needs = Pick<DeliveryNeeds, 'db' | 'now' | 'newId' | 'record' | 'mailAdmins'> & { readonly random: () => number };

/** Why a webhook is switched off. */
type Reason = 'gone' | 'failing';

const explanations: Readonly<Record<Reason, string>> = {
  gone: 'its receiver answered 410, which means that it wants no more events',
  failing: 'its receiver has failed for about three days',
};

/** The stored part of an attempt, without its time. */
type Outcome = Omit<store.Attempted, 'id' | 'updated_at'>;

/** Returns the statements that store what came of a round: one unit of work with the position. */
export async function outcomesOf(needs: Needs, sent: Sent): Promise<Statement[]> {
  const { db } = needs;
  const { webhook, resentThrough } = sent;
  const time = needs.now();
  const reason = reasonToStop(sent);
  const isResent = webhook.resend !== undefined && resentThrough !== undefined;
  return [
    store.advance(db, webhook.id, progressOf(sent, time)),
    ...deliveriesOf(needs, sent, { time, random: needs.random, reason }),
    ...(isResent ? [store.resent(db, webhook.id, webhook.resend, resentThrough)] : []),
    ...(reason === undefined ? [] : await stopped(needs, webhook, reason)),
  ];
}

const hasSuccess = (replies: Replies): boolean => [...replies.values()].some(({ error }) => error === null);

function progressOf({ webhook, replies, through }: Sent, time: number): store.Progress {
  const position = Math.max(through, webhook.position);
  if (hasSuccess(replies)) return { position, failing_since: null, last_success_at: time };
  const since = replies.size === 0 ? webhook.failingSince : (webhook.failingSince ?? time);
  return { position, failing_since: since, last_success_at: webhook.lastSuccessAt };
}

/** Returns the statements that change the pending deliveries of a round, and add the new ones. */
function deliveriesOf({ db, newId }: Needs, { webhook, items, replies }: Sent, how: Judging): Statement[] {
  const { time } = how;
  const added: WebhookDeliveryRow[] = [];
  const changes: Statement[] = [];
  for (const item of items) {
    const outcome = outcomeOf(item, replies.get(item), how);
    if (item.pending === undefined) {
      added.push({
        ...{ id: newId('webhookDelivery'), workspace_id: webhook.workspace, webhook_id: webhook.id },
        ...{ event_position: item.position, type: item.type, line: item.line, replayed: item.isReplayed ? 1 : 0 },
        ...{ ...(outcome ?? unsent(time)), created_at: time, updated_at: time },
      });
    } else if (outcome !== undefined)
      changes.push(store.change(db, { id: item.pending.id, ...outcome, updated_at: time }));
  }
  return [...changes, ...store.add(db, added)];
}

/** The facts by which outcomes are judged. */
interface Judging {
  readonly time: number;
  readonly random: () => number;
  /** Why the webhook is switched off now, if it is. */
  readonly reason: Reason | undefined;
}

/** A receiver that wants nothing more, or for which a delivery has had all its attempts without any success since. */
function reasonToStop({ webhook, items, replies }: Sent): Reason | undefined {
  if ([...replies.values()].some(({ status }) => status === 410)) return 'gone';
  if (hasSuccess(replies)) return undefined;
  const { lastSuccessAt } = webhook;
  const isExhausted = items.some(
    (item) =>
      item.pending !== undefined &&
      isLast(item, replies.get(item)) &&
      (lastSuccessAt === null || lastSuccessAt < item.pending.createdAt),
  );
  return isExhausted ? 'failing' : undefined;
}

const isLast = ({ pending }: Item, reply: Reply | undefined): boolean =>
  reply !== undefined && reply.error !== null && (pending?.attempts ?? 0) + 1 >= maxAttempts;

/** The outcome of a delivery; undefined if it wasn't sent. */
function outcomeOf(item: Item, reply: Reply | undefined, { time, random, reason }: Judging): Outcome | undefined {
  if (item.message === undefined) {
    const error = 'The event is no longer kept.';
    return { ...unsent(time), state: 'failed', attempts: item.pending?.attempts ?? 0, error };
  }
  if (reply === undefined) return undefined;
  const attempts = (item.pending?.attempts ?? 0) + 1;
  const { status, latencyMs, error, reply: text } = reply;
  const got = { status, latency_ms: latencyMs, error, reply: text };
  if (error === null) return { ...got, state: 'succeeded', attempts, due_at: time };
  // Once the webhook is enabled again, it gets this event, too, with all its attempts.
  if (reason !== undefined) return { ...got, state: 'pending', attempts: 0, due_at: time };
  if (attempts >= maxAttempts) return { ...got, state: 'failed', attempts, due_at: time };
  return { ...got, state: 'pending', attempts, due_at: time + waitAfter(attempts, random()) };
}

/** A delivery without an attempt: it waits behind others of its line, or for the next round. */
const unsent = (time: number): Outcome => ({
  ...{ state: 'pending', attempts: 0, due_at: time, status: null, latency_ms: null, error: null, reply: null },
});

/** Switches a webhook off, with the event and the mail. */
async function stopped(
  { db, now, record, mailAdmins }: Needs,
  { id, workspace, url }: store.WebhookState,
  reason: Reason,
): Promise<Statement[]> {
  const lines = [
    `Parley has disabled the webhook to ${new URL(url).host}, because ${explanations[reason]}.`,
    'Its events are kept. Enable it again under Developers, and they are delivered in order.',
  ];
  return [
    store.disable(db, id, { reason, now: now() }),
    record(systemIn(workspace), { type: 'webhook.disabled', workspace, data: { webhook: id, reason } }),
    ...(await mailAdmins(workspace, { subject: 'A webhook was disabled', text: lines.join('\n\n') })),
  ];
}
