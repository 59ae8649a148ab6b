import { endpoint } from '../../http/endpoint.ts';
import { amount } from '../../http/responses/amounts.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import { AgentQuery, ListedAgent } from './lists/list-schema.ts';
import type { Deleted } from './removal/removal.ts';
import { Agent, AgentChanges, AgentDependents, AgentDraft, AgentPath } from './schema.ts';
import type { Agents, CreatedAgent, StoredAgent } from './service.ts';

const tag = 'Agents';

const created = ({ agent, version }: CreatedAgent) => ({
  data: agent,
  version,
  right: { permission: 'agents:write', workspace: agent.workspace } as const,
});
const stored = ({ json, version }: StoredAgent) => ({ json, version });
const deleted = ({ channels, conversations, left }: Deleted) => {
  const counts = `${amount(channels, 'channel')} and ${amount(conversations, 'conversation')}`;
  return { message: [`Agent deleted with ${counts}.`, ...left].join(' ') };
};

/** The operations on agents. */
export const agentEndpoints = (agents: Agents) => [
  endpoint({
    id: 'createAgent',
    client: 'agents.create',
    method: 'POST',
    path: '/api/agents',
    access: 'agents:write',
    tag,
    summary: 'Create an agent',
    description: 'The agent is active, and can be talked to at once. Everything but `name` has a default.',
    body: AgentDraft,
    data: Agent,
    status: 201,
    location: (agent) => `/api/agents/${agent._id}`,
    tagged: true,
    errors: ['quota_exceeded', 'workspace_not_found'],
    handle: (call) => answering(call, created, (along) => agents.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listAgents',
    client: 'agents.list',
    method: 'GET',
    path: '/api/agents',
    access: 'agents:read',
    tag,
    summary: 'List agents',
    description:
      'Lists the agents of every workspace that the caller reaches, newest first unless `sort` says otherwise.',
    query: AgentQuery,
    data: pageOf(ListedAgent),
    scans: true,
    handle: async (call) => ({ json: await agents.list(call.actor, call.query, call.awaited) }),
  }),
  endpoint({
    id: 'getAgent',
    client: 'agents.retrieve',
    method: 'GET',
    path: '/api/agents/:id',
    access: 'agents:read',
    tag,
    summary: 'Get an agent',
    description: 'The response has an `ETag`: send it as `If-None-Match` to read only what has changed.',
    params: AgentPath,
    data: Agent,
    tagged: true,
    errors: ['agent_not_found'],
    handle: async (call) => stored(await agents.read(call.actor, call.params.id)),
  }),
  endpoint({
    id: 'updateAgent',
    client: 'agents.update',
    method: 'PUT',
    path: '/api/agents/:id',
    access: 'agents:write',
    tag,
    summary: 'Update an agent',
    description: 'Merges: absent fields stay unchanged. A read-only field is accepted if it equals the stored value.',
    params: AgentPath,
    body: AgentChanges,
    data: Agent,
    tagged: true,
    errors: ['agent_not_found', 'read_only_field'],
    handle: async (call) =>
      stored(await agents.update(call.actor, { id: call.params.id, ifMatch: call.ifMatch }, call.body)),
  }),
  endpoint({
    id: 'getAgentDependents',
    client: 'agents.dependents',
    method: 'GET',
    path: '/api/agents/:id/dependents',
    access: 'agents:read',
    tag,
    summary: 'Count the objects that are deleted together with an agent',
    description: 'Deletes nothing: it says what a deletion would take with it.',
    params: AgentPath,
    data: AgentDependents,
    scans: true,
    errors: ['agent_not_found'],
    handle: async (call) => ({ data: await agents.dependents(call.actor, call.params.id, call.awaited) }),
  }),
  endpoint({
    id: 'deleteAgent',
    client: 'agents.delete',
    method: 'DELETE',
    path: '/api/agents/:id',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Delete an agent with its channels and conversations',
    description:
      'Its channels, conversations and messages go with it, at once and for good. Knowledge sources stay: they belong to the workspace.',
    params: AgentPath,
    data: 'message',
    says: 'Agent deleted with 2 channels and 14 conversations.',
    tagged: true,
    errors: ['agent_not_found'],
    handle: async (call) => deleted(await agents.remove(call.actor, { id: call.params.id, ifMatch: call.ifMatch })),
  }),
];
