import { allowed, found, withDefault, within } from './checks.ts';
import { externalId, named, path, type Row } from './row.ts';

const strangeSource = { status: 400, code: 'validation_failed' } as const;

const readAgent: Row = {
  needs: 'agents:read',
  status: 200,
  slots: { id: path('agent') },
  checks: [found('id', 'agent_not_found'), allowed('id', 'agents:read')],
};

/** Calls of the endpoints of agents, and their permissions. */
export const agentRows: Readonly<Record<string, Row>> = {
  createAgent: {
    needs: 'agents:write',
    status: 201,
    slots: {
      workspaceId: { in: 'body', kind: 'workspace', optional: true },
      knowledgeSources: { in: 'body', kind: 'source', optional: true, list: true },
    },
    body: named,
    checks: [
      withDefault('workspaceId', 'agents:write', [
        found('workspaceId', 'workspace_not_found'),
        allowed('workspaceId', 'agents:write'),
        within('knowledgeSources', 'workspaceId', strangeSource),
      ]),
    ],
  },
  listAgents: {
    needs: 'agents:read',
    status: 200,
    // It only narrows the list, so a workspace out of reach gives an empty list.
    slots: { workspaceId: { in: 'query', kind: 'workspace', optional: true } },
  },
  getAgent: readAgent,
  getAgentDependents: readAgent,
  searchAgentKnowledge: {
    needs: 'agents:read',
    status: 200,
    slots: { id: path('agent') },
    body: () => ({ query: 'What is known?' }),
    checks: [found('id', 'agent_not_found'), allowed('id', 'agents:read')],
  },
  updateAgent: {
    needs: 'agents:write',
    status: 200,
    slots: { id: path('agent'), knowledgeSources: { in: 'body', kind: 'source', optional: true, list: true } },
    body: named,
    checks: [
      found('id', 'agent_not_found'),
      allowed('id', 'agents:write'),
      within('knowledgeSources', 'id', strangeSource),
    ],
  },
  putAgent: {
    needs: 'agents:write',
    status: 201,
    slots: {
      workspaceId: { in: 'query', kind: 'workspace', optional: true },
      knowledgeSources: { in: 'body', kind: 'source', optional: true, list: true },
    },
    params: externalId,
    body: named,
    checks: [
      withDefault('workspaceId', 'agents:write', [
        found('workspaceId', 'workspace_not_found'),
        allowed('workspaceId', 'agents:write'),
        within('knowledgeSources', 'workspaceId', strangeSource),
      ]),
    ],
  },
  duplicateAgent: {
    needs: 'agents:write',
    status: 201,
    slots: { id: path('agent') },
    body: named,
    checks: [found('id', 'agent_not_found'), allowed('id', 'agents:write')],
  },
  deleteAgent: {
    needs: 'workspace:admin',
    status: 200,
    slots: { id: path('agent') },
    checks: [found('id', 'agent_not_found'), allowed('id', 'workspace:admin')],
  },
};
