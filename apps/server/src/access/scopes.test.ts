// @module-tag pure

import { expect, test } from 'vitest';
import { demand, may, type Principal } from './actor.ts';
import { includesPermission, type Permission, permissions, type Role, rolePermissions } from './scopes.ts';

const granted = (role: Role) =>
  permissions.filter((permission) => includesPermission(rolePermissions[role], permission));

const principal = (role: Role, scopes: readonly Permission[]): Principal => ({
  kind: 'key',
  id: 'key_1',
  user: { id: 'user_1', email: 'a@example.com' },
  account: { id: 'acct_1', plan: 'free' },
  scopes: new Set(scopes),
  memberships: new Map([['ws_1', role]]),
  ownWorkspaces: new Set(['ws_1']),
  boundTo: undefined,
  expiresAt: undefined,
});

test('each role has the permissions of the contract', () => {
  expect(granted('viewer')).toEqual(['agents:read', 'conversations:read']);
  expect(granted('editor')).toEqual(['agents:read', 'agents:write', 'conversations:read', 'conversations:write']);
  expect(granted('admin')).toEqual(permissions);
  expect(granted('owner')).toEqual(permissions);
});

test('workspace:admin contains all other permissions, and no other contains another', () => {
  for (const scope of permissions) {
    const contained = permissions.filter((permission) => includesPermission(new Set([scope]), permission));
    expect(contained).toEqual(scope === 'workspace:admin' ? permissions : [scope]);
  }
  expect(permissions.filter((permission) => includesPermission(new Set(), permission))).toEqual([]);
});

test('a permission needs both the scopes and the role', () => {
  const roles: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];
  for (const role of roles) {
    for (const scope of permissions) {
      const has = permissions.filter((permission) => may(principal(role, [scope]), permission, 'ws_1'));
      const expected = permissions.filter(
        (permission) => granted(role).includes(permission) && (scope === permission || scope === 'workspace:admin'),
      );
      expect({ role, scope, has }).toEqual({ role, scope, has: expected });
    }
  }
});

test('a workspace out of reach grants no permissions', () => {
  expect(permissions.filter((permission) => may(principal('owner', permissions), permission, 'ws_2'))).toEqual([]);
});

test('a refusal names the permission that is missing', () => {
  const { extras } = (() => {
    try {
      demand(principal('viewer', permissions), 'agents:write', 'ws_1');
    } catch (error) {
      expect(error).toMatchObject({ code: 'insufficient_role' });
      return error as { extras: { hint: string } };
    }
    throw new Error('It was met.');
  })();
  expect(extras.hint).toMatch(/agents:write.*viewer/);
  expect(() => demand(principal('editor', permissions), 'agents:write', 'ws_1')).not.toThrow();
});
