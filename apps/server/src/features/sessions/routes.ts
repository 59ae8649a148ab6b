import { endpoint } from '../../http/endpoint.ts';
import { PasswordChange, Sessions as SessionList, SessionPath, SignedIn, SignIn } from './schema.ts';
import type { Sessions } from './service.ts';

const tag = 'Sessions';

/** The operations on sessions of the dashboard. */
export const sessionEndpoints = (sessions: Sessions) => [
  endpoint({
    id: 'signIn',
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
    handle: (call) => sessions.signIn(call, call.body),
  }),
  endpoint({
    id: 'signOut',
    method: 'DELETE',
    path: '/api/session',
    access: 'session',
    tag,
    summary: 'Sign out',
    data: 'message',
    handle: (call) => sessions.signOut(call, call),
  }),
  endpoint({
    id: 'listSessions',
    method: 'GET',
    path: '/api/sessions',
    access: 'session',
    tag,
    summary: 'List your sessions',
    data: SessionList,
    handle: (call) => sessions.list(call),
  }),
  endpoint({
    id: 'revokeSession',
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'session',
    tag,
    summary: 'End one of your sessions',
    params: SessionPath,
    data: 'message',
    errors: ['session_not_found'],
    handle: (call) => sessions.revoke(call, call.params.id),
  }),
  endpoint({
    id: 'changePassword',
    method: 'PUT',
    path: '/api/me/password',
    access: 'session',
    tag,
    summary: 'Change your password',
    description: 'Ends every other session of yours.',
    body: PasswordChange,
    data: 'message',
    errors: ['invalid_credentials', 'too_many_failed_attempts'],
    handle: (call) => sessions.changePassword(call, call.body),
  }),
];
