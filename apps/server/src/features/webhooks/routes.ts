import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import type { Deliveries } from './deliveries.ts';
import { DeliveryQuery, Redelivery, WebhookDelivery, WebhookTest } from './delivery-schema.ts';
import {
  Webhook,
  WebhookChanges,
  WebhookDraft,
  WebhookPath,
  WebhookQuery,
  WebhookRotation,
  WebhookWithSecret,
} from './schema.ts';
import type { SecretWebhook, Webhooks } from './service.ts';

const tag = 'Events';
const access = 'workspace:admin';

const shownOnce = ({ webhook, secret }: SecretWebhook) => ({
  data: { ...webhook, secret },
  right: { permission: access, workspace: webhook.workspace } as const,
});
const created = (made: SecretWebhook) => ({ ...shownOnce(made), version: made.version });

/** The services of the operations. */
interface Services {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
}

/** The operations on webhooks. */
export const webhookEndpoints = (services: Services) => [
  ...changeEndpoints(services.webhooks),
  ...deliveryEndpoints(services.deliveries),
];

const changeEndpoints = (webhooks: Webhooks) => [
  endpoint({
    id: 'createWebhook',
    client: 'webhooks.create',
    method: 'POST',
    path: '/api/webhooks',
    access,
    confirmed: true,
    tag,
    summary: 'Create a webhook',
    description:
      'Its address gets a signed request for each event from now on, as [Standard ' +
      'Webhooks](https://www.standardwebhooks.com) describes. The secret is in this answer only. A private address is ' +
      'refused, here and at each attempt.',
    body: WebhookDraft,
    data: WebhookWithSecret,
    status: 201,
    secret: true,
    location: ({ _id }) => `/api/webhooks/${_id}`,
    tagged: true,
    errors: ['workspace_not_found', 'quota_exceeded'],
    handle: (call) => answering(call, created, (along) => webhooks.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listWebhooks',
    client: 'webhooks.list',
    method: 'GET',
    path: '/api/webhooks',
    access,
    tag,
    summary: 'List webhooks',
    description: 'Lists those of the workspaces that you administer. Newest first unless `sort` says otherwise.',
    query: WebhookQuery,
    data: pageOf(Webhook),
    scans: true,
    handle: async ({ actor, query, awaited }) => ({ json: await webhooks.list(actor, query, awaited) }),
  }),
  endpoint({
    id: 'getWebhook',
    client: 'webhooks.retrieve',
    method: 'GET',
    path: '/api/webhooks/:id',
    access,
    tag,
    summary: 'Get a webhook',
    description: 'Without its secret.',
    params: WebhookPath,
    data: Webhook,
    tagged: true,
    live: true,
    errors: ['webhook_not_found'],
    handle: ({ actor, params: { id } }) => webhooks.read(actor, id),
  }),
  endpoint({
    id: 'updateWebhook',
    client: 'webhooks.update',
    method: 'PUT',
    path: '/api/webhooks/:id',
    access,
    confirmed: true,
    tag,
    summary: 'Update a webhook',
    description:
      'Merges: absent fields stay unchanged. `"status": "enabled"` on a disabled one first sends what has happened ' +
      'since, in order and with `webhook-replayed: true`. It and a new address also retry at once what waits.',
    params: WebhookPath,
    body: WebhookChanges,
    data: Webhook,
    tagged: true,
    errors: ['webhook_not_found', 'version_conflict'],
    handle: ({ actor, params: { id }, ifMatch, body }) => webhooks.update(actor, { id, ifMatch }, body),
  }),
  endpoint({
    id: 'deleteWebhook',
    client: 'webhooks.delete',
    method: 'DELETE',
    path: '/api/webhooks/:id',
    access,
    confirmed: true,
    tag,
    summary: 'Delete a webhook with its deliveries',
    description: 'Nothing more is sent, except by an attempt that is under way.',
    params: WebhookPath,
    data: 'message',
    says: 'Webhook deleted.',
    tagged: true,
    errors: ['webhook_not_found'],
    handle: async ({ actor, params: { id }, ifMatch }) => {
      await webhooks.remove(actor, { id, ifMatch });
      return { message: 'Webhook deleted.' };
    },
  }),
  endpoint({
    id: 'rotateWebhookSecret',
    client: 'webhooks.rotateSecret',
    method: 'POST',
    path: '/api/webhooks/:id/rotate-secret',
    access,
    confirmed: true,
    tag,
    summary: 'Rotate the secret of a webhook',
    description:
      'Requests have two signatures for `overlapHours`: of the new secret, and of the old one. A secret from before ' +
      'that ends at once. The new one is in this answer only.',
    params: WebhookPath,
    body: WebhookRotation,
    data: WebhookWithSecret,
    secret: true,
    errors: ['webhook_not_found', 'version_conflict'],
    handle: (call) =>
      answering(call, shownOnce, (along) =>
        webhooks.rotate(call.actor, { id: call.params.id, overlapHours: call.body.overlapHours ?? 24 }, along),
      ),
  }),
];

const deliveryEndpoints = (deliveries: Deliveries) => [
  endpoint({
    id: 'testWebhook',
    client: 'webhooks.test',
    method: 'POST',
    path: '/api/webhooks/:id/test',
    access,
    tag,
    summary: 'Send a test event to a webhook',
    description:
      'Sends a signed request of the type `webhook.test` now, also if the webhook is disabled, and returns the reply of its ' +
      'receiver. It is no delivery, and isn’t retried.',
    params: WebhookPath,
    data: WebhookTest,
    repeatable: false,
    patient: true,
    errors: ['webhook_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await deliveries.test(actor, id) }),
  }),
  endpoint({
    id: 'listWebhookDeliveries',
    client: 'webhooks.deliveries',
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    access,
    tag,
    summary: 'List the deliveries of a webhook',
    description: 'Lists those of the last 30 days. Newest first unless `sort` says otherwise.',
    params: WebhookPath,
    query: DeliveryQuery,
    data: pageOf(WebhookDelivery),
    scans: true,
    errors: ['webhook_not_found'],
    handle: async ({ actor, params: { id }, query, awaited }) => ({
      json: await deliveries.list(actor, id, { query, awaited }),
    }),
  }),
  endpoint({
    id: 'redeliverWebhook',
    client: 'webhooks.redeliver',
    method: 'POST',
    path: '/api/webhooks/:id/redeliver',
    access,
    tag,
    summary: 'Send events to a webhook again',
    description:
      'Either one delivery, or all events since a time, in order. Each has its ID as before, and the header ' +
      '`webhook-replayed: true`. While the webhook is disabled, they wait. Refused with 409 while an earlier range is ' +
      'sent again.',
    params: WebhookPath,
    body: Redelivery,
    data: 'message',
    says: 'The delivery will be sent again.',
    errors: ['webhook_not_found', 'webhook_delivery_not_found', 'webhook_redelivery_in_progress'],
    handle: async ({ actor, params: { id }, body }) => ({ message: await deliveries.again(actor, id, body) }),
  }),
];
