import { endpoint } from '../../../http/endpoint.ts';
import { amounts } from '../../../http/responses/amounts.ts';
import { WorkspacePath } from '../schema.ts';
import { WorkspaceDependents, WorkspaceRemoval } from './schema.ts';
import type { WorkspaceRemovals } from './service.ts';

const inWords = (counts: WorkspaceDependents) =>
  amounts([
    [counts.agents, 'agent'],
    [counts.conversations, 'conversation'],
    [counts.messages, 'message'],
    [counts.channels, 'channel'],
    [counts.knowledgeSources, 'knowledge source'],
    [counts.apiKeys, 'API key'],
    [counts.members, 'member'],
    [counts.invitations, 'invitation'],
    [counts.files, 'file'],
  ]);
const deleted = (counts: WorkspaceDependents) => ({ message: `Workspace deleted with ${inWords(counts)}.` });

/** The deletion of a workspace. */
export const removalEndpoints = (removals: WorkspaceRemovals) => [
  endpoint({
    id: 'deleteWorkspace',
    client: 'workspaces.delete',
    clientPreview: 'workspaces.dependents',
    method: 'DELETE',
    path: '/api/workspaces/:id',
    access: 'workspace:admin',
    confirmed: true,
    tag: 'Workspaces',
    summary: 'Delete a workspace with everything in it',
    description:
      'Requires the role owner, and the name of the workspace as `confirm`. Nothing in it can be read or changed any ' +
      'more at once; its rows and files are deleted soon after. The only workspace of an account can’t be deleted.',
    params: WorkspacePath,
    query: WorkspaceRemoval,
    data: 'message',
    says: 'Workspace deleted with 4 agents, 120 conversations, 960 messages, 2 channels and 3 members.',
    preview: WorkspaceDependents,
    scans: true,
    errors: ['workspace_not_found', 'last_workspace', 'version_conflict'],
    handle: async ({ actor, params: { id }, query: { confirm, dryRun }, awaited }) =>
      dryRun === true
        ? { data: await removals.preview(actor, id, awaited) }
        : deleted(await removals.remove(actor, { id, confirm }, awaited)),
  }),
];
