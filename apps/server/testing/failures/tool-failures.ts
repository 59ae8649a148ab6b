import { newId } from '../../src/ids.ts';
import type { ToolCallRow } from '../../src/storage/tables.ts';
import { statement } from '../../src/storage/unit.ts';
import { approvalLink, toolCallRow } from '../fixtures/tools.ts';
import type { Service } from '../harness.ts';
import { type Reply, send } from '../request.ts';
import { startMcpServer } from '../servers/mcp-server.ts';

interface World {
  readonly parley: Service;
  readonly key: string;
}

const post = ({ parley, key }: World, path: string, body: object): Promise<Reply> =>
  send(parley.url, { method: 'POST', path, key, body });

const makeTool = (world: World, name: string) =>
  post(world, '/api/tools', { type: 'client', name, description: 'Finds an order.' });

/** An MCP server without tools, which the service must be allowed to reach. The caller closes it. */
export const toolServer = await startMcpServer('modern');

async function mcpTool(world: World, url: string): Promise<string> {
  const draft = { type: 'mcp', name: newId('tool'), description: 'The tracker.', settings: { url } };
  return ((await post(world, '/api/tools', draft)).json()['data'] as { _id: string })._id;
}

/** Creates a call with these columns, of a reply that is there. */
async function makeCall(world: World, columns: Partial<ToolCallRow>) {
  const made = await post(world, '/api/agents', { name: 'Echo', model: 'builtin/echo' });
  const { _id: agent, workspace } = made.json()['data'] as { _id: string; workspace: string };
  const said = await post(world, `/api/agents/${agent}/chat`, { content: 'Hello' });
  const { reply } = said.json()['data'] as { reply: { _id: string; conversation: string } };
  const of = { agent, message: reply._id, conversation: reply.conversation, text: '1' };
  const waits = { status: 'waiting', deadline: 8_640_000_000_000_000, ended_at: null, decided_at: null };
  const call = { ...toolCallRow(workspace, of), ...waits, ...columns };
  const { db } = world.parley;
  await db.write([statement(db.query.insertInto('tool_calls').values(call))]);
  return { call: call.id, workspace };
}

/** Approves such a call. */
const approve = async (world: World, columns: Partial<ToolCallRow>): Promise<Reply> =>
  post(world, `/api/tool-calls/${(await makeCall(world, columns)).call}/approve`, {});

/** Opens the link to a call in a workspace that requires a second factor. */
async function openLocked(world: World): Promise<Reply> {
  const { parley } = world;
  const { db } = parley;
  const person = await parley.person();
  const key = await person.key();
  const { call, workspace } = await makeCall({ parley, key }, {});
  const { token, row } = approvalLink(workspace, { call, user: person.user });
  await db.write([
    statement(db.query.insertInto('approval_links').values(row)),
    statement(db.query.updateTable('workspaces').set({ require_second_factor: 1 }).where('id', '=', workspace)),
  ]);
  return send(parley.url, { method: 'POST', path: '/api/approval-links/read', body: { token } });
}

/** Provokes the errors of tools, by their code. */
export const toolFailures = {
  tool_not_found: { by: ({ key }: World) => ({ path: '/api/tools/tool_nowhere', key }) },
  tool_connection_not_found: {
    by: async (world: World) => {
      const id = await mcpTool(world, toolServer.url);
      return send(world.parley.url, {
        method: 'DELETE',
        path: `/api/tools/${id}/connections/tcon_nowhere`,
        key: world.key,
      });
    },
  },
  tool_call_not_found: { by: ({ key }: World) => ({ path: '/api/tool-calls/call_nowhere', key }) },
  tool_call_decided: { by: (world: World) => approve(world, { status: 'completed' }) },
  not_an_approver: { by: (world: World) => approve(world, { approvers: '["user_nobody"]' }) },
  approval_link_invalid: {
    by: ({ parley }: World) =>
      send(parley.url, { method: 'POST', path: '/api/approval-links/read', body: { token: 'made-up' } }),
    body: { hint: 'Sign in and open Approvals, which shows what still waits.' },
  },
  approval_needs_sign_in: {
    by: openLocked,
    body: { hint: 'Sign in and open Approvals.' },
  },
  definition_changed: {
    by: async (world: World) => {
      const id = await mcpTool(world, toolServer.url);
      const approve = [{ name: 'create_issue', digest: '0'.repeat(64) }];
      return post(world, `/api/tools/${id}/definitions`, { approve });
    },
  },
  tool_unreachable: {
    by: async (world: World) => {
      const id = await mcpTool(world, 'http://127.0.0.1:9/mcp');
      return send(world.parley.url, { method: 'GET', path: `/api/tools/${id}/definitions`, key: world.key });
    },
  },
  tool_name_taken: {
    by: async (world: World) => {
      const name = newId('tool');
      await makeTool(world, name);
      return makeTool(world, name);
    },
  },
  tool_in_use: {
    by: async (world: World) => {
      const { _id: id } = (await makeTool(world, newId('tool'))).json()['data'] as { _id: string };
      for (const name of ['Support', 'Sales']) await post(world, '/api/agents', { name, tools: [{ id }] });
      return send(world.parley.url, { method: 'DELETE', path: `/api/tools/${id}`, key: world.key });
    },
    body: {
      error: 'The tool is attached to the agents Support and Sales.',
      hint: 'Remove it from the `tools` of these agents first.',
    },
  },
};
