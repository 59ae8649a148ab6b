import { sessionCookieFor } from '../../../http/admission/cookies.ts';
import { type CallContext, endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { WorkspacePath } from '../schema.ts';
import {
  Acceptance,
  Accepted,
  Invitation,
  InvitationDraft,
  InvitationPath,
  InvitationPreview,
  InvitationQuery,
  InvitationToken,
  NewInvitation,
} from './schema.ts';
import type { AcceptedInvitation, Invitations } from './service.ts';

const tag = 'Workspaces';

const createdIn = (workspace: string) => (invitation: NewInvitation) => ({
  data: invitation,
  right: { permission: 'workspace:admin', workspace } as const,
});
const revoked = { message: 'Invitation revoked.' };
const accepted = ({ accepted: data, session }: AcceptedInvitation, { secure }: CallContext) => ({
  data,
  cookies: [sessionCookieFor(session.token, session.maxAgeSeconds, secure)],
});

/** The operations on invitations. */
export const invitationEndpoints = (invitations: Invitations) => [
  endpoint({
    id: 'createInvitation',
    client: 'workspaces.invitations.create',
    method: 'POST',
    path: '/api/workspaces/:id/invitations',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Invite a person',
    description:
      'The link works for seven days and replaces an earlier one for the same email address. If the server sends ' +
      'mail, the link is mailed to the invited person; otherwise it is returned once.',
    params: WorkspacePath,
    body: InvitationDraft,
    data: NewInvitation,
    status: 201,
    secret: true,
    location: (invitation, { id }) => `/api/workspaces/${id}/invitations/${invitation._id}`,
    errors: ['quota_exceeded', 'workspace_not_found', 'already_member', 'too_many_mails'],
    handle: (call) =>
      answering(call, createdIn(call.params.id), (along) =>
        invitations.create(call.actor, { workspace: call.params.id, ...call.body }, along),
      ),
  }),
  endpoint({
    id: 'listInvitations',
    client: 'workspaces.invitations.list',
    method: 'GET',
    path: '/api/workspaces/:id/invitations',
    access: 'workspace:admin',
    tag,
    summary: 'List open invitations',
    description:
      'Lists the invitations that are neither accepted nor expired, newest first unless `sort` says otherwise.',
    params: WorkspacePath,
    query: InvitationQuery,
    data: pageOf(Invitation),
    errors: ['workspace_not_found'],
    handle: async (call) => ({ json: await invitations.list(call.actor, call.params.id, call.query) }),
  }),
  endpoint({
    id: 'getInvitation',
    client: 'workspaces.invitations.retrieve',
    method: 'GET',
    path: '/api/workspaces/:id/invitations/:invitationId',
    access: 'workspace:admin',
    tag,
    summary: 'Get an open invitation',
    description: 'Never its link, which is returned once, at creation.',
    params: InvitationPath,
    data: Invitation,
    errors: ['workspace_not_found', 'invitation_not_found'],
    handle: async (call) => ({ data: await invitations.read(call.actor, call.params.id, call.params.invitationId) }),
  }),
  endpoint({
    id: 'revokeInvitation',
    client: 'workspaces.invitations.revoke',
    method: 'DELETE',
    path: '/api/workspaces/:id/invitations/:invitationId',
    access: 'workspace:admin',
    tag,
    summary: 'Revoke an invitation',
    description: 'Its link stops working at once.',
    params: InvitationPath,
    data: 'message',
    says: revoked.message,
    errors: ['workspace_not_found', 'invitation_not_found'],
    handle: (call) => invitations.revoke(call.actor, call.params.id, call.params.invitationId).then(() => revoked),
  }),
  endpoint({
    id: 'previewInvitation',
    client: 'invitations.preview',
    clientRepeats: true,
    method: 'POST',
    path: '/api/invitations/preview',
    access: 'public',
    tag,
    summary: 'Preview an invitation',
    description: 'Shows a person what the link is for, before they accept. Changes nothing.',
    body: InvitationToken,
    data: InvitationPreview,
    errors: ['invitation_not_found'],
    handle: async (call) => ({ data: await invitations.preview(call.body.token) }),
  }),
  endpoint({
    id: 'acceptInvitation',
    client: 'invitations.accept',
    method: 'POST',
    path: '/api/invitations/accept',
    access: 'public',
    tag,
    summary: 'Accept an invitation',
    description:
      'Adds the person to the workspace and signs in: sets the session cookie. A mailed link verifies the ' +
      'address. A person whose address is not verified can join only the account in which it began. An existing user with ' +
      'a second factor gets `second_factor_required`, and sends the request again with `secondFactor`.',
    body: Acceptance,
    data: Accepted,
    secret: true,
    errors: [
      'quota_exceeded',
      'name_conflict',
      'invitation_not_found',
      'already_member',
      'address_not_verified',
      'invalid_credentials',
      'second_factor_required',
      'second_factor_invalid',
      'challenge_expired',
      'too_many_failed_attempts',
    ],
    handle: async (call) => accepted(await invitations.accept(call, call.body), call),
  }),
];
