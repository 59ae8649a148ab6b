import { permissions, type Role } from '../src/access/scopes.ts';
import type { Caller } from '../src/http/endpoint.ts';
import type { Person } from './harness.ts';

/**
 * A signed-in person as a service is told of them, for tests that call one without a request. Unless other roles are
 * given, the owner of their own workspace.
 */
export const callerOf = (
  { user, account, workspace }: Person,
  memberships: ReadonlyMap<string, Role> = new Map([[workspace, 'owner']]),
): Caller => ({
  principal: {
    kind: 'session',
    id: 'sess_test',
    user,
    account: { id: account, plan: 'free' },
    scopes: new Set(permissions),
    memberships,
    ownWorkspaces: new Set(memberships.has(workspace) ? [workspace] : []),
    boundTo: undefined,
    expiresAt: undefined,
  },
  remember: () => [],
});
