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

/** The operation that platforms call. */
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
      types: ['application/json'],
      maxBytes: 256 * 1024,
      description:
        'Of a `webhook`: a message, as in the example. `name`, `conversation` (what tells apart the conversations of a ' +
        'user) and `timestamp` may be absent. `text` has at most 20,000 characters.',
      example: {
        ...{ type: 'message', user: { id: 'customer-42', name: 'Ada' }, conversation: 'order-7' },
        ...{ text: 'Where is my parcel?', timestamp: '2026-01-31T09:30:00.000Z' },
      },
    }),
    data: Received,
    repeatable: false,
    screen: ({ params: { id = '' }, headers, address }) =>
      inbound.screen({ channel: id.replaceAll('\u0000', '\ufffd'), headers, address }),
    errors: [
      ...(['channel_not_found', 'channel_inactive', 'invalid_signature', 'too_many_failed_attempts'] as const),
      ...(['invalid_json', 'validation_failed'] as const),
    ],
    handle: async ({ params: { id }, headers, address, body: bytes }) => {
      await inbound.receive({ channel: id, headers, address, bytes });
      return { data: { received: true } as const };
    },
  }),
];
