import type { Scope } from '@parley/sdk';

/** What each scope allows, in ascending order of privilege. */
export const scopes: readonly { readonly scope: Scope; readonly allows: string }[] = [
  { scope: 'agents:read', allows: 'View agents and workspaces' },
  { scope: 'agents:write', allows: 'Create and update agents. Does not include viewing' },
  { scope: 'conversations:read', allows: 'View conversations and export them' },
  { scope: 'conversations:write', allows: 'Send messages, take over and close conversations' },
  { scope: 'workspace:admin', allows: 'Everything above, deleting, members and keys' },
];

/** Time without use after which a key counts as unused, in ms. */
export const unusedAfterMs = 90 * 24 * 60 * 60 * 1000;

/** A `curl` command that a key with these scopes may run as it is. */
export function firstCall(key: string, granted: readonly Scope[], origin: string): string {
  const maySeeAgents = granted.includes('agents:read') || granted.includes('workspace:admin');
  const path = maySeeAgents ? '/api/agents' : '/api/me';
  return `curl ${origin}${path} \\\n  -H "Authorization: Bearer ${key}"`;
}
