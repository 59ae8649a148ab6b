import type { Scope } from '@parley/sdk';

/** What each scope allows, in one line, from the least to the most. */
export const scopes: readonly { readonly scope: Scope; readonly allows: string }[] = [
  { scope: 'agents:read', allows: 'View agents and workspaces' },
  { scope: 'agents:write', allows: 'Create and update agents. Does not include viewing' },
  { scope: 'conversations:read', allows: 'View conversations and export them' },
  { scope: 'conversations:write', allows: 'Send messages, take over and close conversations' },
  { scope: 'workspace:admin', allows: 'Everything above, deleting, members and keys' },
];

/** A key that has been made or used longer ago than this counts as unused, in milliseconds. */
export const unusedAfter = 90 * 24 * 60 * 60 * 1000;

/** A request that a key with the scopes may make: its `curl` works as it is pasted. */
export function firstCall(key: string, granted: readonly Scope[], origin: string): string {
  const maySeeAgents = granted.includes('agents:read') || granted.includes('workspace:admin');
  const path = maySeeAgents ? '/api/agents' : '/api/me';
  return `curl ${origin}${path} \\\n  -H "Authorization: Bearer ${key}"`;
}
