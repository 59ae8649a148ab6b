import { endpoint } from '../../http/endpoint.ts';
import { ConversationPath } from '../../schemas/conversations/conversation.ts';
import { Presence, PresenceDraft } from '../../schemas/conversations/presence.ts';
import type { PresenceService } from './service.ts';

/** The operation by which people and visitors tell that they are in a conversation. */
export const presenceEndpoints = (presence: PresenceService) => [
  endpoint({
    id: 'tellPresence',
    client: 'conversations.presence',
    clientRepeats: true,
    repeatable: false,
    method: 'POST',
    path: '/api/conversations/:id/presence',
    access: 'conversations:read',
    tag: 'Conversations',
    summary: 'Tell that you look at a conversation, or type in it',
    description:
      'For the person who asks, or whose key it is, and for the visitor. Repeat it every 5 s: it counts for 15 s. With ' +
      '`here: false` you leave at once. Followers of the conversation get an event `presence`; a visitor only learns ' +
      'that a person types. Nothing is recorded.',
    visitors: { takes: ['typing', 'here'], shows: (data: unknown) => data },
    params: ConversationPath,
    body: PresenceDraft,
    data: Presence,
    errors: ['conversation_not_found'],
    handle: async (call) => ({ data: await presence.tell(call.actor, call.params.id, call.body) }),
  }),
];
