import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Calls of the operations on the audit of events with which a valid request succeeds. */
export function auditRows({ owner }: Cast): Record<string, Row> {
  const { key: headers, workspace: workspaceId } = owner;
  const target = () => ({ headers, query: { workspaceId } });
  return { exportEvents: { target }, getEventSeal: { target } };
}
