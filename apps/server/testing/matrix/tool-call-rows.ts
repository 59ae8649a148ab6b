import { allowed, exists, found } from './checks.ts';
import { path, type Row } from './row.ts';

const [reads, writes] = ['conversations:read', 'conversations:write'] as const;
const optional = (kind: 'workspace' | 'agent' | 'conversation') => ({ in: 'query', kind, optional: true }) as const;

/** The call has ended, so that it can't be decided any more. */
const decided: Row = {
  ...{ needs: writes, status: 409, code: 'tool_call_decided', slots: { id: path('toolCall') }, body: () => ({}) },
  checks: [found('id', 'tool_call_not_found'), allowed('id', writes)],
};

const byLink = {
  slots: { token: { in: 'body', kind: 'approvalToken' } as const },
  checks: [exists('token', 'approval_link_invalid')],
};

/** Calls of the endpoints of tool calls, and their permissions. */
export const toolCallRows: Readonly<Record<string, Row>> = {
  listToolCalls: {
    ...{ needs: reads, status: 200 },
    // They only narrow the list, so those out of reach give an empty list.
    slots: {
      ...{ workspaceId: optional('workspace'), agentId: optional('agent') },
      conversationId: optional('conversation'),
    },
  },
  getToolCall: {
    ...{ needs: reads, status: 200, slots: { id: path('toolCall') } },
    checks: [found('id', 'tool_call_not_found'), allowed('id', reads)],
  },
  approveToolCall: decided,
  denyToolCall: decided,
  readApprovalLink: { needs: 'nothing', status: 200, ...byLink },
  decideByApprovalLink: {
    ...{ needs: 'nothing', status: 409, code: 'tool_call_decided', body: () => ({ decision: 'deny' }), ...byLink },
  },
  sendToolResults: {
    // The reply has ended, so that no call of it waits.
    ...{ needs: writes, status: 400, code: 'validation_failed', slots: { id: path('message') } },
    body: ({ marker }) => ({ results: [{ callId: 'call_1', content: marker }] }),
    checks: [found('id', 'message_not_found'), allowed('id', writes)],
  },
};
