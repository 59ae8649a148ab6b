import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { SetupDone, SetupParams, SetupState } from '../../types.ts';

/** The first run of an instance. */
export type Setup = ReturnType<typeof createSetup>;

/** The methods of `client.setup`; they need no authentication, and fail once there is an owner. */
export const createSetup = ({ call }: Api) => ({
  /** Resolves if the instance waits for its first owner. Throws `NotFoundError` once it has one. */
  retrieve: (options?: RequestOptions): APIPromise<SetupState> => call('GET /api/setup', {}, options),

  /** Creates the first owner with the token of the printed link, and signs them in. */
  complete: (body: SetupParams, options?: RequestOptions): APIPromise<SetupDone> =>
    call('POST /api/setup', { body, once: true }, options),
});
