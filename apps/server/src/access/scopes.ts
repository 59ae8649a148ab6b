/** Descriptions of the scopes, in the words of the dashboard. Keys carry scopes; roles carry the same permissions. */
export const scopeDescriptions = {
  'agents:read': 'View agents',
  'agents:write': 'Create and update agents',
  'conversations:read': 'View conversations',
  'conversations:write': 'Send messages, take over and close conversations',
  'workspace:admin': 'Full workspace access',
} as const;

/** A permission: a scope of keys, or part of a role. */
export type Permission = keyof typeof scopeDescriptions;

/** Every permission, in display order. */
export const permissions = Object.keys(scopeDescriptions) as readonly Permission[];

const viewer: readonly Permission[] = ['agents:read', 'conversations:read'];
const editor: readonly Permission[] = [...viewer, 'agents:write', 'conversations:write'];

/** Permissions of each role in its workspace, from most to least. */
export const rolePermissions = {
  owner: new Set<Permission>(permissions),
  admin: new Set<Permission>(permissions),
  editor: new Set(editor),
  viewer: new Set(viewer),
} satisfies Record<string, ReadonlySet<Permission>>;

/** The role of a person in a workspace. */
export type Role = keyof typeof rolePermissions;

/** Every role, from most to least. */
export const roles = Object.keys(rolePermissions) as readonly Role[];

/** True if a set of permissions grants one: `workspace:admin` grants all, the others only themselves. */
export function includesPermission(granted: ReadonlySet<Permission>, wanted: Permission): boolean {
  return granted.has(wanted) || granted.has('workspace:admin');
}

/** The roles whose people may write in conversations. */
export const answeringRoles: readonly Role[] = roles.filter((role) =>
  includesPermission(rolePermissions[role], 'conversations:write'),
);
