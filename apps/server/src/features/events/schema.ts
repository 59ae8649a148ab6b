import { type Static, Type } from 'typebox';
import { catalog, type EventType, eventData, eventTypes } from '../../events/catalog/catalog.ts';
import { eventTitle } from '../../events/catalog/event-kind.ts';
import { changesField, EventActor, orNull, workspaceField } from '../../schemas/events.ts';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { idFilter, maxPage, timeFilters } from '../../schemas/lists.ts';

/** The longest time that a request waits for an event, in s. */
const maxWait = 30;

/** The fields of every event, beside its type and data. */
const common = {
  _id: Type.String({ description: 'Identifier; also a place from which a reader can go on.', examples: [ids.event] }),
  createdAt: Type.String({ format: 'date-time', description: 'When it happened.', examples: [times.created] }),
  workspace: workspaceField,
  actor: EventActor,
  address: orNull(Type.String({ examples: ['203.0.113.7'] }), 'IP address of the request; null without one.'),
  client: orNull(Type.String({ examples: ['parley-python/0.2.0'] }), '`User-Agent` of the request; null without one.'),
  requestId: orNull(
    Type.String({ examples: ['req_01kg9v3fzkexample'] }),
    'Identifier of the request; null without one.',
  ),
  changes: changesField,
};

/** An event of each type. */
export const eventSchemas = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    Type.Object(
      { ...common, type: Type.Literal(type, { description: 'Type of the event.' }), data: eventData(type) },
      { title: eventTitle(type), description: catalog[type].description },
    ),
  ]),
) as unknown as { readonly [Type_ in EventType]: Type.TObject };

/** An event. */
const Event = Type.Union(Object.values(eventSchemas), {
  title: 'WorkspaceEvent',
  description: 'A change of anything. Ignore types that you don’t know: later versions add some.',
});

/** A page of events. */
export const EventPage = Type.Object(
  {
    items: Type.Array(Event, { description: 'The events of this page.' }),
    cursor: Type.String({
      description: 'The `cursor` of the next page, or of the next look if this page was the last one.',
      examples: ['WzE3Njk4NTE4MDAwMDAsImEiXQ'],
    }),
    hasMore: Type.Boolean({ description: 'True if more events may follow at once.', examples: [false] }),
  },
  { title: 'EventPage' },
);

/** The filters of readers. */
export const eventFilters = {
  workspaceId: idFilter('Only events of this workspace', ids.workspace),
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'Only these types, separated by commas; `agent.*` is every type of agents. Absent for all.',
      examples: ['agent.*,message.completed'],
    }),
  ),
  agentId: idFilter('Only events about this agent', ids.agent),
  actor: idFilter('Only events of this person, key, visitor or channel, or of `system` or `operator`', ids.user),
  ...timeFilters('created', 'events'),
};

/** The query of the log. */
export const EventQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'The place to go on: `cursor` of the page before, or the `_id` of an event. Absent to begin with the oldest event.',
        examples: [ids.event],
      }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: maxPage,
      default: 20,
      description: 'Max items per page: 1 to 100, 20 by default.',
      examples: [50],
    }),
    sort: Type.Unsafe<'createdAt' | '-createdAt'>(
      Type.String({
        enum: ['createdAt', '-createdAt'],
        default: 'createdAt',
        description: 'Oldest first, or `-createdAt` for the newest first.',
        examples: ['-createdAt'],
      }),
    ),
    wait: Type.Integer({
      minimum: 0,
      maximum: maxWait,
      default: 0,
      description: 'Max seconds to wait for an event if the page is empty: 0 to 30, 0 by default.',
      examples: [30],
    }),
    ...eventFilters,
  },
  { additionalProperties: false, 'x-shown': ['cursor', 'types'] },
);
export type EventQuery = Static<typeof EventQuery>;

/** The filters of a reader, of any endpoint. */
export type EventFilters = Pick<
  EventQuery,
  'workspaceId' | 'types' | 'agentId' | 'actor' | 'createdAfter' | 'createdBefore'
>;

/** The events of a stream. One schema for all types: its data is the event, whose own schema says its type. */
export const EventStream = Type.Union(
  [
    Type.Object(
      {
        id: Type.String({ description: 'Its `_id`: send the last one as `Last-Event-ID`.', examples: [ids.event] }),
        event: Type.String({ description: 'Type of the event.', examples: ['agent.created'] }),
        data: Event,
      },
      { title: 'WorkspaceEventSent' },
    ),
  ],
  {
    title: 'WorkspaceEventStreamEvent',
    description: 'One server-sent event of the log: the lines `id`, `event` and `data`.',
  },
);
