import { endpoint } from '../../http/endpoint.ts';
import { Me, MeChanges } from './schema.ts';
import type { Accounts } from './service.ts';

/** The operations on oneself. */
export const accountEndpoints = (accounts: Accounts) => [
  endpoint({
    id: 'getMe',
    method: 'GET',
    path: '/api/me',
    access: 'anyone',
    tag: 'Account',
    summary: 'Who am I, what may I do, what is left of my limit',
    data: Me,
    handle: async (call) => ({ data: await accounts.me(call.actor) }),
  }),
  endpoint({
    id: 'updateMe',
    method: 'PUT',
    path: '/api/me',
    access: 'session',
    tag: 'Account',
    summary: 'Change your name',
    body: MeChanges,
    data: Me,
    handle: async (call) => ({ data: await accounts.updateMe(call.actor, call.body) }),
  }),
];
