import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  AddedPasskey,
  NewPasskeyChallenge,
  NewTotp,
  Passkey,
  PasskeyAddParams,
  PasskeyRenameParams,
  RecoveryCodes,
  SecondFactor,
  SecondFactorStartParams,
  TotpConfirmed,
  TotpConfirmParams,
} from '../../types.ts';

/** The second factors of the signed-in user. */
export type SecondFactors = ReturnType<typeof createSecondFactor>;

/** The methods of `client.secondFactor`; they require a session. */
export const createSecondFactor = ({ call }: Api) => ({
  /** Gets the authenticator app, the passkeys, and how many recovery codes are left. */
  retrieve: (options?: RequestOptions): APIPromise<SecondFactor> => call('GET /api/me/second-factor', {}, options),

  /** Creates the secret of an authenticator app, which counts once `confirmTotp` got a code of it. */
  startTotp: (body: SecondFactorStartParams = {}, options?: RequestOptions): APIPromise<NewTotp> =>
    call('POST /api/me/second-factor/totp', { body, once: true }, options),

  /**
   * Confirms the authenticator app with a code. With the first second factor come recovery codes, and every other session
   * ends. Throws `AuthenticationError` if the code is wrong.
   */
  confirmTotp: (body: TotpConfirmParams, options?: RequestOptions): APIPromise<TotpConfirmed> =>
    call('POST /api/me/second-factor/totp/confirm', { body, once: true }, options),

  /** Removes the authenticator app. Throws `ConflictError` if a workspace requires it. */
  removeTotp: (options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/me/second-factor/totp', {}, options),

  /** Gets what a browser needs to create a passkey. */
  passkeyOptions: (body: SecondFactorStartParams = {}, options?: RequestOptions): APIPromise<NewPasskeyChallenge> =>
    call('POST /api/me/second-factor/passkeys/options', { body, once: true }, options),

  /** Adds the passkey that a browser has created. With the first second factor come recovery codes. */
  addPasskey: (body: PasskeyAddParams, options?: RequestOptions): APIPromise<AddedPasskey> =>
    call('POST /api/me/second-factor/passkeys', { body, once: true }, options),

  /** Renames a passkey. */
  renamePasskey: (id: string, body: PasskeyRenameParams, options?: RequestOptions): APIPromise<Passkey> =>
    call('PATCH /api/me/second-factor/passkeys/{id}', { params: { id }, body }, options),

  /** Removes a passkey. Throws `ConflictError` if it is the last second factor and a workspace requires one. */
  removePasskey: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/me/second-factor/passkeys/{id}', { params: { id } }, options),

  /** Replaces the recovery codes; earlier ones stop working. */
  renewRecoveryCodes: (options?: RequestOptions): APIPromise<RecoveryCodes> =>
    call('POST /api/me/second-factor/recovery-codes', { body: {}, once: true }, options),
});
