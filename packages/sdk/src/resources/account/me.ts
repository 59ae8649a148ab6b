import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  Me,
  MeDeleteParams,
  MeDependents,
  MeUpdateParams,
  Verification,
  VerificationConfirmParams,
} from '../../types.ts';
import { createRoomAccounts } from './room-accounts.ts';

/** The caller. */
export type Myself = ReturnType<typeof createMyself>;

/** The methods of `client.me`. */
export const createMyself = ({ call, ...api }: Api) => ({
  roomAccounts: createRoomAccounts({ call, ...api }),

  /** Gets the caller, its permissions in each workspace, and its remaining rate limit. */
  retrieve: (options?: RequestOptions): APIPromise<Me> => call('GET /api/me', {}, options),

  /** Changes the name of the signed-in user. Requires a session. */
  update: (body: MeUpdateParams, options?: RequestOptions): APIPromise<Me> => call('PUT /api/me', { body }, options),

  /**
   * Deletes the signed-in user, with the workspaces that have no other member. Requires a session and the password.
   * Throws `ConflictError` for the only owner of a workspace with other members.
   */
  delete: (body: MeDeleteParams, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/me', { body }, options) as APIPromise<Confirmation>,

  /** Counts what would be deleted with the signed-in user, by kind, and deletes nothing. Requires a session. */
  dependents: (options?: RequestOptions): APIPromise<MeDependents> =>
    call('DELETE /api/me', { query: { dryRun: true } }, options) as APIPromise<MeDependents>,

  /** Mails the signed-in user a code that verifies their address. Requires a session. */
  sendVerification: (options?: RequestOptions): APIPromise<Verification> =>
    call('POST /api/me/verification', { body: {} }, options),

  /** Verifies the address of the signed-in user with the last mailed code. Requires a session. */
  confirmVerification: (body: VerificationConfirmParams, options?: RequestOptions): APIPromise<Confirmation> =>
    call('POST /api/me/verification/confirm', { body }, options),
});
