import type { Body, Data, Query } from '../core/endpoint.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { Uploadable } from '../core/upload.ts';

/** The kinds of channels. */
export interface ChannelTypes extends Data<'GET /api/channel-types'> {}
/** A kind of channel: its settings, its addresses, and the steps that connect one. */
export type ChannelType = ChannelTypes['items'][number];
/** A channel, without its secrets. */
export interface Channel extends Data<'GET /api/channels/{id}'> {}
/** A channel with its secret, which is shown once. */
export interface NewChannel extends Data<'POST /api/agents/{id}/channels'> {}
/** The kind, settings and limits of a new channel. */
export interface ChannelCreateParams extends Body<'POST /api/agents/{id}/channels'> {}
/** Changes of a channel; fields that are left out stay. */
export interface ChannelUpdateParams extends Body<'PUT /api/channels/{id}'> {}
/** A new channel, or changes of the one that has your ID. */
export interface ChannelUpsertParams extends Body<'PUT /api/channels/by-external-id/{externalId}'> {
  readonly workspaceId?: string | undefined;
}
/** A channel that was created or changed by your ID; with its secret if it is new. */
export interface UpsertedChannel extends Data<'PUT /api/channels/by-external-id/{externalId}'> {}
/** Filters of the list of channels. */
export interface ChannelListParams extends Query<'GET /api/agents/{id}/channels'> {}
/** The parameters of `channels.listAll`. */
export interface AnyChannelListParams extends Query<'GET /api/channels'> {}
/** Records that are deleted with a channel. */
export type ChannelDependents = Exclude<Data<'DELETE /api/channels/{id}'>, Confirmation>;
/** Request of a new visitor: an earlier token, a proof of identity, the page that embeds the chat. */
export interface VisitorCreateParams extends Body<'POST /api/channels/{id}/visitors'> {}
/** A visitor with a token, and the settings of the chat. */
export interface VisitorSession extends Data<'POST /api/channels/{id}/visitors'> {}
/** Result of a channel's test. */
export interface ChannelTest extends Data<'POST /api/channels/{id}/test'> {}
/** The parameters of a test. */
export interface ChannelTestParams extends Body<'POST /api/channels/{id}/test'> {}
/** The settings to check before they are saved. */
export interface ChannelCheckParams extends Body<'POST /api/agents/{id}/channels/check'> {}
/** Delivery of a message to a user of a messenger. */
export interface MessageDelivery extends Data<'POST /api/messages/{id}/redeliver'> {}
/** The parameters of a list of deliveries. */
export interface DeliveryListParams extends Query<'GET /api/conversations/{id}/deliveries'> {}
/** Time for which the old secret stays valid, in hours. */
export interface ChannelRotateSecretParams extends Body<'POST /api/channels/{id}/rotate-secret'> {}
/** A channel with its new secret, which is shown once. */
export interface RotatedChannel extends Data<'POST /api/channels/{id}/rotate-secret'> {}

/** The picture of a channel. */
export interface ChannelPictureParams {
  readonly file: Uploadable;
}
