import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';

/** The actor of an event. */
export interface EventActor {
  readonly kind: 'person' | 'key' | 'visitor' | 'channel' | 'system' | 'operator';
  readonly id: string;
  readonly name?: string;
  /** The last characters of a key. */
  readonly hint?: string;
}

/** A field that was set; `before` and `after` are null without a value. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An event of any type, also of types that this version of the dashboard doesn't know. */
export interface LoggedEvent {
  readonly _id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly workspace: string | null;
  readonly actor: EventActor;
  readonly address: string | null;
  readonly client: string | null;
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly FieldChange[];
}

/** Filters of the log, as the API names them. */
export interface EventFilters {
  /** Absent for everything that the user administers in the account. */
  readonly workspaceId?: string;
  /** Separated by commas; `agent.*` is every type of agents. */
  readonly types?: string;
  readonly agentId?: string;
  readonly actor?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

interface EventPage {
  readonly items: readonly LoggedEvent[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Events on one page. */
const perPage = 50;

/** Time for which the service waits for an event, in s: it answers before the client gives up. */
const wait = 25;

const page = (query: object, signal: AbortSignal) =>
  callApi((client) => client.request<EventPage>({ method: 'GET', path: '/api/events', query }, { signal }));

/** The log, newest first, page by page. */
export const eventPages = (filters: EventFilters) =>
  infiniteQueryOptions({
    queryKey: ['events', 'list', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      page({ ...filters, sort: '-createdAt', limit: perPage, ...(cursor !== undefined && { cursor }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, cursor }: EventPage) => (hasMore ? cursor : undefined),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/**
 * Waits for the events that follow a place in the log, oldest first, and returns them with the place to go on from.
 * Returns none after some seconds without an event.
 */
export const nextEvents = (filters: EventFilters, cursor: string | undefined, signal: AbortSignal) =>
  page({ ...filters, limit: perPage, wait, ...(cursor !== undefined && { cursor }) }, signal);
