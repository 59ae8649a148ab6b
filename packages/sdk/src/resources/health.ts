import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { Liveness, Readiness } from '../types.ts';

/** The health of the service. */
export type Health = ReturnType<typeof createHealth>;

/** The methods of `client.health`; they need no authentication. */
export const createHealth = ({ call }: Api) => ({
  /** Checks that the process is alive. */
  alive: (options?: RequestOptions): APIPromise<Liveness> => call('GET /healthz', {}, options),

  /**
   * Checks that the process can serve requests. Throws `InternalServerError` (503) if its database is unreachable or it
   * is shutting down.
   */
  ready: (options?: RequestOptions): APIPromise<Readiness> => call('GET /readyz', {}, options),
});
