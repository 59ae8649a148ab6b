import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  PasswordResetConfirmParams,
  PasswordResetDone,
  PasswordResetRequestParams,
  PasswordResetWays,
} from '../../types.ts';

/** Links for a user who has forgotten the password. */
export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** The methods of `client.passwordResets`; they need no authentication. */
export const createPasswordResets = ({ call }: Api) => ({
  /** Gets whether the server mails links. */
  retrieve: (options?: RequestOptions): APIPromise<PasswordResetWays> => call('GET /api/password-resets', {}, options),

  /**
   * Has a link mailed. Resolves alike whether or not a user has the address. Throws `RateLimitError` if too much was
   * requested.
   */
  request: (body: PasswordResetRequestParams, options?: RequestOptions): APIPromise<Confirmation> =>
    // Not repeatable: each request that arrives counts for the limits of the address.
    call('POST /api/password-resets', { body, once: true }, options),

  /**
   * Sets a new password with the token of a link, ends all sessions of the user, and signs in. Throws `NotFoundError`
   * if the link has been used or replaced, or has expired.
   */
  confirm: (body: PasswordResetConfirmParams, options?: RequestOptions): APIPromise<PasswordResetDone> =>
    call('POST /api/password-resets/confirm', { body, once: true }, options),
});
