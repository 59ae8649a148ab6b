import { chosenFields } from '../../http/chosen-fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { amounts } from '../../http/responses/amounts.ts';
import { pageOf } from '../../schemas/lists.ts';
import { ExternalSourcePath, SourceChanges, SourceUpsert, UpsertQuery } from './draft-schema.ts';
import { SourceRemoval } from './removal/schema.ts';
import type { Removal } from './removal/service.ts';
import {
  KnowledgeSource,
  SourceAgent,
  SourceAgentQuery,
  SourceContent,
  SourceDependents,
  SourcePath,
  SourceQuery,
} from './schema.ts';
import type { Sources } from './service.ts';
import type { createUpsert } from './upsert.ts';

const tag = 'Knowledge sources';

const deleted = ({ agents, documents, chunks, pairs }: SourceDependents) => {
  const what = amounts([
    [documents, 'document'],
    [chunks, 'chunk'],
    [pairs, 'pair'],
  ]);
  const users = agents === 0 ? '' : ` ${agents === 1 ? '1 agent has' : `${agents} agents have`} lost it.`;
  return { message: `Knowledge source deleted with ${what}.${users}` };
};

/** The services of the operations. */
interface Services {
  readonly sources: Sources;
  readonly removal: Removal;
  readonly upsert: ReturnType<typeof createUpsert>;
}

/** The operations on knowledge sources. */
export const sourceEndpoints = ({ sources, removal, upsert }: Services) => [
  endpoint({
    id: 'listKnowledgeSources',
    client: 'knowledgeSources.list',
    method: 'GET',
    path: '/api/knowledge-sources',
    access: 'agents:read',
    tag,
    summary: 'List knowledge sources',
    description: 'The sources of every workspace that the caller reaches, newest first unless `sort` says otherwise.',
    query: SourceQuery,
    data: pageOf(KnowledgeSource),
    scans: true,
    handle: async ({ actor, query, awaited }) => {
      const fields = chosenFields(query.fields, KnowledgeSource);
      return { json: await sources.list(actor, { ...query, fields }, awaited) };
    },
  }),
  endpoint({
    id: 'getKnowledgeSource',
    client: 'knowledgeSources.retrieve',
    method: 'GET',
    path: '/api/knowledge-sources/:id',
    access: 'agents:read',
    tag,
    summary: 'Get a knowledge source',
    description: 'With its status, and the progress of a running sync.',
    params: SourcePath,
    data: KnowledgeSource,
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ json: await sources.read(call.actor, call.params.id) }),
  }),
  endpoint({
    id: 'updateKnowledgeSource',
    client: 'knowledgeSources.update',
    method: 'PUT',
    path: '/api/knowledge-sources/:id',
    access: 'agents:write',
    tag,
    summary: 'Update a knowledge source',
    description:
      'Merges: absent fields stay unchanged. A change of what it is made of asks for a sync; a change of the name or ' +
      'the interval does not. The content so far serves until the sync is complete.',
    params: SourcePath,
    body: SourceChanges,
    data: KnowledgeSource,
    errors: ['knowledge_source_not_found', 'quota_exceeded', 'external_id_conflict'],
    handle: async (call) => ({ json: await sources.update(call.actor, call.params.id, call.body) }),
  }),
  endpoint({
    id: 'putKnowledgeSource',
    client: 'knowledgeSources.upsert',
    method: 'PUT',
    path: '/api/knowledge-sources/by-external-id/:externalId',
    access: 'agents:write',
    tag,
    summary: 'Create or change a knowledge source by your own ID',
    description: 'Creates the source (201), or changes the one of the workspace that has the ID (200).',
    params: ExternalSourcePath,
    query: UpsertQuery,
    body: SourceUpsert,
    data: KnowledgeSource,
    mayCreate: true,
    errors: ['workspace_not_found', 'quota_exceeded'],
    handle: async ({ actor, params: { externalId }, query: { workspaceId }, body }) => {
      const { json, created } = await upsert(actor, { externalId, workspaceId }, body);
      return { json, created: created && `/api/knowledge-sources/${created}` };
    },
  }),
  endpoint({
    id: 'deleteKnowledgeSource',
    client: 'knowledgeSources.delete',
    clientPreview: 'knowledgeSources.dependents',
    method: 'DELETE',
    path: '/api/knowledge-sources/:id',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Delete a knowledge source',
    description:
      'It is out of every search before the answer. Refused with `source_in_use` while agents use it, unless `force` ' +
      'is true.',
    params: SourcePath,
    query: SourceRemoval,
    data: 'message',
    says: 'Knowledge source deleted with 30 documents and 420 chunks. 2 agents have lost it.',
    preview: SourceDependents,
    scans: true,
    errors: ['knowledge_source_not_found', 'source_in_use'],
    handle: async ({ actor, params: { id }, query: { force = false, dryRun }, awaited }) =>
      dryRun === true
        ? { data: await removal.preview(actor, id, awaited) }
        : deleted(await removal.remove(actor, { id, force }, awaited)),
  }),
  endpoint({
    id: 'getKnowledgeSourceContent',
    client: 'knowledgeSources.content',
    method: 'GET',
    path: '/api/knowledge-sources/:id/content',
    access: 'agents:read',
    tag,
    summary: 'Get the text of a text source',
    description: 'The text as it was sent. Sources of other types have none; read their chunks.',
    params: SourcePath,
    data: SourceContent,
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ data: { text: await sources.content(call.actor, call.params.id) } }),
  }),
  endpoint({
    id: 'listKnowledgeSourceAgents',
    client: 'knowledgeSources.agents.list',
    method: 'GET',
    path: '/api/knowledge-sources/:id/agents',
    access: 'agents:read',
    tag,
    summary: 'List the agents that use a knowledge source',
    description: 'Newest first unless `sort` says otherwise.',
    params: SourcePath,
    query: SourceAgentQuery,
    data: pageOf(SourceAgent),
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ json: await sources.agents(call.actor, call.params.id, call.query) }),
  }),
];
