import { endpoint } from '../../../http/endpoint.ts';
import { Tool, ToolPath } from '../schema.ts';
import { DefinitionApproval, ToolDefinitions } from './schema.ts';
import type { Definitions } from './service.ts';

/** The operations on the definitions of a tool of the type `mcp`. */
export const definitionEndpoints = (definitions: Definitions) => [
  endpoint({
    id: 'listToolDefinitions',
    client: 'tools.definitions.list',
    method: 'GET',
    path: '/api/tools/:id/definitions',
    access: 'agents:read',
    tag: 'Tools',
    summary: 'List the definitions of an MCP server',
    description: 'Asks the server what it offers now, and compares that with what was approved.',
    params: ToolPath,
    data: ToolDefinitions,
    patient: true,
    errors: ['tool_not_found', 'validation_failed', 'tool_unreachable'],
    handle: async ({ actor, params: { id } }) => ({ data: await definitions.list(actor, id) }),
  }),
  endpoint({
    id: 'approveToolDefinitions',
    client: 'tools.definitions.approve',
    method: 'POST',
    path: '/api/tools/:id/definitions',
    access: 'agents:write',
    tag: 'Tools',
    summary: 'Approve definitions of an MCP server',
    description:
      'Models may call the definitions whose digests are named, and no other ones. Refused with 409 if the server ' +
      'says something else by now. The tool has them in `settings.tools` then.',
    params: ToolPath,
    body: DefinitionApproval,
    data: Tool,
    tagged: true,
    repeatable: false,
    patient: true,
    errors: ['tool_not_found', 'definition_changed', 'tool_unreachable', 'version_conflict'],
    handle: ({ actor, params: { id }, body }) => definitions.approve(actor, id, body),
  }),
];
