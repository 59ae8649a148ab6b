import { chosenFields } from '../../http/chosen-fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { amount } from '../../http/responses/amounts.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import type { createDuplicate } from './duplicate.ts';
import { AgentQuery, ListedAgent } from './lists/list-schema.ts';
import type { CreatedAgent } from './needs.ts';
import type { Deleted } from './removal/removal.ts';
import { AgentDependents } from './removal/schema.ts';
import { Agent, AgentChanges, AgentDraft, AgentPath } from './schema.ts';
import type { Agents, StoredAgent } from './service.ts';
import type { createUpsert } from './upsert.ts';
import { AgentCopy, AgentUpsert, AgentUpsertQuery, ExternalAgentPath } from './upsert-schema.ts';

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

/** The services of the operations. */
interface Services {
  readonly agents: Agents;
  readonly upsert: ReturnType<typeof createUpsert>;
  readonly duplicate: ReturnType<typeof createDuplicate>;
}

/** The operations on agents. */
export const agentEndpoints = ({ agents, upsert, duplicate }: Services) => [
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
    errors: ['quota_exceeded', 'workspace_not_found', 'external_id_conflict'],
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
    handle: async ({ actor, query, awaited }) => {
      const fields = chosenFields(query.fields, ListedAgent);
      return { json: await agents.list(actor, { ...query, fields }, awaited) };
    },
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
    errors: ['agent_not_found', 'read_only_field', 'external_id_conflict'],
    handle: async (call) =>
      stored(await agents.update(call.actor, { id: call.params.id, ifMatch: call.ifMatch }, call.body)),
  }),
  endpoint({
    id: 'putAgent',
    client: 'agents.upsert',
    method: 'PUT',
    path: '/api/agents/by-external-id/:externalId',
    access: 'agents:write',
    tag,
    summary: 'Create or update an agent by your own ID',
    description:
      'Creates the agent (201), or updates the one of the workspace that has the ID (200): absent fields stay unchanged.',
    params: ExternalAgentPath,
    query: AgentUpsertQuery,
    body: AgentUpsert,
    data: Agent,
    mayCreate: true,
    tagged: true,
    errors: ['workspace_not_found', 'quota_exceeded'],
    handle: async ({ actor, params: { externalId }, query: { workspaceId }, ifMatch, body }) => {
      const { created: id, ...answer } = await upsert(actor, { externalId, workspaceId, ifMatch }, body);
      return { ...answer, created: id && `/api/agents/${id}` };
    },
  }),
  endpoint({
    id: 'duplicateAgent',
    client: 'agents.duplicate',
    method: 'POST',
    path: '/api/agents/:id/duplicate',
    access: 'agents:write',
    tag,
    summary: 'Duplicate an agent',
    description:
      'Copies its settings, metadata and knowledge sources into a new agent of the workspace. Its external ID, ' +
      'channels and conversations aren’t copied.',
    params: AgentPath,
    body: AgentCopy,
    data: Agent,
    status: 201,
    location: (agent) => `/api/agents/${agent._id}`,
    tagged: true,
    errors: ['agent_not_found', 'quota_exceeded', 'external_id_conflict'],
    handle: (call) =>
      answering(call, created, (along) => duplicate(call.actor, call.params.id, { copy: call.body, along })),
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
