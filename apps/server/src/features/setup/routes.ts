import { sessionCookieFor } from '../../http/cookies.ts';
import { type CallContext, endpoint } from '../../http/endpoint.ts';
import { Setup, SetupDone, SetupState } from './schema.ts';
import type { CompletedSetup, SetupService } from './service.ts';

const completed = ({ done, session }: CompletedSetup, { secure }: CallContext) => ({
  data: done,
  cookies: [sessionCookieFor(session.token, session.maxAgeSeconds, secure)],
});

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
    handle: async (call) => completed(await setup.complete(call, call.body), call),
  }),
];
