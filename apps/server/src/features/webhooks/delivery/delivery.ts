import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { createIdSource } from '../../../ids.ts';
import { type Attempt, type Job, type JobEnd, job } from '../../../storage/jobs/kind.ts';
import { hasRunningTwin } from '../../../storage/jobs/running/twins.ts';
import { sweep } from '../../../storage/jobs/sweep.ts';
import { portion } from '../../../storage/portion.ts';
import type { Statement } from '../../../storage/unit.ts';
import { unreachable } from './attempts.ts';
import type { DeliveryNeeds, DeliveryPace } from './needs.ts';
import { createRequest } from './request.ts';
import { createRounds } from './round.ts';
import * as store from './store.ts';
import { createWaking } from './waking.ts';

export type { DeliveryNeeds };

/** The usual speed of deliveries: at most 50 replayed events a second. */
const usualPace: DeliveryPace = { atOnce: 8, replayMs: 20, coalesceMs: 50 };

/** Time for which deliveries are kept, in ms: 30 days. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Time until a job looks again whether another one still delivers its webhook, in ms. */
const besideMs = 250;

/** Webhooks that one step of the look of each minute reads. */
const perLook = 500;

const deliverKind = {
  name: 'webhooks.deliver',
  payload: Type.Object({ webhook: Type.String() }, { additionalProperties: false }),
  timeoutMs: 60_000,
  concurrency: 8,
} as const;

const lookKind = {
  name: 'webhooks.look',
  payload: Type.Object({ after: Type.Optional(Type.String()) }, { additionalProperties: false }),
  timeoutMs: 60_000,
  concurrency: 1,
} as const;

/** A webhook as a test of it needs it, with its secrets in the clear. */
export interface TestedWebhook {
  readonly id: string;
  readonly workspace: string;
  readonly url: string;
  readonly secret: string;
  /** The secret before the rotation, if it still signs. */
  readonly oldSecret?: string | undefined;
}

/** The reply of the receiver to a test; `error` is null if it was a success. */
export interface TestReply {
  readonly status: number | null;
  readonly latencyMs: number | null;
  readonly error: string | null;
  readonly reply: string | null;
}

/** The deliveries of webhooks. */
export interface Delivery {
  /** Returns the statement that delivers what is due of a webhook soon: after it is created, enabled, or sent again. */
  soon(workspace: string, webhook: string): Statement;
  /** Sends an event of the type `webhook.test` now, and returns what the receiver replied. */
  test(webhook: TestedWebhook): Promise<TestReply>;
  readonly jobs: readonly Job[];
  /** Hears of no more events. */
  close(): Promise<void>;
}

/**
 * Creates the deliveries of webhooks. One job of each webhook follows the log of its account from the webhook's
 * position. A round sends what it read, and stores what came of it in one unit of work with the position: decision 0086.
 */
export function createDelivery(given: DeliveryNeeds): Delivery {
  const pace = { ...usualPace, ...given.pace };
  const needs = { ...given, random: given.random ?? Math.random, pace };
  const { db, now, log, enqueue } = needs;
  const deliverNext = createRounds(needs);
  const request = createRequest(needs);
  /** The webhooks that this process delivers now; true if there is news since the last look. */
  const underWay = new Map<string, boolean>();

  const enqueued = (workspace: string, webhook: string, runAt?: number): Statement =>
    enqueue(workspace, {
      ...{ kind: deliverKind, payload: { webhook }, key: webhook },
      ...(runAt !== undefined && { runAt }),
    });

  const waking = createWaking({
    ...{ ...needs, soon: (workspace, webhook) => enqueued(workspace, webhook) },
    isUnderWay: (webhook) => {
      if (!underWay.has(webhook)) return false;
      underWay.set(webhook, true);
      return true;
    },
  });

  const deliver = async (attempt: Attempt<{ readonly webhook: string }>): Promise<JobEnd<{ webhook: string }>> => {
    const { id, workspace, payload } = attempt;
    const { webhook: webhookId } = payload;
    // Both would send the same. If both see each other, one job with this key comes of them.
    if (underWay.has(webhookId) || (await hasRunningTwin(db, id)))
      return { effect: [enqueued(workspace, webhookId, now() + besideMs)] };
    underWay.set(webhookId, false);
    try {
      const webhook = await store.findEnabled(db, webhookId);
      if (webhook === undefined) return {};
      const { effect, more, next } = await deliverNext(webhook, attempt);
      if (more || underWay.get(webhookId) === true) return { effect, next: payload };
      return { effect: [...effect, ...(next === undefined ? [] : [enqueued(workspace, webhookId, next)])] };
    } finally {
      underWay.delete(webhookId);
    }
  };

  const look = async ({
    payload: { after = '' },
  }: Attempt<{ after?: string }>): Promise<JobEnd<{ after?: string }>> => {
    await log.settle();
    const time = now();
    const found = await store.enabledAfter(db, after, { now: time, unreachable: unreachable(time), limit: perLook });
    const effect = found
      .filter(({ hasWork, id }) => Number(hasWork) === 1 && !underWay.has(id))
      .map(({ workspace, id }) => enqueued(workspace, id));
    const last = found.at(-1);
    return { effect, ...(found.length === perLook && last && { next: { after: last.id } }) };
  };

  return {
    soon: (workspace, webhook) => {
      waking.forget();
      return enqueued(workspace, webhook);
    },
    test: async ({ id, workspace, url, secret, oldSecret }) => {
      const event = `test_${randomUUID()}`;
      const about = { type: 'webhook.test', timestamp: new Date(now()).toISOString(), data: { webhook: id } };
      const body = JSON.stringify({
        ...about,
        _id: event,
        workspace,
        actor: { kind: 'system', id: 'system' },
        changes: [],
      });
      const secrets = oldSecret === undefined ? [secret] : [secret, oldSecret];
      const got = await request({ url, secrets }, { id: event, body, isReplayed: false });
      return { status: got.status, latencyMs: got.latencyMs, error: got.error, reply: got.reply };
    },
    jobs: [
      job(deliverKind, deliver),
      job(lookKind, look, { pattern: '* * * * *', payload: {} }),
      sweep({
        name: 'webhooks.deliveries-old',
        pattern: '40 * * * *',
        find: (time) => store.findOld(db, createIdSource(() => time - keptMs)('webhookDelivery'), portion.rows),
        remove: (ids) => store.remove(db, ids),
      }),
    ],
    close: waking.close,
  };
}
