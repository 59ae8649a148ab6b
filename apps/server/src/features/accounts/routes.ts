import { endpoint } from '../../http/endpoint.ts';
import { Me, MeChanges } from './schema.ts';
import type { Accounts } from './service.ts';

/** The operations on the caller. */
export const accountEndpoints = (accounts: Accounts) => [
  endpoint({
    id: 'getMe',
    client: 'me.retrieve',
    method: 'GET',
    path: '/api/me',
    access: 'anyone',
    tag: 'Account',
    summary: 'Get the caller, its permissions and its remaining requests',
    description: 'Shows which workspaces a key or a session reaches, with which permissions.',
    data: Me,
    handle: async (call) => ({ data: await accounts.me(call.actor) }),
  }),
  endpoint({
    id: 'updateMe',
    client: 'me.update',
    method: 'PUT',
    path: '/api/me',
    access: 'session',
    tag: 'Account',
    summary: 'Update your display name',
    description: 'Absent fields stay unchanged.',
    body: MeChanges,
    data: Me,
    handle: async (call) => ({ data: await accounts.updateMe(call.actor, call.body) }),
  }),
];
