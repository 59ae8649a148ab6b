import { chosenFields } from '../../http/chosen-fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import { ToolQuery, ToolTypeList } from './list-schema.ts';
import { Tool, ToolChanges, ToolDraft, ToolPath } from './schema.ts';
import type { CreatedTool, Tools } from './service.ts';
import { types } from './types.ts';

const tag = 'Tools';

const created = ({ tool, version }: CreatedTool) => ({
  ...{ data: tool, version },
  right: { permission: 'agents:write', workspace: tool.workspace } as const,
});

/** The operations on tools. */
export const toolEndpoints = (tools: Tools) => [
  endpoint({
    id: 'listToolTypes',
    client: 'tools.types',
    method: 'GET',
    path: '/api/tool-types',
    access: 'agents:read',
    tag,
    summary: 'List the kinds of tools',
    description: 'With the JSON Schema of their settings, and the functions of the service itself.',
    data: ToolTypeList,
    handle: async () => types,
  }),
  endpoint({
    id: 'createTool',
    client: 'tools.create',
    method: 'POST',
    path: '/api/tools',
    access: 'agents:write',
    tag,
    summary: 'Create a tool',
    description: 'Agents call it once they have it in their `tools`. Its secrets are stored sealed and never returned.',
    body: ToolDraft,
    data: Tool,
    status: 201,
    location: ({ _id }) => `/api/tools/${_id}`,
    tagged: true,
    errors: ['confirmation_required', 'workspace_not_found', 'tool_name_taken', 'quota_exceeded'],
    handle: (call) => answering(call, created, (along) => tools.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listTools',
    client: 'tools.list',
    method: 'GET',
    path: '/api/tools',
    access: 'agents:read',
    tag,
    summary: 'List tools',
    description: 'Newest first unless `sort` says otherwise.',
    query: ToolQuery,
    data: pageOf(Tool),
    scans: true,
    handle: async ({ actor, query, awaited }) => {
      const fields = chosenFields(query.fields, Tool);
      return { json: await tools.list(actor, { ...query, fields }, awaited) };
    },
  }),
  endpoint({
    id: 'getTool',
    client: 'tools.retrieve',
    method: 'GET',
    path: '/api/tools/:id',
    access: 'agents:read',
    tag,
    summary: 'Get a tool',
    description: 'Without its secrets.',
    params: ToolPath,
    data: Tool,
    tagged: true,
    errors: ['tool_not_found'],
    handle: ({ actor, params: { id } }) => tools.read(actor, id),
  }),
  endpoint({
    id: 'updateTool',
    client: 'tools.update',
    method: 'PUT',
    path: '/api/tools/:id',
    access: 'agents:write',
    tag,
    summary: 'Update a tool',
    description:
      'Merges: absent fields stay unchanged, `settings` are replaced, and `secrets` merge by their names. If the secrets ' +
      'would go to another origin, they must be given again. A read-only field is accepted if it equals the stored value.',
    params: ToolPath,
    body: ToolChanges,
    data: Tool,
    tagged: true,
    errors: ['confirmation_required', 'tool_not_found', 'read_only_field', 'tool_name_taken', 'version_conflict'],
    handle: ({ actor, params: { id }, ifMatch, body }) => tools.update(actor, { id, ifMatch }, body),
  }),
  endpoint({
    id: 'deleteTool',
    client: 'tools.delete',
    method: 'DELETE',
    path: '/api/tools/:id',
    access: 'agents:write',
    confirmed: true,
    tag,
    summary: 'Delete a tool',
    description: 'Refused while an agent has it.',
    params: ToolPath,
    data: 'message',
    says: 'Tool deleted.',
    tagged: true,
    errors: ['tool_not_found', 'tool_in_use', 'version_conflict'],
    handle: async ({ actor, params: { id }, ifMatch }) => {
      await tools.remove(actor, { id, ifMatch });
      return { message: 'Tool deleted.' };
    },
  }),
];
