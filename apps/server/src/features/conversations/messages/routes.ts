import { endpoint } from '../../../http/endpoint.ts';
import { Feedback, Message, MessagePath, MessageQuery } from '../../../replies/schemas/message.ts';
import { ReplyEvents } from '../../../replies/schemas/reply-events.ts';
import { ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { forVisitors } from '../visitor-view.ts';
import type { Messages } from './service.ts';

const tag = 'Messages';

const stored = ({ json }: { readonly json: string }) => ({ json });

/** The operations on messages that are there. */
export const messageEndpoints = (messages: Messages) => [
  endpoint({
    id: 'listMessages',
    client: 'messages.list',
    method: 'GET',
    path: '/api/conversations/:id/messages',
    access: 'conversations:read',
    tag,
    summary: 'List the messages of a conversation',
    description: 'Newest first unless `sort` says otherwise, replies included.',
    visitors: forVisitors('limit', 'cursor', 'sort'),
    params: ConversationPath,
    query: MessageQuery,
    data: pageOf(Message),
    scans: true,
    errors: ['conversation_not_found'],
    handle: async (call) => ({ json: await messages.list(call.actor, call.params.id, call) }),
  }),
  endpoint({
    id: 'followConversation',
    client: 'conversations.follow',
    method: 'GET',
    path: '/api/conversations/:id/stream',
    access: 'conversations:read',
    tag,
    summary: 'Follow the turn of a conversation',
    description:
      'Streams the reply from its start, or from after the event in `Last-Event-ID`. If no turn runs, the stream is ' +
      'the end of the last message.',
    visitors: forVisitors(),
    params: ConversationPath,
    data: 'events',
    events: ReplyEvents,
    patient: true,
    errors: ['conversation_not_found', 'conversation_empty'],
    handle: (call) => messages.follow(call.actor, call.params.id, call.lastEventId),
  }),
  endpoint({
    id: 'getMessage',
    client: 'messages.retrieve',
    method: 'GET',
    path: '/api/messages/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a message',
    description: 'A reply that is being written has its text so far.',
    visitors: forVisitors(),
    params: MessagePath,
    data: Message,
    errors: ['message_not_found'],
    handle: async (call) => stored(await messages.read(call.actor, call.params.id)),
  }),
  endpoint({
    id: 'rateMessage',
    client: 'messages.rate',
    method: 'PUT',
    path: '/api/messages/:id/feedback',
    access: 'conversations:write',
    tag,
    summary: 'Rate a reply, or remove its rating',
    description: 'A new rating replaces the earlier one.',
    visitors: forVisitors('rating', 'comment'),
    params: MessagePath,
    body: Feedback,
    data: Message,
    errors: ['message_not_found', 'message_not_rateable'],
    handle: async (call) => stored(await messages.rate(call.actor, call.params.id, call.body)),
  }),
];
