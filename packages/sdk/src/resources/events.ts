import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { TextParts } from '../core/text-parts.ts';
import type { EventExportParams, EventSeal, EventSealParams } from '../types.ts';

/** The events of the account. */
export type Events = ReturnType<typeof createEvents>;

/** The methods of `client.events`. */
export const createEvents = ({ call, download }: Api) => ({
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
