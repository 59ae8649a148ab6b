import { endpoint } from '../../http/endpoint.ts';
import { Me, MeChanges, Setup, SetupDone, SetupState } from './schema.ts';
import type { Accounts } from './service.ts';
import type { SetupService } from './setup.ts';

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
    handle: (call) => accounts.me(call),
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
    handle: (call) => accounts.updateMe(call, call.body),
  }),
];

/** The operations of the first run; 404 for good once there is an owner. */
export const setupEndpoints = (setup: SetupService) => [
  endpoint({
    id: 'getSetup',
    method: 'GET',
    path: '/api/setup',
    access: 'public',
    exists: setup.demandOpen,
    tag: 'Set-up',
    summary: 'Whether the instance waits for its first owner',
    data: SetupState,
    errors: ['route_not_found'],
    handle: async () => ({ data: { open: true as const } }),
  }),
  endpoint({
    id: 'completeSetup',
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    exists: setup.demandOpen,
    tag: 'Set-up',
    summary: 'Make the first owner and sign in',
    body: Setup,
    data: SetupDone,
    status: 201,
    secret: true,
    location: ({ workspace }) => `/api/workspaces/${workspace._id}`,
    errors: ['route_not_found', 'setup_token_invalid', 'too_many_failed_attempts'],
    handle: (call) => setup.complete(call, call.body),
  }),
];
