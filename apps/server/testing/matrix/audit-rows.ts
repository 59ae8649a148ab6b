import { adminAtHome, allowed, firstOf, found, ifAbsent, ifPresent } from './checks.ts';
import type { Row, Slot } from './row.ts';

const optional = (kind: Slot['kind']): Slot => ({ in: 'query', kind, optional: true });
const named = firstOf([found('workspaceId', 'workspace_not_found'), allowed('workspaceId', 'workspace:admin')]);
const checks = [ifPresent('workspaceId', named), ifAbsent('workspaceId', adminAtHome)];

/** Calls of the endpoints of the audit of events, and their permissions. */
export const auditRows: Readonly<Record<string, Row>> = {
  exportEvents: {
    needs: 'workspace:admin',
    status: 200,
    bare: true,
    recorded: true,
    // The agent only narrows the log.
    slots: { workspaceId: optional('workspace'), agentId: optional('agent') },
    checks,
  },
  getEventSeal: {
    needs: 'workspace:admin',
    status: 200,
    slots: { workspaceId: optional('workspace') },
    checks,
  },
};
