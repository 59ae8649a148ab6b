import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { WorkspacePath } from '../schema.ts';
import { Member, MemberChanges, MemberPath, MemberQuery, MemberReset } from './schema.ts';
import type { Members } from './service.ts';

const tag = 'Workspaces';

const resetIn = (workspace: string) => (link: MemberReset) => ({
  data: link,
  right: { permission: 'workspace:admin', workspace } as const,
});
const removed = { message: 'Member removed.' };

/** The operations on the members of a workspace. */
export const memberEndpoints = (members: Members) => [
  endpoint({
    id: 'listMembers',
    client: 'workspaces.members.list',
    method: 'GET',
    path: '/api/workspaces/:id/members',
    access: 'workspace:admin',
    tag,
    summary: 'List the members of a workspace',
    description: 'The people in the workspace, newest first unless `sort` says otherwise.',
    params: WorkspacePath,
    query: MemberQuery,
    data: pageOf(Member),
    errors: ['workspace_not_found'],
    handle: async (call) => ({ json: await members.list(call.actor, call.params.id, call.query) }),
  }),
  endpoint({
    id: 'getMember',
    client: 'workspaces.members.retrieve',
    method: 'GET',
    path: '/api/workspaces/:id/members/:userId',
    access: 'workspace:admin',
    tag,
    summary: 'Get a member of a workspace',
    description: 'The person with the role in this workspace.',
    params: MemberPath,
    data: Member,
    errors: ['workspace_not_found', 'member_not_found'],
    handle: async (call) => ({ data: await members.read(call.actor, call.params) }),
  }),
  endpoint({
    id: 'updateMember',
    client: 'workspaces.members.update',
    method: 'PUT',
    path: '/api/workspaces/:id/members/:userId',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Change the role of a member',
    description: 'Takes effect at once, for the keys of the member, too.',
    params: MemberPath,
    body: MemberChanges,
    data: Member,
    errors: ['workspace_not_found', 'member_not_found', 'last_owner'],
    handle: async (call) => ({ data: await members.update(call.actor, call.params, call.body) }),
  }),
  endpoint({
    id: 'removeMember',
    client: 'workspaces.members.remove',
    method: 'DELETE',
    path: '/api/workspaces/:id/members/:userId',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Remove a member',
    description: 'Takes effect at once, for the keys of the member, too.',
    params: MemberPath,
    data: 'message',
    says: removed.message,
    errors: ['workspace_not_found', 'member_not_found', 'last_owner'],
    handle: (call) => members.remove(call.actor, call.params).then(() => removed),
  }),
  endpoint({
    id: 'resetMemberPassword',
    client: 'workspaces.members.resetPassword',
    method: 'POST',
    path: '/api/workspaces/:id/members/:userId/password-reset',
    access: 'session',
    confirmed: true,
    tag,
    summary: 'Create a link that sets a new password for a member',
    description:
      'The member must belong to this account alone, and you must be an admin in each of their workspaces; only ' +
      'an owner can do it for an owner. If the server sends mail, the link is mailed to the member; otherwise it ' +
      'is returned once.',
    params: MemberPath,
    data: MemberReset,
    secret: true,
    errors: ['workspace_not_found', 'member_not_found', 'insufficient_role', 'too_many_mails'],
    handle: (call) =>
      answering(call, resetIn(call.params.id), (along) =>
        members.resetPassword(call.actor, { ...call.params, address: call.address }, along),
      ),
  }),
];
