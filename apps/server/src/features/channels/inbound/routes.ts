import { Type } from 'typebox';
import { rawBody } from '../../../http/body.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { ChannelPath } from '../schema.ts';
import type { Inbound } from './service.ts';

/** The answer to an event, whether it is new or not. */
const Received = Type.Object(
  { received: Type.Literal(true, { description: 'The event is stored, now or by an earlier request.' }) },
  { title: 'ChannelEventReceived' },
);

const challengeField = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 300, description, examples: [example] }));

/** Query with which a platform, such as Meta, verifies an address. */
const Challenge = Type.Object(
  {
    'hub.mode': challengeField('Always `subscribe`.', 'subscribe'),
    'hub.verify_token': challengeField('The secret of the channel.', 'whsec_…'),
    'hub.challenge': challengeField('Text that the answer must repeat.', '1158201444'),
  },
  { additionalProperties: false },
);

/** The operations that platforms call. */
export const inboundEndpoints = (inbound: Inbound) => [
  endpoint({
    id: 'receiveChannelEvent',
    method: 'POST',
    path: '/api/channels/:id/inbound',
    access: 'public',
    tag: 'Channels',
    summary: 'Send a message of a user to a channel',
    description:
      'For the platform of the channel, which signs it: of a `webhook`, your own program, as [Standard ' +
      'Webhooks](https://www.standardwebhooks.com) describes. The same event again is one message. The reply is sent ' +
      'to the address in the channel’s settings.',
    params: ChannelPath,
    body: rawBody({
      types: ['application/json', 'application/x-www-form-urlencoded'],
      maxBytes: 256 * 1024,
      description:
        'Of a `webhook`: a message, as in the example. `name`, `conversation` (what tells apart the conversations of a ' +
        'user), `attachments` and `timestamp` may be absent. `text` has at most 20,000 characters, and may be absent if ' +
        'there are attachments. Forms are only for platforms that send some, such as Slack.',
      example: {
        ...{ type: 'message', user: { id: 'customer-42', name: 'Ada' }, conversation: 'order-7' },
        ...{ text: 'Where is my parcel?', timestamp: '2026-01-31T09:30:00.000Z' },
      },
    }),
    data: Received,
    foreign: true,
    repeatable: false,
    screen: ({ params: { id = '' }, headers, address }) =>
      inbound.screen({ channel: id.replaceAll('\u0000', '\ufffd'), headers, address }),
    errors: [
      ...(['channel_not_found', 'channel_inactive', 'invalid_signature', 'too_many_failed_attempts'] as const),
      ...(['invalid_json', 'validation_failed', 'unsupported_media_type'] as const),
    ],
    handle: async ({ params: { id }, headers, address, body: bytes }) => {
      const foreign = await inbound.receive({ channel: id, headers, address, bytes });
      return foreign === undefined ? { data: { received: true } as const } : { foreign };
    },
  }),
  endpoint({
    id: 'confirmChannelAddress',
    method: 'GET',
    path: '/api/channels/:id/inbound',
    access: 'public',
    tag: 'Channels',
    summary: 'Confirm the address of a channel',
    description: 'For a platform that makes sure of an address before it sends events there, such as WhatsApp.',
    params: ChannelPath,
    query: Challenge,
    data: Received,
    foreign: true,
    errors: ['channel_not_found', 'invalid_signature'],
    handle: async ({ params: { id }, query }) => ({
      foreign: await inbound.challenge(id, query as Record<string, string>),
    }),
  }),
];
