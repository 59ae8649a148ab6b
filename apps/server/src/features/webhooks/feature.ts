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
    /** See `store.missed`. */
    missed: (account: string, through: number) => missed(needs.db, account, through),
    ofWorkspace: belongingsOf(needs),
    close: delivery.close,
  };
}
