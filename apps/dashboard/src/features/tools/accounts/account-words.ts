import type { Tool, ToolConnection } from '@parley/sdk';

/** The states of an account in words. */
export const states = {
  none: { label: 'Not connected', color: 'gray' },
  connected: { label: 'Connected', color: 'green' },
  reauth_required: { label: 'Sign in again', color: 'red' },
} as const satisfies Readonly<Record<ToolConnection['state'], unknown>>;

/** Describes the state of the workspace's account by its effect on the calls of a tool. */
export function meaningOf({ type, auth }: Pick<Tool, 'type' | 'auth'>, state: ToolConnection['state']): string {
  if (auth === 'end_user') {
    const use = type === 'mcp' ? 'list and try the tools of the server' : 'try the tool';
    return `Used only to ${use} here. Each user connects their own account in the chat.`;
  }
  if (state === 'connected') return 'All calls are made as this account.';
  if (state === 'reauth_required')
    return 'The server no longer accepts the account, so calls fail until it is connected again.';
  return type === 'mcp'
    ? 'Without an account, the server sees only the headers below.'
    : 'Calls fail until an account is connected.';
}
