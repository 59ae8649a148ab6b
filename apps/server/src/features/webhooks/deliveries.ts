import { type Actor, lineOf } from '../../access/actor.ts';
import { workspaceMissing } from '../../access/workspace-for.ts';
import { AppError, invalid } from '../../errors.ts';
import { positionAt } from '../../events/event-id.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import type { Statement } from '../../storage/unit.ts';
import { getWebhook, placeOf } from './access.ts';
import type { DeliveryQuery, Redelivery, WebhookTest } from './delivery-schema.ts';
import * as store from './delivery-store.ts';
import * as listStore from './list-store.ts';
import type { WebhookNeeds } from './needs.ts';
import type { Webhook } from './schema.ts';

/** A read of deliveries, and the client that waits for it. */
interface Listing {
  readonly query: DeliveryQuery;
  readonly awaited: AwaitedAnswer | undefined;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** The deliveries of webhooks: lists them, sends them again, and tests webhooks. */
export function createDeliveries({ db, now, secrets, log, delivery }: WebhookNeeds) {
  const accountOf = async (workspace: string): Promise<string> => {
    const account = await log.accountOf(workspace);
    if (account === undefined) throw workspaceMissing();
    return account;
  };

  const resend = async (workspace: string, webhook: string, since: string): Promise<Statement> => {
    const from = Date.parse(since);
    if (from > now()) throw invalid([{ path: 'since', message: 'must not be in the future' }]);
    const through = await log.last(await accountOf(workspace));
    return store.resend(db, workspace, { webhook, after: positionAt(from) - 1, through }, inProgress);
  };

  return {
    /** Sends a test event now, and returns what the receiver replied. */
    test: async (actor: Actor, id: string): Promise<WebhookTest> => {
      const { json, workspace, secret, oldSecret, oldSecretUntil } = await getWebhook(db, actor, id);
      const { url } = JSON.parse(json) as Webhook;
      const isTwofold = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now();
      return delivery.test({
        ...{ id, workspace, url, secret: secrets.open(secret, placeOf.secret(id)) },
        ...(isTwofold && { oldSecret: secrets.open(oldSecret, placeOf.oldSecret(id)) }),
      });
    },

    /** Reads a page of the deliveries of a webhook as JSON text. */
    list: async (actor: Actor, webhook: string, { query, awaited }: Listing): Promise<string> => {
      const { workspace } = await getWebhook(db, actor, webhook);
      const home = await accountOf(workspace);
      return listStore.readDeliveries(db, workspace, { webhook, home, query, account: lineOf(actor), awaited });
    },

    /**
     * Sends one delivery again, or all events since a time; returns a sentence. Throws `webhook_delivery_not_found`, or
     * `webhook_redelivery_in_progress` for a second range.
     */
    again: async (actor: Actor, webhook: string, { deliveryId, since }: Redelivery): Promise<string> => {
      const { workspace } = await getWebhook(db, actor, webhook);
      if (deliveryId !== undefined && since === undefined) {
        const one = store.again(db, workspace, { webhook, delivery: deliveryId, now: now() }, noDelivery);
        await db.write([one, delivery.soon(workspace, webhook)]);
        return 'The delivery will be sent again.';
      }
      if (since === undefined || deliveryId !== undefined) throw notOne();
      await db.write([await resend(workspace, webhook, since), delivery.soon(workspace, webhook)]);
      return 'The events will be sent again.';
    },
  };
}

const notOne = () => invalid([{ path: '', message: 'The body must have either deliveryId or since' }]);

const noDelivery = () => new AppError('webhook_delivery_not_found', 'There is no such delivery of this webhook.');

const inProgress = () =>
  new AppError('webhook_redelivery_in_progress', 'Events are being sent to this webhook again already.', {
    hint: 'Wait until caughtUp of the webhook is true, or enable it.',
  });
