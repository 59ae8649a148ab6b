import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Calls of the operations on the audit of events with which a valid request succeeds. */
export function auditRows({ owner }: Cast): Record<string, Row> {
  const { key: headers, workspace: workspaceId } = owner;
  return {
    // Types are a closed set of names, and a drawn text isn't in it.
    // Each answer is as long as all that earlier requests have done.
    exportEvents: { target: () => ({ headers, query: { workspaceId, types: 'agent.*' } }), atMost: 100 },
    getEventSeal: { target: () => ({ headers, query: { workspaceId } }) },
  };
}
