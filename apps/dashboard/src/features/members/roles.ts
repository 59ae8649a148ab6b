import type { Role } from '@parley/sdk';

/** Permissions of each role, from the most to the least privileged. */
export const roles: readonly { readonly role: Role; readonly label: string; readonly may: string }[] = [
  { role: 'owner', label: 'Owner', may: 'Everything, including adding and removing owners.' },
  { role: 'admin', label: 'Admin', may: 'Everything except owners: members, API keys, deleting agents.' },
  { role: 'editor', label: 'Editor', may: 'Creates and edits agents, replies in and closes conversations.' },
  { role: 'viewer', label: 'Viewer', may: 'Views agents and conversations.' },
];

/** The label of a role. */
export const roleLabel = (role: Role): string => roles.find((each) => each.role === role)?.label ?? role;

/** The roles as options; only owners can grant the owner role. */
export const roleChoices = (own: Role) =>
  roles.map(({ role, label }) => ({ value: role, label, disabled: role === 'owner' && own !== 'owner' }));
