import { allowed, found } from './checks.ts';
import { type Given, path, type Row } from './row.ts';

const [reads, writes] = ['agents:read', 'agents:write'] as const;

const draft = ({ marker, serial }: Given) => ({
  ...{ type: 'client', name: `tool_${serial}`, description: marker },
});

const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };

const one = (needs: typeof reads | typeof writes): Row => ({
  ...{ needs, status: 200, slots: { id: path('tool') } },
  checks: [found('id', 'tool_not_found'), allowed('id', needs)],
});

/** Calls of the endpoints of tools, and their permissions. */
export const toolRows: Readonly<Record<string, Row>> = {
  listToolTypes: { needs: reads, status: 200 },
  createTool: {
    ...{ needs: writes, status: 201, body: draft },
    // Never left out: the calls before have created workspaces, so that several are within reach.
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', writes)],
  },
  // Nothing is chosen, so it only lists what could be created.
  importTools: {
    ...{ needs: writes, status: 200, body: () => ({ document }) },
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', writes)],
  },
  listTools: {
    needs: reads,
    status: 200,
    // It only narrows the list, so one out of reach gives an empty list.
    slots: { workspaceId: { in: 'query', kind: 'workspace', optional: true } },
  },
  getTool: one(reads),
  updateTool: { ...one(writes), body: ({ marker, serial }) => ({ description: `${marker} ${serial}` }) },
  // A tool that its client runs isn't tried, so the call ends there.
  tryTool: { ...one(writes), status: 400, code: 'validation_failed', body: () => ({ arguments: {} }) },
  // A tool that its client runs has no definitions at a server, so these calls end there.
  listToolDefinitions: { ...one(reads), status: 400, code: 'validation_failed' },
  approveToolDefinitions: { ...one(writes), status: 400, code: 'validation_failed', body: () => ({ remove: ['a'] }) },
  // Nor an account.
  connectTool: { ...one(writes), status: 400, code: 'validation_failed' },
  getToolConnection: one(reads),
  disconnectTool: one(writes),
  listToolConnections: one(reads),
  disconnectToolUser: {
    ...{ needs: writes, status: 200, slots: { id: path('tool'), connectionId: path('toolConnection') } },
    checks: [
      ...[found('id', 'tool_not_found'), allowed('id', writes), found('connectionId', 'tool_connection_not_found')],
      // That of another tool answers like an unknown one.
      (_subject, aims) =>
        aims['connectionId'] === aims['id'] ? undefined : { status: 404, code: 'tool_connection_not_found' },
    ],
  },
  getToolClientDocument: { needs: 'nothing', status: 200, bare: true },
  deleteTool: one(writes),
};
