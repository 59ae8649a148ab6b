import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../http/paging.ts';
import { Agent, AgentChanges, AgentDraft, AgentPath, AgentQuery } from './schema.ts';
import type { Agents } from './service.ts';

const tag = 'Agents';

/** The operations on agents. */
export const agentEndpoints = (agents: Agents) => [
  endpoint({
    id: 'createAgent',
    method: 'POST',
    path: '/api/agents',
    access: 'agents:write',
    tag,
    summary: 'Create an agent',
    body: AgentDraft,
    data: Agent,
    status: 201,
    location: (agent) => `/api/agents/${agent._id}`,
    tagged: true,
    errors: ['workspace_not_found'],
    handle: (call) => agents.create(call, call.body),
  }),
  endpoint({
    id: 'listAgents',
    method: 'GET',
    path: '/api/agents',
    access: 'agents:read',
    tag,
    summary: 'List agents',
    query: AgentQuery,
    data: pageOf(Agent),
    errors: ['workspace_not_found'],
    handle: (call) => agents.list(call, call.query),
  }),
  endpoint({
    id: 'getAgent',
    method: 'GET',
    path: '/api/agents/:id',
    access: 'agents:read',
    tag,
    summary: 'Get an agent',
    params: AgentPath,
    data: Agent,
    tagged: true,
    errors: ['agent_not_found'],
    handle: (call) => agents.read(call, call.params.id),
  }),
  endpoint({
    id: 'updateAgent',
    method: 'PUT',
    path: '/api/agents/:id',
    access: 'agents:write',
    tag,
    summary: 'Update an agent',
    description: 'Merges: fields that are absent stay. Read-only fields are accepted when they equal the stored value.',
    params: AgentPath,
    body: AgentChanges,
    data: Agent,
    tagged: true,
    errors: ['agent_not_found', 'read_only_field'],
    handle: (call) => agents.update(call, { id: call.params.id, ifMatch: call.ifMatch }, call.body),
  }),
  endpoint({
    id: 'deleteAgent',
    method: 'DELETE',
    path: '/api/agents/:id',
    access: 'workspace:admin',
    tag,
    summary: 'Delete an agent with its channels and its conversation history',
    params: AgentPath,
    data: 'message',
    tagged: true,
    errors: ['agent_not_found'],
    handle: (call) => agents.remove(call, { id: call.params.id, ifMatch: call.ifMatch }),
  }),
];
