import type { Body, Data, ItemOf, Query } from '../core/endpoint.ts';

/** An address that gets the events of a workspace. */
export interface Webhook extends Data<'GET /api/webhooks/{id}'> {}
/** A webhook with its secret, which is returned once. */
export interface WebhookWithSecret extends Data<'POST /api/webhooks'> {}
/** The fields of a new webhook; only `url` is required. */
export interface WebhookCreateParams extends Body<'POST /api/webhooks'> {}
/** Changes of a webhook; fields that are left out stay. */
export interface WebhookUpdateParams extends Body<'PUT /api/webhooks/{id}'> {}
/** The time for which the old secret of a webhook also signs. */
export interface WebhookRotateSecretParams extends Body<'POST /api/webhooks/{id}/rotate-secret'> {}
/** The reply of a receiver to a test event. */
export interface WebhookTest extends Data<'POST /api/webhooks/{id}/test'> {}
/** Deliveries to send again: one, or those of all events since a time. */
export interface WebhookRedeliverParams extends Body<'POST /api/webhooks/{id}/redeliver'> {}
/** The delivery of an event to a webhook. */
export type WebhookDelivery = ItemOf<'GET /api/webhooks/{id}/deliveries'>;
/** Filters and order of the list of deliveries. */
export interface WebhookDeliveryListParams extends Query<'GET /api/webhooks/{id}/deliveries'> {}
/** Filters and order of the list of webhooks. */
export interface WebhookListParams extends Query<'GET /api/webhooks'> {}
