import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Choosing, Chosen } from '../core/endpoint.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions, UploadOptions } from '../core/request.ts';
import type {
  AnyChannelListParams,
  Channel,
  ChannelCheckParams,
  ChannelCreateParams,
  ChannelDependents,
  ChannelHandover,
  ChannelListParams,
  ChannelPictureParams,
  ChannelRotateSecretParams,
  ChannelTest,
  ChannelTestParams,
  ChannelTypes,
  ChannelUpdateParams,
  ChannelUpsertParams,
  NewChannel,
  RotatedChannel,
  UpsertedChannel,
  VisitorCreateParams,
  VisitorSession,
} from '../types.ts';

/** Channels: how people reach an agent. */
export type Channels = ReturnType<typeof createChannels>;

/** The methods of `client.channels`. */
export const createChannels = ({ call, list, upload }: Api) => ({
  ...createPictures({ call, upload }),
  ...createTests({ call }),

  /** Lists the kinds of channels, with the JSON Schema of their settings and the steps that connect one. */
  types: (options?: RequestOptions): APIPromise<ChannelTypes> => call('GET /api/channel-types', {}, options),

  /**
   * Creates a channel of an agent. `secret` is in this answer only.
   *
   * @example
   * const settings = { greeting: 'Hello!', allowedOrigins: ['https://shop.example.com'] };
   * const { urls, secret } = await client.channels.create(agent._id, { type: 'widget', settings });
   */
  create: (id: string, body: ChannelCreateParams, options?: RequestOptions): APIPromise<NewChannel> =>
    call('POST /api/agents/{id}/channels', { params: { id }, body }, options),

  /**
   * Lists the channels of an agent, newest first unless `sort` says otherwise. With `fields`, each has only these and
   * `_id`.
   */
  list: <Fields extends string | undefined = undefined>(
    id: string,
    query: Choosing<ChannelListParams, Fields> = {},
    options?: RequestOptions,
  ): PagePromise<Chosen<Channel, Fields>> =>
    list('GET /api/agents/{id}/channels', { params: { id }, query }, options) as PagePromise<Chosen<Channel, Fields>>,

  /**
   * Lists the channels of all agents; `status: 'error'` finds those that need attention. With `fields`, each has only
   * these and `_id`.
   */
  listAll: <Fields extends string | undefined = undefined>(
    query: Choosing<AnyChannelListParams, Fields> = {},
    options?: RequestOptions,
  ): PagePromise<Chosen<Channel, Fields>> =>
    list('GET /api/channels', { query }, options) as PagePromise<Chosen<Channel, Fields>>,

  /**
   * Creates a channel, or changes the one of the workspace that has your ID; fields that are left out stay. A new
   * channel needs `agent` and `type`, and its `secret` is in this answer only.
   */
  upsert: (
    externalId: string,
    { workspaceId, ...body }: ChannelUpsertParams,
    options?: RequestOptions,
  ): APIPromise<UpsertedChannel> =>
    call(
      'PUT /api/channels/by-external-id/{externalId}',
      { params: { externalId }, query: { workspaceId }, body },
      options,
    ),

  /** Gets what a visitor who asks for a person can expect: whether it is open, and how fast people usually answer. */
  handover: (id: string, options?: RequestOptions): APIPromise<ChannelHandover> =>
    call('GET /api/channels/{id}/handover', { params: { id } }, options),

  /** Gets a channel, without its secrets. Throws `NotFoundError` if it is not within reach. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Channel> =>
    call('GET /api/channels/{id}', { params: { id } }, options),

  /**
   * Changes a channel; fields that are left out stay, also those of `settings` and `limits`. With `ifMatch`, throws
   * `PreconditionFailedError` if it has changed since.
   *
   * @example
   * await client.channels.update(channel._id, { settings: { greeting: 'Welcome back!' } });
   */
  update: (id: string, body: ChannelUpdateParams, options?: RequestOptions): APIPromise<Channel> =>
    call('PUT /api/channels/{id}', { params: { id }, body }, options),

  /** Deletes a channel with its conversations; the message says how many. Its visitors’ tokens end at once. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/channels/{id}', { params: { id } }, options) as APIPromise<Confirmation>,

  /** Counts what would be deleted with a channel, and deletes nothing. */
  previewDelete: (id: string, options?: RequestOptions): APIPromise<ChannelDependents> =>
    call(
      'DELETE /api/channels/{id}',
      { params: { id }, query: { dryRun: true } },
      options,
    ) as APIPromise<ChannelDependents>,

  /** Generates a new secret, which is in this answer only; the old one stays valid for `overlapHours`. */
  rotateSecret: (
    id: string,
    body: ChannelRotateSecretParams = {},
    options?: RequestOptions,
  ): APIPromise<RotatedChannel> => call('POST /api/channels/{id}/rotate-secret', { params: { id }, body }, options),

  /**
   * Lets a visitor in: returns a token that reaches the visitor’s own conversations on this channel and nothing else,
   * and what the chat shows. Needs no key; a client with the token as `apiKey` acts as the visitor.
   *
   * @example
   * const { token } = await client.channels.createVisitor(channel._id, { identity });
   */
  createVisitor: (id: string, body: VisitorCreateParams = {}, options?: RequestOptions): APIPromise<VisitorSession> =>
    call('POST /api/channels/{id}/visitors', { params: { id }, body, once: false }, options),
});

/** The methods that test channels and their settings. */
const createTests = ({ call }: Pick<Api, 'call'>) => ({
  /**
   * Checks what can be told without a visitor; a webhook gets a signed request of the type `test`. With `to`, a test
   * message is sent if all is well.
   *
   * @example
   * const { ok, checks } = await client.channels.test(channel._id, { to: 'ada@example.com' });
   */
  test: (id: string, body: ChannelTestParams = {}, options?: RequestOptions): APIPromise<ChannelTest> =>
    call('POST /api/channels/{id}/test', { params: { id }, body, once: false, slow: true }, options),

  /**
   * Asks the platform of a channel about settings before they are saved, for example whether it accepts a token.
   * Nothing is stored.
   *
   * @example
   * const { ok, checks } = await client.channels.check(agent._id, { type: 'telegram', settings: { botToken } });
   */
  check: (agentId: string, body: ChannelCheckParams, options?: RequestOptions): APIPromise<ChannelTest> =>
    call('POST /api/agents/{id}/channels/check', { params: { id: agentId }, body, once: false, slow: true }, options),
});

/** The methods of the pictures of chats. */
const createPictures = ({ call, upload }: Pick<Api, 'call' | 'upload'>) => ({
  /**
   * Sets the picture of a widget or page: a PNG, JPEG or WebP file of at most 256 KiB, 32 to 1,024 pixels wide and high.
   *
   * @example
   * const file = { name: 'logo.png', content: await openAsBlob('logo.png') };
   * const { picture } = await client.channels.setPicture(channel._id, { file });
   */
  setPicture: (id: string, { file }: ChannelPictureParams, options?: UploadOptions): APIPromise<Channel> =>
    upload('PUT /api/channels/{id}/picture', { params: { id }, file }, options),

  /** Deletes the picture of a widget or page; the seal of the agent is back. */
  deletePicture: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/channels/{id}/picture', { params: { id } }, options) as APIPromise<Confirmation>,
});
