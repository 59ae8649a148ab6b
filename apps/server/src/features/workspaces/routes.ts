import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import * as schema from './schema.ts';
import type { Workspaces } from './service.ts';

const tag = 'Workspaces';

const created = (workspace: schema.Workspace) => ({
  data: workspace,
  right: { permission: 'workspace:admin', workspace: workspace._id } as const,
});

/** The operations on workspaces. */
export const workspaceEndpoints = (workspaces: Workspaces) => [
  endpoint({
    id: 'createWorkspace',
    client: 'workspaces.create',
    method: 'POST',
    path: '/api/workspaces',
    access: 'workspace:admin',
    tag,
    summary: 'Create a workspace',
    description: 'In the account of the caller, who becomes its owner.',
    body: schema.WorkspaceDraft,
    data: schema.Workspace,
    status: 201,
    location: (workspace) => `/api/workspaces/${workspace._id}`,
    errors: ['quota_exceeded', 'name_conflict'],
    handle: (call) => answering(call, created, (along) => workspaces.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listWorkspaces',
    client: 'workspaces.list',
    method: 'GET',
    path: '/api/workspaces',
    access: 'agents:read',
    tag,
    summary: 'List workspaces',
    description: 'Lists the workspaces that the caller reaches, with its role and permissions there.',
    query: schema.WorkspaceQuery,
    data: pageOf(schema.Workspace),
    handle: async (call) => ({ json: await workspaces.list(call.actor, call.query) }),
  }),
  endpoint({
    id: 'getWorkspace',
    client: 'workspaces.retrieve',
    method: 'GET',
    path: '/api/workspaces/:id',
    access: 'agents:read',
    tag,
    summary: 'Get a workspace',
    description: 'With the role and the permissions of the caller there.',
    params: schema.WorkspacePath,
    data: schema.Workspace,
    errors: ['workspace_not_found'],
    handle: async (call) => ({ data: await workspaces.read(call.actor, call.params.id) }),
  }),
  endpoint({
    id: 'updateWorkspace',
    client: 'workspaces.update',
    method: 'PUT',
    path: '/api/workspaces/:id',
    access: 'workspace:admin',
    tag,
    summary: 'Update a workspace',
    description:
      'Absent fields stay unchanged. `requireSecondFactor` takes the role owner, a session, and a second factor that was ' +
      'proved in the last 15 minutes.',
    params: schema.WorkspacePath,
    body: schema.WorkspaceChanges,
    data: schema.Workspace,
    errors: [
      'workspace_not_found',
      'name_conflict',
      'session_required',
      'confirmation_required',
      'second_factor_missing',
    ],
    handle: async (call) => ({ data: await workspaces.update(call.actor, call.params.id, call.body) }),
  }),
];
