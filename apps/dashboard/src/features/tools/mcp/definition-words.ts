import type { ToolDefinitions } from '@parley/sdk';

/** A tool of an MCP server, compared with what was approved. */
export type Definition = ToolDefinitions['items'][number];

/** The states in words, those first that a person should look at. */
export const states = {
  changed: { label: 'Changed', look: { c: 'var(--warn)', bg: 'var(--warn-ground)' } },
  new: { label: 'New', look: { color: 'gray' } },
  missing: { label: 'Gone', look: { color: 'red' } },
  approved: { label: 'Approved', look: { color: 'green' } },
} as const satisfies Readonly<Record<Definition['state'], unknown>>;

const order = Object.keys(states);

/** The definitions, those first that a person should look at. */
export const inOrder = (definitions: readonly Definition[]): readonly Definition[] =>
  [...definitions].sort(({ state: one }, { state: other }) => order.indexOf(one) - order.indexOf(other));

/** True if a definition waits for an approval and can have it. */
export const mayApprove = ({ state, problem }: Definition): boolean =>
  (state === 'new' || state === 'changed') && problem === null;
