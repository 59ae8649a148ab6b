import { endpoint } from '../../../http/endpoint.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { clientDocumentPath } from '../../../tools/oauth/document.ts';
import { ToolPath } from '../schema.ts';
import {
  ClientDocument,
  ToolConnection,
  ToolConnectionLink,
  UserConnection,
  UserConnectionPath,
  UserConnectionQuery,
} from './schema.ts';
import type { Connections } from './service.ts';

const tag = 'Tools';

/** The operations on the accounts of tools. */
export const connectionEndpoints = (connections: Connections) => [
  endpoint({
    id: 'connectTool',
    client: 'tools.connection.create',
    method: 'POST',
    path: '/api/tools/:id/connect',
    access: 'agents:write',
    tag,
    summary: 'Connect the account of a workspace',
    description:
      'Returns the address of a page from which a person signs in to the server. A tool with `auth: workspace` then ' +
      'calls it as that account; one with `auth: end_user` uses it only for definitions and trials. A connected ' +
      'account stays until the new sign-in succeeds.',
    params: ToolPath,
    data: ToolConnectionLink,
    repeatable: false,
    secret: true,
    errors: ['confirmation_required', 'tool_not_found', 'validation_failed'],
    handle: async ({ actor, params: { id } }) => ({ data: await connections.connect(actor, id) }),
  }),
  endpoint({
    id: 'getToolConnection',
    client: 'tools.connection.retrieve',
    method: 'GET',
    path: '/api/tools/:id/connection',
    access: 'agents:read',
    tag,
    summary: 'Get the account of a tool',
    description: 'Says if an account is connected, and works. Never returns its tokens.',
    params: ToolPath,
    data: ToolConnection,
    errors: ['tool_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await connections.read(actor, id) }),
  }),
  endpoint({
    id: 'disconnectTool',
    client: 'tools.connection.delete',
    method: 'DELETE',
    path: '/api/tools/:id/connection',
    access: 'agents:write',
    tag,
    summary: 'Disconnect the account of a tool',
    description: 'Forgets its tokens. Also succeeds without a connection.',
    params: ToolPath,
    data: 'message',
    says: 'Account disconnected.',
    errors: ['tool_not_found'],
    handle: async ({ actor, params: { id } }) => {
      await connections.remove(actor, id);
      return { message: 'Account disconnected.' };
    },
  }),
  endpoint({
    id: 'listToolConnections',
    client: 'tools.connections.list',
    method: 'GET',
    path: '/api/tools/:id/connections',
    access: 'agents:read',
    tag,
    summary: 'List the accounts of end users',
    description:
      'Lists who has connected an account to a tool with `auth: end_user`. Newest first unless `sort` says otherwise. ' +
      'Never returns tokens.',
    params: ToolPath,
    query: UserConnectionQuery,
    data: pageOf(UserConnection),
    scans: true,
    errors: ['tool_not_found'],
    handle: async ({ actor, params: { id }, query, awaited }) => ({
      json: await connections.list(actor, id, { query, awaited }),
    }),
  }),
  endpoint({
    id: 'disconnectToolUser',
    client: 'tools.connections.delete',
    method: 'DELETE',
    path: '/api/tools/:id/connections/:connectionId',
    access: 'agents:write',
    tag,
    summary: 'Disconnect the account of an end user',
    description: 'Forgets its tokens. The next call of the user asks for an account again.',
    params: UserConnectionPath,
    data: 'message',
    says: 'Account disconnected.',
    errors: ['tool_not_found', 'tool_connection_not_found'],
    handle: async ({ actor, params: { id, connectionId } }) => {
      await connections.removeOfUser(actor, id, connectionId);
      return { message: 'Account disconnected.' };
    },
  }),
  endpoint({
    id: 'getToolClientDocument',
    method: 'GET',
    path: clientDocumentPath,
    access: 'public',
    tag,
    summary: 'Get the client ID metadata document',
    description: 'Authorization servers of MCP servers read here who asks for a sign-in.',
    data: ClientDocument,
    foreign: true,
    handle: async () => ({ foreign: connections.document() }),
  }),
];
