import type { Data, Query } from '../core/endpoint.ts';
import type { components } from '../types.gen.ts';

/**
 * An event of the log: something that happened in a workspace or an account. `type` tells its `data`. A newer service may
 * send other types, so give every `switch` a default.
 */
export type WorkspaceEvent = components['schemas']['WorkspaceEvent'];
/** A type of event, such as `agent.updated`. */
export type WorkspaceEventType = WorkspaceEvent['type'];
/** A page of events. Its `cursor` is that of the next page, also if that is still empty. */
export interface EventPage extends Data<'GET /api/events'> {}
/** Filters, order and place of a page of events. */
export interface EventListParams extends Query<'GET /api/events'> {}
/** Which events to follow, and after which one to begin; without `cursor` and `createdAfter`, with the next one. */
export type EventFollowParams = Omit<EventListParams, 'limit' | 'sort' | 'wait'>;

type WebhookOf<Event> = Event extends WorkspaceEvent
  ? Pick<Event, 'type' | 'data' | '_id' | 'workspace' | 'actor' | 'changes'> & {
      /** When it happened: ISO 8601. */
      readonly timestamp: string;
    }
  : never;

/** An event as a webhook of a workspace gets it. */
export type WorkspaceWebhookEvent = WebhookOf<WorkspaceEvent>;
