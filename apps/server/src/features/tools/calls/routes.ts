import { endpoint } from '../../../http/endpoint.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { ToolCall, ToolCallDecision, ToolCallPath, ToolCallQuery } from './schema.ts';
import type { ToolCalls } from './service.ts';

const tag = 'Tools';

/** The operations on the calls of tools. */
export const toolCallEndpoints = (calls: ToolCalls) => [
  endpoint({
    id: 'listToolCalls',
    client: 'toolCalls.list',
    method: 'GET',
    path: '/api/tool-calls',
    access: 'conversations:read',
    tag,
    summary: 'List tool calls',
    description:
      'Lists the calls that agents made, in all conversations within reach. `status=waiting` and `waitsFor=approval` are ' +
      'the queue of those who approve. Newest first unless `sort` says otherwise.',
    query: ToolCallQuery,
    data: pageOf(ToolCall),
    scans: true,
    handle: async ({ actor, query, awaited }) => ({ json: await calls.list(actor, query, awaited) }),
  }),
  endpoint({
    id: 'getToolCall',
    client: 'toolCalls.retrieve',
    method: 'GET',
    path: '/api/tool-calls/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a tool call',
    description: 'With its arguments, its state, and its result.',
    params: ToolCallPath,
    data: ToolCall,
    errors: ['tool_call_not_found'],
    handle: async ({ actor, params: { id } }) => ({ json: await calls.read(actor, id) }),
  }),
  endpoint({
    id: 'approveToolCall',
    client: 'toolCalls.approve',
    method: 'POST',
    path: '/api/tool-calls/:id/approve',
    access: 'conversations:write',
    tag,
    summary: 'Approve a tool call',
    description:
      'It then runs once, with the arguments that are stored. If the tool, the agent or the end user has changed since, it ' +
      'expires, and approval is asked again as another call. Refused with 409 if a person has decided already, or ' +
      'its time is over.',
    params: ToolCallPath,
    body: ToolCallDecision,
    data: ToolCall,
    errors: ['tool_call_not_found', 'tool_call_decided', 'not_an_approver'],
    handle: async ({ actor, params: { id }, body }) => ({
      json: await calls.decide(actor, id, { decision: 'approve', reason: body.reason }),
    }),
  }),
  endpoint({
    id: 'denyToolCall',
    client: 'toolCalls.deny',
    method: 'POST',
    path: '/api/tool-calls/:id/deny',
    access: 'conversations:write',
    tag,
    summary: 'Deny a tool call',
    description: 'It never runs. The model reads `reason` and goes on. Refused with 409 as an approval is.',
    params: ToolCallPath,
    body: ToolCallDecision,
    data: ToolCall,
    errors: ['tool_call_not_found', 'tool_call_decided', 'not_an_approver'],
    handle: async ({ actor, params: { id }, body }) => ({
      json: await calls.decide(actor, id, { decision: 'deny', reason: body.reason }),
    }),
  }),
];
