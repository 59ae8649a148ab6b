import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Calls of the operations on events with which a valid request succeeds. */
export function eventRows({ owner }: Cast): Record<string, Row> {
  const { key: headers, workspace: workspaceId } = owner;
  // Nothing happens while it waits. Types are a closed set of names, and a drawn text isn't in it.
  return { listEvents: { target: () => ({ headers, query: { workspaceId, wait: '0', types: 'agent.*' } }) } };
}
