import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyOptionsParams,
  SecondFactorProof,
  Session,
  SessionConfirmParams,
  SessionCreateParams,
  SessionListParams,
  SignedIn,
} from '../../types.ts';

/** Sessions of the dashboard. */
export type Sessions = ReturnType<typeof createSessions>;

/** The methods of `client.sessions`. */
export const createSessions = ({ call, list }: Api) => ({
  /**
   * Signs in: the response sets the session cookie. Throws `AuthenticationError` if the email or the password is wrong,
   * or with `secondFactor` if the user has a second factor.
   */
  create: (body: SessionCreateParams, options?: RequestOptions): APIPromise<SignedIn> =>
    call('POST /api/session', { body, once: true }, options),

  /** Completes a sign-in with the second factor. Throws `AuthenticationError` if it is wrong, or the token has expired. */
  createBySecondFactor: (body: SecondFactorProof, options?: RequestOptions): APIPromise<SignedIn> =>
    call('POST /api/session/second-factor', { body, once: true }, options),

  /** Signs in with a passkey alone. Throws `AuthenticationError` if it is wrong, or the token has expired. */
  createByPasskey: (body: PasskeyAnswer, options?: RequestOptions): APIPromise<SignedIn> =>
    call('POST /api/session/passkey', { body, once: true }, options),

  /** Gets what a passkey has to sign: as the second factor of a sign-in, by its token; or to sign in alone. */
  passkeyOptions: (body: PasskeyOptionsParams = {}, options?: RequestOptions): APIPromise<PasskeyChallenge> =>
    call('POST /api/session/passkey-options', { body, once: true }, options),

  /** Gets what a passkey of the signed-in user has to sign for `confirm`. */
  confirmationOptions: (options?: RequestOptions): APIPromise<PasskeyChallenge> =>
    call('POST /api/session/confirmation/options', { body: {}, once: true }, options),

  /**
   * Confirms that it is the signed-in user, for 15 minutes: with a code or a passkey, or with the password of a user
   * without a second factor. Throws `AuthenticationError` if that is wrong.
   */
  confirm: (body: SessionConfirmParams, options?: RequestOptions): APIPromise<Session> =>
    call('POST /api/session/confirmation', { body, once: true }, options),

  /** Gets the session with which the client is signed in. */
  current: (options?: RequestOptions): APIPromise<Session> => call('GET /api/session', {}, options),

  /** Lists the sessions of the signed-in user, newest first unless `sort` says otherwise. */
  list: (query: SessionListParams = {}, options?: RequestOptions): PagePromise<Session> =>
    list('GET /api/sessions', { query }, options),

  /** Ends one session of the signed-in user. */
  revoke: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/sessions/{id}', { params: { id } }, options),

  /** Signs out: ends the caller's session. */
  signOut: (options?: RequestOptions): APIPromise<Confirmation> => call('DELETE /api/session', {}, options),
});
