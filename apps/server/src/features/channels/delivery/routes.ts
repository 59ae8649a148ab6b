import { Type } from 'typebox';
import { endpoint } from '../../../http/endpoint.ts';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { DeliveryQuery, MessageDelivery } from './schema.ts';
import type { Deliveries } from './service.ts';

const ConversationPath = Type.Object({
  id: Type.String({ description: 'Conversation identifier.', examples: [ids.conversation] }),
});

const MessagePath = Type.Object({
  id: Type.String({ description: 'Message identifier.', examples: [ids.reply] }),
});

/** The operations on deliveries. */
export const deliveryEndpoints = (deliveries: Deliveries) => [
  endpoint({
    id: 'listDeliveries',
    client: 'conversations.deliveries',
    method: 'GET',
    path: '/api/conversations/:id/deliveries',
    access: 'conversations:read',
    tag: 'Channels',
    summary: 'List the deliveries of a conversation',
    description:
      'The delivery of each message to a user of a messenger; empty for any other conversation. Newest first ' +
      'unless `sort` says otherwise.',
    params: ConversationPath,
    query: DeliveryQuery,
    data: pageOf(MessageDelivery),
    scans: true,
    errors: ['conversation_not_found'],
    handle: async ({ actor, params: { id }, query, awaited }) => ({
      json: await deliveries.list(actor, id, { query, awaited }),
    }),
  }),
  endpoint({
    id: 'redeliverMessage',
    client: 'messages.redeliver',
    method: 'POST',
    path: '/api/messages/:id/redeliver',
    access: 'conversations:write',
    tag: 'Channels',
    summary: 'Send a message to its messenger again',
    description: 'For a message whose delivery failed, or is `unknown`: then its user may get it twice.',
    params: MessagePath,
    data: MessageDelivery,
    errors: ['message_not_found', 'message_not_redeliverable', 'undeliverable'],
    repeatable: false,
    handle: async ({ actor, params: { id } }) => ({ json: await deliveries.again(actor, id) }),
  }),
];
