import { endpoint } from '../../../http/endpoint.ts';
import { ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { forVisitors } from '../visitor-view.ts';
import { ConversationEvents } from './schema.ts';
import type { FeedService } from './service.ts';

/** The operation that follows a conversation. */
export const feedEndpoints = (feed: FeedService) => [
  endpoint({
    id: 'followConversationEvents',
    client: 'conversations.events',
    method: 'GET',
    path: '/api/conversations/:id/events',
    access: 'conversations:read',
    tag: 'Conversations',
    summary: 'Follow everything that happens in a conversation',
    description:
      'Stays open until you leave, and sends each message as it is created, grows, ends and is rated, from any sender, ' +
      'and each change of the conversation. Without `Last-Event-ID` it begins with the conversation as it is now ' +
      'and, if a reply is being written, with that reply from its start: open it first, then list the messages, and ' +
      'no message is missed. An event `presence` tells who is there. If the server shuts down the stream ends; resume it.',
    visitors: forVisitors(),
    params: ConversationPath,
    data: 'events',
    events: ConversationEvents,
    patient: true,
    errors: ['conversation_not_found'],
    handle: (call) => feed.follow(call.actor, call.params.id, call.lastEventId),
  }),
];
