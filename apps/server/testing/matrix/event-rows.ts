import { adminAtHome, allowed, firstOf, found, ifAbsent, ifPresent } from './checks.ts';
import type { Row } from './row.ts';

const named = firstOf([found('workspaceId', 'workspace_not_found'), allowed('workspaceId', 'workspace:admin')]);

/** Calls of the endpoints of events, and their permissions. */
export const eventRows: Readonly<Record<string, Row>> = {
  listEvents: {
    needs: 'workspace:admin',
    status: 200,
    slots: {
      workspaceId: { in: 'query', kind: 'workspace', optional: true },
      // It only narrows the log.
      agentId: { in: 'query', kind: 'agent', optional: true },
    },
    checks: [ifPresent('workspaceId', named), ifAbsent('workspaceId', adminAtHome)],
  },
};
