import type { Scope, Workspace } from '@parley/sdk';

/** Permissions of each scope, in ascending order of privilege. */
export const scopes: readonly { readonly scope: Scope; readonly allows: string }[] = [
  { scope: 'agents:read', allows: 'View agents and workspaces' },
  { scope: 'agents:write', allows: 'Create and update agents. Does not include viewing' },
  { scope: 'conversations:read', allows: 'View conversations and export them' },
  { scope: 'conversations:write', allows: 'Send messages, take over and close conversations' },
  { scope: 'workspace:admin', allows: 'Everything above, deleting, members and keys' },
];

/** The scopes that a user may choose for a key: those that the role allows in a workspace, or in any for undefined. */
export const choosable = (workspaces: readonly Workspace[], workspaceId: string | undefined): readonly Scope[] =>
  scopes
    .map(({ scope }) => scope)
    .filter((scope) =>
      workspaces.some(({ _id, permissions }) => [undefined, _id].includes(workspaceId) && permissions.includes(scope)),
    );

/** The scopes that a key with these ones can be reduced to. */
export const reducible = (held: readonly Scope[]): readonly Scope[] =>
  scopes.map(({ scope }) => scope).filter((scope) => held.includes(scope) || held.includes('workspace:admin'));

/** Scopes for a program that talks with agents. */
export const usualScopes: readonly Scope[] = ['agents:read', 'conversations:read', 'conversations:write'];

/** Scopes for the snippets of an agent’s Code tab. */
export const snippetScopes: readonly Scope[] = ['agents:read', 'agents:write', 'conversations:write'];

/** Reads scopes that are separated by commas; unknown ones are left out. */
export const readScopes = (text: string): readonly Scope[] =>
  scopes.map(({ scope }) => scope).filter((scope) => text.split(',').includes(scope));

/** Time without use after which a key counts as unused, in ms. */
export const unusedAfterMs = 90 * 24 * 60 * 60 * 1000;

/** A `curl` command that a key with these scopes may run as it is. */
export function firstCall(key: string, granted: readonly Scope[], origin: string): string {
  const maySeeAgents = granted.includes('agents:read') || granted.includes('workspace:admin');
  const path = maySeeAgents ? '/api/agents' : '/api/me';
  return `curl ${origin}${path} \\\n  -H "Authorization: Bearer ${key}"`;
}
