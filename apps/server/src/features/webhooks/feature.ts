import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { createDeliveries } from './deliveries.ts';
import { createDelivery, type DeliveryNeeds } from './delivery/delivery.ts';
import type { WebhookNeeds } from './needs.ts';
import { belongingsOf, purgeJobs } from './removal.ts';
import { webhookEndpoints } from './routes.ts';
import { createWebhooks } from './service.ts';
import { missed } from './store.ts';

/** Webhooks: addresses that get the events of a workspace. */
export function webhooksFeature(given: Omit<WebhookNeeds, 'delivery'> & DeliveryNeeds) {
  const delivery = createDelivery(given);
  const needs = { ...given, delivery };
  return {
    endpoints: webhookEndpoints({ webhooks: createWebhooks(needs), deliveries: createDeliveries(needs) }),
    jobs: [...delivery.jobs, ...purgeJobs(needs)],
    ofWorkspace: belongingsOf(needs),
    close: delivery.close,
  };
}

/** Returns the function that notes at webhooks that events expired before they came to them; see `missed`. */
export const missedEvents =
  (db: Database) =>
  (account: string, through: number): readonly Statement[] => [missed(db, account, through)];
