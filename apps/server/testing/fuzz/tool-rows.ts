import { statement } from '../../src/storage/unit.ts';
import { connectionRow, toolRow } from '../fixtures/tools.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const conflicts = { tool_name_taken: 'Names are drawn at random, and a workspace has one tool of each only.' };

/** No server is there to be asked; the tests of definitions and of connections accept answers. */
const noServer = {
  conflicts: { validation_failed: 'The tool is no server.' },
  neverAccepted: 'No server is there to be asked.',
};

/** Real values for those of a tool that a program of its caller runs. */
const real = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...('inputSchema' in body && { inputSchema: { type: 'object' } }),
  ...('settings' in body && { settings: {} }),
  // It has no accounts of end users.
  ...('auth' in body && { auth: 'workspace' }),
  ...('approvers' in body && { approvers: [] }),
  ...('secrets' in body && { secrets: { API_KEY: 'not-a-real-secret' } }),
});

const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };

/** Values of the fields that the service owns, which a change may echo. */
const readOnly = ['_id', 'workspace', 'type', 'secretNames', 'createdAt', 'updatedAt'] as const;

/** Calls of the operations on tools with which a valid request succeeds. */
export async function toolRows({ service: { db }, owner }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const bare = async (change = {}) => {
    const row = toolRow(workspace, change);
    await db.write([statement(db.query.insertInto('tools').values(row))]);
    return row.id;
  };
  const clock = await bare({ type: 'builtin', settings: '{"function":"current_time"}' });
  const server = () => bare({ type: 'mcp', settings: '{"url":"https://mcp.example.com/mcp"}' });
  const one = { headers, params: { id: await bare() } };
  const connected = async () => {
    const id = await bare();
    const account = connectionRow({ workspace_id: workspace, tool_id: id }, { user_id: 'user:ada', end_user: 'ada' });
    await db.write([statement(db.query.insertInto('tool_connections').values(account))]);
    return { id, connectionId: account.id };
  };
  const without = Object.fromEntries(readOnly.map((field) => [field, undefined]));
  return {
    listToolTypes: { target: () => ({ headers }) },
    createTool: {
      target: (body) => ({ headers, body: { ...real(body), type: 'client', workspaceId: workspace } }),
      conflicts,
    },
    importTools: {
      target: (body) => ({
        headers,
        body: {
          ...real(body),
          document,
          url: undefined,
          operations: undefined,
          server: undefined,
          workspaceId: workspace,
        },
      }),
    },
    listTools: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getTool: { target: () => one },
    // A tool of its own for each request: many changes at once of one tool are conflicts.
    updateTool: {
      target: async (body) => ({ headers, params: { id: await bare() }, body: { ...real(body), ...without } }),
      conflicts,
    },
    tryTool: { target: () => ({ headers, params: { id: clock }, body: { arguments: {}, name: undefined } }) },
    // No server is there to be asked.
    listToolDefinitions: { target: () => ({ headers, params: { id: clock } }), ...noServer },
    approveToolDefinitions: {
      target: async () => ({ headers, params: { id: await server() }, body: { approve: undefined } }),
    },
    connectTool: { target: () => ({ headers, params: { id: clock } }), ...noServer },
    getToolConnection: { target: () => one },
    disconnectTool: { target: () => one },
    listToolConnections: { target: () => ({ headers, params: one.params }) },
    disconnectToolUser: { target: async () => ({ headers, params: await connected() }) },
    getToolClientDocument: { target: () => ({}), isForeign: true },
    deleteTool: { target: async () => ({ headers, params: { id: await bare() } }) },
  };
}
