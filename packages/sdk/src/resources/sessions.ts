import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { Session, SessionCreateParams, SessionListParams, SignedIn } from '../types.ts';

/** Sessions of the dashboard. */
export type Sessions = ReturnType<typeof createSessions>;

/** The methods of `client.sessions`. */
export const createSessions = ({ call, list }: Api) => ({
  /**
   * Signs in: the response sets the session cookie. Throws `AuthenticationError` if the email or the password is wrong.
   */
  create: (body: SessionCreateParams, options?: RequestOptions): APIPromise<SignedIn> =>
    call('POST /api/session', { body, once: true }, options),

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
