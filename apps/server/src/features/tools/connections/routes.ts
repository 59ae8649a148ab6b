import { endpoint } from '../../../http/endpoint.ts';
import { callbackPath, clientDocumentPath } from '../../../tools/oauth/document.ts';
import { ToolPath } from '../schema.ts';
import { ClientDocument, SignInAnswer, ToolConnection, ToolConnectionLink } from './schema.ts';
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
    summary: 'Connect an account of an MCP server',
    description:
      'Returns an address at which a person signs in to the server. A tool with `auth: workspace` then calls it as that ' +
      'account. A connected account stays until the new sign-in succeeds.',
    params: ToolPath,
    data: ToolConnectionLink,
    repeatable: false,
    patient: true,
    secret: true,
    errors: ['confirmation_required', 'tool_not_found', 'validation_failed', 'tool_unreachable'],
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
    id: 'completeToolConnection',
    method: 'GET',
    path: callbackPath,
    access: 'public',
    tag,
    summary: 'Complete the sign-in to an MCP server',
    description: 'Authorization servers send people here. A `state` counts once, for ten minutes.',
    query: SignInAnswer,
    data: 'message',
    says: 'The account is connected. You can close this page.',
    patient: true,
    errors: ['validation_failed'],
    handle: async ({ query }) => {
      await connections.complete(query);
      return { message: 'The account is connected. You can close this page.' };
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
