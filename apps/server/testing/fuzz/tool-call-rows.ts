import { statement } from '../../src/storage/unit.ts';
import { approvalLink, toolCallRow } from '../fixtures/tools.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const ended = {
  conflicts: { tool_call_decided: 'The call has ended.' },
  neverAccepted: 'No call waits here; the tests of tool calls decide about those that do.',
};

/** Calls of the operations on tool calls. No tool call waits. */
export async function toolCallRows({ service: { db }, owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const agent = String((await made.post('/api/agents', { name: 'Echo', model: 'builtin/echo' }))['_id']);
  const conversation = String((await made.post(`/api/agents/${agent}/conversations`, {}))['_id']);
  const { reply } = await made.post(`/api/conversations/${conversation}/messages`, { content: 'Hello there' });
  const message = (reply as { _id: string })._id;
  const call = toolCallRow(workspace, { message, conversation, agent, text: '10-4432' });
  const { token, row } = approvalLink(workspace, { call: call.id, user: owner.person });
  await db.write([
    statement(db.query.insertInto('tool_calls').values(call)),
    statement(db.query.insertInto('approval_links').values(row)),
  ]);
  const one = { headers, params: { id: call.id } };
  const query = { workspaceId: workspace, agentId: agent, conversationId: conversation };
  return {
    listToolCalls: { target: () => ({ headers, query }) },
    getToolCall: { target: () => one },
    approveToolCall: { target: () => one, ...ended },
    denyToolCall: { target: () => one, ...ended },
    readApprovalLink: { target: () => ({ body: { token } }) },
    decideByApprovalLink: { target: () => ({ body: { token } }), ...ended },
    sendToolResults: {
      target: () => ({
        headers,
        params: { id: message },
        body: { results: [{ callId: 'call_1', content: 'Found.' }] },
      }),
      ...ended,
      conflicts: { validation_failed: 'No call of the reply waits.' },
    },
  };
}
