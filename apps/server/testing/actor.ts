import type { Principal } from '../src/access/actor.ts';
import { permissions, type Role } from '../src/access/scopes.ts';
import type { Person } from './harness.ts';

/**
 * A signed-in person as an actor, for tests that call a service directly. Owns their workspace unless other roles are
 * given.
 */
export const actorOf = (
  { user, account, workspace }: Pick<Person, 'user' | 'account' | 'workspace'>,
  memberships: ReadonlyMap<string, Role> = new Map([[workspace, 'owner']]),
): Principal => ({
  kind: 'session',
  id: 'sess_test',
  user,
  account: { id: account, plan: 'free' },
  scopes: new Set(permissions),
  memberships,
  ownWorkspaces: new Set(memberships.has(workspace) ? [workspace] : []),
  boundTo: undefined,
  expiresAt: undefined,
  ...{ hasSecondFactor: false, confirmedAt: 0, locked: [] },
});
