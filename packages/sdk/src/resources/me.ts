import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { RequestOptions } from '../core/request.ts';
import type { Me, MeUpdateParams, Verification, VerificationConfirmParams } from '../types.ts';

/** The caller. */
export type Myself = ReturnType<typeof createMyself>;

/** The methods of `client.me`. */
export const createMyself = ({ call }: Api) => ({
  /** Gets the caller, its permissions in each workspace, and its remaining rate limit. */
  retrieve: (options?: RequestOptions): APIPromise<Me> => call('GET /api/me', {}, options),

  /** Changes the name of the signed-in user. Requires a session. */
  update: (body: MeUpdateParams, options?: RequestOptions): APIPromise<Me> => call('PUT /api/me', { body }, options),

  /** Mails the signed-in user a code that verifies their address. Requires a session. */
  sendVerification: (options?: RequestOptions): APIPromise<Verification> =>
    call('POST /api/me/verification', { body: {} }, options),

  /** Verifies the address of the signed-in user with the last mailed code. Requires a session. */
  confirmVerification: (body: VerificationConfirmParams, options?: RequestOptions): APIPromise<Confirmation> =>
    call('POST /api/me/verification/confirm', { body }, options),
});
