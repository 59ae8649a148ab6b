import { endpoint } from '../../http/endpoint.ts';
import { EventPage, EventQuery, EventStream } from './schema.ts';
import type { Events } from './service.ts';

/** The operations on events. */
export const eventEndpoints = (events: Events) => [
  endpoint({
    id: 'listEvents',
    client: 'events.list',
    clientStream: 'events.follow',
    method: 'GET',
    path: '/api/events',
    access: 'workspace:admin',
    tag: 'Events',
    summary: 'List events',
    description:
      'Every change of the last 90 days, in the order in which the changes were committed. Repeat the request with ' +
      '`cursor` to read what follows: nothing is left out, and nothing comes twice. With `wait` it answers as soon as ' +
      'there is an event. With `Accept: text/event-stream` it is a stream that stays open: of new events, or of those ' +
      'after `Last-Event-ID` or `cursor`. For admins only.',
    query: EventQuery,
    data: EventPage,
    streams: true,
    events: EventStream,
    patient: true,
    errors: ['workspace_not_found', 'cursor_invalid', 'cursor_expired', 'too_many_concurrent'],
    handle: async ({ actor, query, wantsEvents, lastEventId }) =>
      wantsEvents ? events.stream(actor, query, lastEventId) : { json: await events.list(actor, query) },
  }),
];
