import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { PasswordChangeParams } from '../../types.ts';

/** The password of the signed-in user. */
export type Password = ReturnType<typeof createPassword>;

/** The methods of `client.password`; they require a session. */
export const createPassword = ({ call }: Api) => ({
  /** Changes the password and ends every other session. Throws `AuthenticationError` if the current one is wrong. */
  change: (body: PasswordChangeParams, options?: RequestOptions): APIPromise<Confirmation> =>
    // Not repeatable: after a lost response, the current password has already changed.
    call('PUT /api/me/password', { body, once: true }, options),
});
