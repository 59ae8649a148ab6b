import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  Webhook,
  WebhookCreateParams,
  WebhookDelivery,
  WebhookDeliveryListParams,
  WebhookListParams,
  WebhookRedeliverParams,
  WebhookRotateSecretParams,
  WebhookTest,
  WebhookUpdateParams,
  WebhookWithSecret,
} from '../types.ts';
import { webhooks } from '../webhooks.ts';

/** Webhooks: addresses that get the events of a workspace. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** The methods of `client.webhooks`: those of `webhooks`, and those that manage webhooks. */
export const createWebhooks = ({ call, list }: Api) => ({
  ...webhooks,

  /**
   * Creates a webhook: its address gets each event from now on. `secret` signs the requests, and is never shown again.
   *
   * @example
   * const { secret } = await client.webhooks.create({ url: 'https://example.com/parley', types: ['message.*'] });
   */
  create: (body: WebhookCreateParams, options?: RequestOptions): APIPromise<WebhookWithSecret> =>
    call('POST /api/webhooks', { body }, options),

  /** Gets a webhook without its secret. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Webhook> =>
    call('GET /api/webhooks/{id}', { params: { id } }, options),

  /**
   * Changes a webhook; fields that are left out stay. One that is enabled again gets what it has missed, in order.
   *
   * @example
   * await client.webhooks.update(id, { status: 'enabled' });
   */
  update: (id: string, body: WebhookUpdateParams, options?: RequestOptions): APIPromise<Webhook> =>
    call('PUT /api/webhooks/{id}', { params: { id }, body }, options),

  /** Deletes a webhook with its deliveries. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/webhooks/{id}', { params: { id } }, options),

  /** Generates a new secret; the old one also signs for `overlapHours` (24; max 168). */
  rotateSecret: (
    id: string,
    body: WebhookRotateSecretParams = {},
    options?: RequestOptions,
  ): APIPromise<WebhookWithSecret> => call('POST /api/webhooks/{id}/rotate-secret', { params: { id }, body }, options),

  /** Sends a test event now, and returns what the receiver replied. */
  test: (id: string, options?: RequestOptions): APIPromise<WebhookTest> =>
    call('POST /api/webhooks/{id}/test', { params: { id } }, options),

  /**
   * Sends one delivery again, or all events since a time, in order.
   *
   * @example
   * await client.webhooks.redeliver(id, { since: '2026-01-31T09:00:00Z' });
   */
  redeliver: (id: string, body: WebhookRedeliverParams, options?: RequestOptions): APIPromise<Confirmation> =>
    call('POST /api/webhooks/{id}/redeliver', { params: { id }, body }, options),

  /** Lists the deliveries of the last 30 days, newest first. */
  deliveries: (
    id: string,
    query: WebhookDeliveryListParams = {},
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> => list('GET /api/webhooks/{id}/deliveries', { params: { id }, query }, options),

  /** Lists webhooks, newest first. */
  list: (query: WebhookListParams = {}, options?: RequestOptions): PagePromise<Webhook> =>
    list('GET /api/webhooks', { query }, options),
});
