import { Type } from 'typebox';
import { type Job, job } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';

/** A webhook to test, with its secrets as they sign. */
export interface TestedWebhook {
  readonly id: string;
  readonly workspace: string;
  readonly url: string;
  readonly secret: string;
  readonly oldSecret?: string;
}

/** What the receiver of a test replied. */
export interface TestReply {
  readonly status: number | null;
  readonly latencyMs: number | null;
  readonly error: string | null;
  readonly reply: string | null;
}

/** The delivery of events to webhooks. */
export interface Delivery {
  /** The statement that has what is due of a webhook delivered soon. */
  soon(workspace: string, webhook: string): Statement;
  /** Sends a test event now. */
  test(webhook: TestedWebhook): Promise<TestReply>;
  readonly jobs: readonly Job[];
}

/** Dependencies of the delivery. */
export interface DeliveryNeeds {
  readonly enqueue: Enqueue;
}

const deliver = {
  name: 'webhooks.deliver',
  payload: Type.Object({ webhook: Type.String() }),
  timeoutMs: 60_000,
} as const;

/** Creates the delivery. Until it exists, nothing is sent. */
export const createDelivery = ({ enqueue }: DeliveryNeeds): Delivery => ({
  soon: (workspace, webhook) => enqueue(workspace, { kind: deliver, payload: { webhook }, key: webhook }),
  test: async () => ({ status: null, latencyMs: null, error: 'Nothing is delivered yet.', reply: null }),
  jobs: [job(deliver, async () => undefined)],
});
