import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { Quotas, Usage } from '../types.ts';

/** The usage of the account. */
export type AccountUsage = ReturnType<typeof createUsage>;

/** The methods of `client.usage`. */
export const createUsage = ({ call }: Api) => ({
  /** Counts the requests of the account's keys, in this minute and in each of the last 24 hours. */
  retrieve: (options?: RequestOptions): APIPromise<Usage> => call('GET /api/usage', {}, options),

  /** Counts what the account has of what its plan limits: agents, conversations, stored bytes … */
  quotas: (options?: RequestOptions): APIPromise<Quotas> => call('GET /api/usage/quotas', {}, options),
});
