import { sessionCookieFor } from '../../http/admission/cookies.ts';
import { type CallContext, endpoint } from '../../http/endpoint.ts';
import { Setup, SetupDone, SetupState } from './schema.ts';
import type { CompletedSetup, SetupService } from './service.ts';

const completed = ({ done, session }: CompletedSetup, { secure }: CallContext) => ({
  data: done,
  cookies: [sessionCookieFor(session.token, session.maxAgeSeconds, secure)],
});

/** The operations of the first run. Once an owner exists, they return 404. */
export const setupEndpoints = (setup: SetupService) => [
  endpoint({
    id: 'getSetup',
    client: 'setup.retrieve',
    method: 'GET',
    path: '/api/setup',
    access: 'public',
    exists: setup.demandOpen,
    tag: 'Set-up',
    summary: 'Check whether the instance has no owner yet',
    description:
      'Without an owner the server prints a link with a token for `completeSetup`. Answers 404 once there is an owner.',
    data: SetupState,
    errors: ['route_not_found'],
    handle: async () => ({ data: { open: true as const } }),
  }),
  endpoint({
    id: 'completeSetup',
    client: 'setup.complete',
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    exists: setup.demandOpen,
    tag: 'Set-up',
    summary: 'Create the first owner and sign in',
    description:
      'Creates the owner, their account and the first workspace, and sets the session cookie. It works once.',
    body: Setup,
    data: SetupDone,
    status: 201,
    secret: true,
    location: ({ workspace }) => `/api/workspaces/${workspace._id}`,
    errors: ['route_not_found', 'setup_token_invalid', 'too_many_failed_attempts'],
    handle: async (call) => completed(await setup.complete(call, call.body), call),
  }),
];
