/** What each scope allows, in the words that the dashboard shows. Keys carry scopes; roles carry the same permissions. */
export const scopeDescriptions = {
  'agents:read': 'View agents',
  'agents:write': 'Create and update agents',
  'conversations:read': 'View conversations',
  'conversations:write': 'Send messages, take over and close conversations',
  'workspace:admin': 'Full workspace access',
} as const;

/** A permission: a scope of keys, and a part of roles. */
export type Permission = keyof typeof scopeDescriptions;

/** Every permission, in the order in which they are shown. */
export const permissions = Object.keys(scopeDescriptions) as readonly Permission[];

const viewer: readonly Permission[] = ['agents:read', 'conversations:read'];
const editor: readonly Permission[] = [...viewer, 'agents:write', 'conversations:write'];

/** What each role allows in its workspace, from the most to the least. */
export const rolePermissions = {
  owner: new Set<Permission>(permissions),
  admin: new Set<Permission>(permissions),
  editor: new Set(editor),
  viewer: new Set(viewer),
} satisfies Record<string, ReadonlySet<Permission>>;

/** What a person is in a workspace. */
export type Role = keyof typeof rolePermissions;

/** Every role, from the most to the least. */
export const roles = Object.keys(rolePermissions) as readonly Role[];

/** Whether a set of permissions grants one: `workspace:admin` grants all, nothing else grants another. */
export function includesPermission(granted: ReadonlySet<Permission>, wanted: Permission): boolean {
  return granted.has(wanted) || granted.has('workspace:admin');
}
