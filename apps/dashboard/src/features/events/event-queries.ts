import type { EventListParams, EventPage, WorkspaceEvent } from '@parley/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

/** The actor of an event. */
export type EventActor = WorkspaceEvent['actor'];

/** A field that was set; `before` and `after` are null without a value. */
export type FieldChange = WorkspaceEvent['changes'][number];

/** An event of any type, also of types that this version of the dashboard doesn't know. */
export interface LoggedEvent extends Pick<WorkspaceEvent, Exclude<keyof WorkspaceEvent, 'type' | 'data'>> {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Filters of the log; without `workspaceId`, everything that the user administers in the account. */
export type EventFilters = Omit<EventListParams, 'cursor' | 'limit' | 'sort' | 'wait'>;

/** Events on one page. */
const perPage = 50;

/** Time for which the service waits for an event, in s: it answers before the client gives up. */
const wait = 25;

const page = (query: EventListParams, signal: AbortSignal) =>
  callApi((client) => client.events.list(query, { signal }));

/** The log, newest first, page by page. */
export const eventPages = (filters: EventFilters) =>
  infiniteQueryOptions({
    queryKey: ['events', 'list', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      page({ ...filters, sort: '-createdAt', limit: perPage, ...(cursor !== undefined && { cursor }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, cursor }: EventPage) => (hasMore ? cursor : undefined),
    select: ({ pages }): readonly LoggedEvent[] => pages.flatMap(({ items }) => items),
  });

/**
 * Waits for the events that follow a place in the log, oldest first, and returns them with the place to go on from.
 * Returns none after some seconds without an event.
 */
export const nextEvents = (filters: EventFilters, cursor: string | undefined, signal: AbortSignal) =>
  page({ ...filters, limit: perPage, wait, ...(cursor !== undefined && { cursor }) }, signal);
