import type { SessionToken } from '../../access/sign-in.ts';
import { sessionCookieFor } from '../../http/cookies.ts';
import { type CallContext, endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../schemas/lists.ts';
import { PasswordChange, Session, SessionPath, SessionQuery, SignedIn, SignIn } from './schema.ts';
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
    description: 'Sets the session cookie.',
    body: SignIn,
    data: SignedIn,
    status: 201,
    secret: true,
    location: () => '/api/session',
    errors: ['invalid_credentials', 'too_many_failed_attempts'],
    handle: async (call) => signedIn(await sessions.signIn(call, call.body), call),
  }),
  endpoint({
    id: 'getSession',
    client: 'sessions.current',
    method: 'GET',
    path: '/api/session',
    access: 'session',
    tag,
    summary: 'Get the session of the request',
    description: 'Where and when the session of the request began, and when it ends.',
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
