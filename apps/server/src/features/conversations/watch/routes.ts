import { endpoint } from '../../../http/endpoint.ts';
import { WatchQuery, WorkspaceEvents } from './schema.ts';
import type { WatchService } from './service.ts';

/** The operation that tells which conversations change. */
export const watchEndpoints = (watch: WatchService) => [
  endpoint({
    id: 'watchConversations',
    client: 'conversations.changes',
    method: 'GET',
    path: '/api/conversations/events',
    access: 'conversations:read',
    tag: 'Conversations',
    summary: 'Follow which conversations change',
    description:
      'Stays open until you leave, and names each conversation that is created, changed or deleted, or gets a ' +
      'message, in every workspace that the caller reaches. It is a hint without content: read your list again, at ' +
      'intervals of your choice. With `Last-Event-ID` it begins with what has changed since, except what was ' +
      'deleted. A hint may come twice, and if very much changes, some are left out. If the server shuts down the ' +
      'stream ends; resume it. An event `presence` tells who is in a conversation, within a second.',
    query: WatchQuery,
    data: 'events',
    events: WorkspaceEvents,
    patient: true,
    errors: ['workspace_not_found'],
    handle: (call) => watch.watch(call.actor, call.query, call.lastEventId),
  }),
];
