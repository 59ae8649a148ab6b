import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { RequestOptions } from '../core/request.ts';
import type { PasswordChangeParams } from '../types.ts';

/** The password of the signed-in user. */
export type Password = ReturnType<typeof createPassword>;

/** The methods of `client.password`; they take a session. */
export const createPassword = ({ call }: Api) => ({
  /** Changes the password, and ends every other session. `AuthenticationError` where the present one is wrong. */
  change: (body: PasswordChangeParams, options?: RequestOptions): APIPromise<Confirmation> =>
    // Repeated after its answer was lost, it would be refused: the present password is another one by then.
    call('PUT /api/me/password', { body, once: true }, options),
});
