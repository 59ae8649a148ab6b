import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { Me, MeUpdateParams } from '../types.ts';

/** Whoever is calling. */
export type Myself = ReturnType<typeof createMyself>;

/** The methods of `client.me`. */
export const createMyself = ({ call }: Api) => ({
  /** Says who is calling, with which rights in which workspace, and what is left of the rate limit. */
  retrieve: (options?: RequestOptions): APIPromise<Me> => call('GET /api/me', {}, options),

  /** Changes the name of the signed-in user. Takes a session. */
  update: (body: MeUpdateParams, options?: RequestOptions): APIPromise<Me> => call('PUT /api/me', { body }, options),
});
