import type { SessionToken } from '../../access/sign-in.ts';
import { sessionCookieFor } from '../../http/admission/cookies.ts';
import { type CallContext, endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../schemas/lists.ts';
import { SecondFactorProof } from '../../schemas/passkeys.ts';
import {
  PasskeyAnswer,
  PasswordChange,
  Session,
  SessionConfirmation,
  SessionPath,
  SessionQuery,
  SignedIn,
  SignIn,
} from './schema.ts';
import type { Sessions } from './service.ts';

const tag = 'Sessions';

const signedIn = ({ data, token, maxAgeSeconds }: SessionToken & { data: SignedIn }, { secure }: CallContext) => ({
  data,
  cookies: [sessionCookieFor(token, maxAgeSeconds, secure)],
});
const signedOut = ({ secure }: CallContext) => ({ message: 'Signed out.', cookies: [sessionCookieFor('', 0, secure)] });
const ended = { message: 'Session ended.' };
const passwordChanged = { message: 'Password changed; every other session has ended.' };

/** The operations on dashboard sessions. */
export const sessionEndpoints = (sessions: Sessions) => [
  endpoint({
    id: 'signIn',
    client: 'sessions.create',
    method: 'POST',
    path: '/api/session',
    access: 'public',
    tag,
    summary: 'Sign in',
    description:
      'Sets the session cookie. A user with a second factor gets no session yet: the error `second_factor_required` has ' +
      'a token, with which `createSecondFactorSession` completes the sign-in within ten minutes.',
    body: SignIn,
    data: SignedIn,
    status: 201,
    secret: true,
    location: () => '/api/session',
    errors: ['invalid_credentials', 'second_factor_required', 'too_many_failed_attempts'],
    handle: async (call) => signedIn(await sessions.signIn(call, call.body), call),
  }),
  endpoint({
    id: 'createSecondFactorSession',
    client: 'sessions.createBySecondFactor',
    method: 'POST',
    path: '/api/session/second-factor',
    access: 'public',
    tag,
    summary: 'Complete a sign-in with the second factor',
    description:
      'With `code`, or with `passkey` for the options of `createSignInOptions`. Sets the session cookie. The token works ' +
      'once, and for at most five wrong tries.',
    body: SecondFactorProof,
    data: SignedIn,
    status: 201,
    secret: true,
    location: () => '/api/session',
    errors: [
      'invalid_credentials',
      'second_factor_invalid',
      'challenge_expired',
      'origin_not_allowed',
      'passkeys_unavailable',
      'too_many_failed_attempts',
    ],
    handle: async (call) => signedIn(await sessions.signInBySecondFactor(call, call.body), call),
  }),
  endpoint({
    id: 'createPasskeySession',
    client: 'sessions.createByPasskey',
    method: 'POST',
    path: '/api/session/passkey',
    access: 'public',
    tag,
    summary: 'Sign in with a passkey',
    description:
      'With the answer to the options of `createSignInOptions` without a token. Counts as both factors, because the ' +
      'authenticator has verified its user. Sets the session cookie.',
    body: PasskeyAnswer,
    data: SignedIn,
    status: 201,
    secret: true,
    location: () => '/api/session',
    errors: [
      'invalid_credentials',
      'second_factor_invalid',
      'challenge_expired',
      'origin_not_allowed',
      'passkeys_unavailable',
      'too_many_failed_attempts',
    ],
    handle: async (call) => signedIn(await sessions.signInByPasskey(call, call.body), call),
  }),
  endpoint({
    id: 'confirmSession',
    client: 'sessions.confirm',
    clientRepeats: false,
    method: 'POST',
    path: '/api/session/confirmation',
    access: 'session',
    repeatable: false,
    tag,
    summary: 'Confirm that it is you',
    description:
      'Operations that answer `confirmation_required` work for 15 minutes from then on. A user with a second factor sends ' +
      '`code`, or `token` and `passkey`; one without sends `password`.',
    body: SessionConfirmation,
    data: Session,
    errors: [
      'invalid_credentials',
      'second_factor_invalid',
      'challenge_expired',
      'session_not_found',
      'passkeys_unavailable',
      'too_many_failed_attempts',
    ],
    handle: async (call) => ({ data: await sessions.confirmSession(call.actor, call, call.body) }),
  }),
  endpoint({
    id: 'getSession',
    client: 'sessions.current',
    method: 'GET',
    path: '/api/session',
    access: 'session',
    tag,
    summary: 'Get the session of the request',
    description: 'Returns when and from where the session of the request began, and when it ends.',
    data: Session,
    errors: ['session_not_found'],
    handle: async (call) => ({ data: await sessions.read(call.actor) }),
  }),
  endpoint({
    id: 'signOut',
    client: 'sessions.signOut',
    method: 'DELETE',
    path: '/api/session',
    access: 'session',
    tag,
    summary: 'Sign out',
    description: 'Ends the session of the request and clears its cookie.',
    data: 'message',
    says: 'Signed out.',
    handle: (call) => sessions.signOut(call.actor).then(() => signedOut(call)),
  }),
  endpoint({
    id: 'listSessions',
    client: 'sessions.list',
    method: 'GET',
    path: '/api/sessions',
    access: 'session',
    tag,
    summary: 'List your sessions',
    description: 'The browsers in which you are signed in, newest first unless `sort` says otherwise.',
    query: SessionQuery,
    data: pageOf(Session),
    handle: async (call) => ({ json: await sessions.list(call.actor, call.query) }),
  }),
  endpoint({
    id: 'revokeSession',
    client: 'sessions.revoke',
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'session',
    tag,
    summary: 'End one of your sessions',
    description: 'The browser is signed out with its next request.',
    params: SessionPath,
    data: 'message',
    says: ended.message,
    errors: ['session_not_found'],
    handle: (call) => sessions.revoke(call.actor, call.params.id).then(() => ended),
  }),
  endpoint({
    id: 'changePassword',
    client: 'password.change',
    clientRepeats: false,
    method: 'PUT',
    path: '/api/me/password',
    access: 'session',
    confirmed: true,
    tag,
    summary: 'Change your password',
    description: 'Ends all your other sessions.',
    body: PasswordChange,
    data: 'message',
    says: passwordChanged.message,
    errors: ['invalid_credentials', 'too_many_failed_attempts'],
    handle: (call) => sessions.changePassword(call.actor, call.body).then(() => passwordChanged),
  }),
];
