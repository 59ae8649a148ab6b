import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { TextParts } from '../streams/text-parts.ts';
import type {
  EventExportParams,
  EventFollowParams,
  EventListParams,
  EventPage,
  EventSeal,
  EventSealParams,
  WorkspaceEvent,
} from '../types.ts';

/** The events of workspaces. */
export type Events = ReturnType<typeof createEvents>;

/** The methods of `client.events`. */
export const createEvents = ({ call, download, followEvents }: Api) => ({
  /**
   * Reads a page of events, oldest first unless `sort` says otherwise. Pass `cursor` of a page to read what follows it;
   * with `wait`, the service answers as soon as there is an event.
   *
   * @example
   * const { items, cursor } = await client.events.list({ types: 'agent.*', limit: 100 });
   */
  list: (query: EventListParams = {}, options?: RequestOptions): APIPromise<EventPage> =>
    call('GET /api/events', { query }, options),

  /**
   * Follows the events from now on, or after `cursor` (that of a page, or the `_id` of an event), until you stop reading
   * or `signal` is aborted. Nothing is left out and nothing comes twice: continues after a lost connection or a failure
   * of the service by itself. Throws if the first request fails, or if an event after `cursor` is no longer kept
   * (`cursor_expired`).
   *
   * @example
   * for await (const event of client.events.follow({ types: 'agent.*' })) console.log(event.type, event.data.agent);
   */
  follow: (query: EventFollowParams = {}, options?: RequestOptions): AsyncIterable<WorkspaceEvent> =>
    followEvents('GET /api/events', { query }, options),

  /**
   * Exports events, as JSON Lines (one event per line) or CSV (one event per row).
   *
   * @example
   * for await (const part of client.events.export({ format: 'csv' })) file.write(part);
   */
  export: (query: EventExportParams = {}, options?: RequestOptions): TextParts =>
    download('GET /api/events/export', { query }, options),

  /**
   * Gets the newest seal of the log of a workspace, or of the whole account without one. Note its hash elsewhere:
   * `parley audit verify --head` then proves that no event until then was removed or altered.
   */
  seal: (query: EventSealParams = {}, options?: RequestOptions): APIPromise<EventSeal> =>
    call('GET /api/events/seal', { query }, options),
});
