import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Calls of the operations on events with which a valid request succeeds. */
export function eventRows({ owner }: Cast): Record<string, Row> {
  const { key: headers, workspace: workspaceId } = owner;
  // Nothing happens while it waits.
  return { listEvents: { target: () => ({ headers, query: { workspaceId, wait: '0' } }) } };
}
