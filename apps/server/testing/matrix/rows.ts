import { password } from '../harness.ts';
import { agentRows } from './agent-rows.ts';
import { answerRows } from './answer-rows.ts';
import { auditRows } from './audit-rows.ts';
import { channelRows } from './channel-rows.ts';
import {
  adminAtHome,
  adminOrPerson,
  allowed,
  exists,
  found,
  ifAbsent,
  managed,
  memberAtHome,
  own,
  ownedBy,
  unbound,
  within,
} from './checks.ts';
import { conversationRows } from './conversation-rows.ts';
import { deskRows } from './desk-rows.ts';
import { eventRows } from './event-rows.ts';
import { factorRows } from './factor-rows.ts';
import { knowledgeRows } from './knowledge-rows.ts';
import { modelRows } from './model-rows.ts';
import { roomRows } from './room-rows.ts';
import { named, path, type Row } from './row.ts';
import { savedReplyRows } from './saved-reply-rows.ts';
import { toolCallRows } from './tool-call-rows.ts';
import { toolRows } from './tool-rows.ts';
import { viewRows } from './view-rows.ts';
import { webhookRows } from './webhook-rows.ts';

const workspaceIn = (slot: string) => [found(slot, 'workspace_not_found'), allowed(slot, 'workspace:admin')];

const oneKey = { id: path('apiKey') };
const managedKey = [managed('id', 'api_key_not_found')];

const keys: Record<string, Row> = {
  createApiKey: {
    needs: 'session',
    status: 201,
    slots: { workspaceId: { in: 'body', kind: 'workspace', optional: true } },
    body: (given) => ({ ...named(given), scopes: ['agents:read'] }),
    checks: [found('workspaceId', 'workspace_not_found'), ifAbsent('workspaceId', memberAtHome)],
  },
  listApiKeys: {
    needs: 'workspace:admin',
    status: 200,
    // They only narrow the list, so a workspace or person out of reach gives an empty list.
    slots: {
      workspaceId: { in: 'query', kind: 'workspace', optional: true },
      userId: { in: 'query', kind: 'member', optional: true },
    },
    checks: [adminOrPerson],
  },
  getApiKey: { needs: 'workspace:admin', status: 200, slots: oneKey, checks: managedKey },
  updateApiKey: { needs: 'workspace:admin', status: 200, slots: oneKey, body: named, checks: managedKey },
  rotateApiKey: { needs: 'session', status: 201, slots: oneKey, body: () => ({ overlapHours: 1 }), checks: managedKey },
  revokeApiKey: { needs: 'workspace:admin', status: 200, slots: oneKey, checks: managedKey },
};

const workspace = { id: path('workspace') };
const member = { id: path('workspace'), userId: path('member') };
const memberIn = [...workspaceIn('id'), within('userId', 'id', { status: 404, code: 'member_not_found' })];

const workspaces: Record<string, Row> = {
  createWorkspace: { needs: 'workspace:admin', status: 201, body: named, checks: [unbound, adminAtHome] },
  listWorkspaces: { needs: 'agents:read', status: 200 },
  getWorkspace: {
    needs: 'agents:read',
    status: 200,
    slots: workspace,
    checks: [found('id', 'workspace_not_found'), allowed('id', 'agents:read')],
  },
  updateWorkspace: { needs: 'workspace:admin', status: 200, slots: workspace, body: named, checks: workspaceIn('id') },
  // Only the preview: each place has one fixed workspace.
  deleteWorkspace: {
    needs: 'workspace:admin',
    status: 200,
    slots: workspace,
    query: { dryRun: 'true' },
    checks: [...workspaceIn('id'), ownedBy('id')],
  },
  listMembers: { needs: 'workspace:admin', status: 200, slots: workspace, checks: workspaceIn('id') },
  getMember: { needs: 'workspace:admin', status: 200, slots: member, checks: memberIn },
  updateMember: {
    needs: 'workspace:admin',
    status: 200,
    slots: member,
    body: () => ({ role: 'viewer' }),
    checks: memberIn,
  },
  removeMember: { needs: 'workspace:admin', status: 200, slots: member, checks: memberIn },
  // The members here are in one workspace of their own account.
  resetMemberPassword: { needs: 'session', status: 200, slots: member, checks: memberIn },
};

const token = { token: { in: 'body', kind: 'invitationToken' } } as const;

const oneInvitation: Pick<Row, 'slots' | 'checks'> = {
  slots: { id: path('workspace'), invitationId: path('invitation') },
  checks: [...workspaceIn('id'), within('invitationId', 'id', { status: 404, code: 'invitation_not_found' })],
};

const invitations: Record<string, Row> = {
  createInvitation: {
    needs: 'workspace:admin',
    status: 201,
    slots: workspace,
    body: ({ marker, serial }) => ({ email: `new-${serial}@${marker}.example`, role: 'viewer' }),
    checks: workspaceIn('id'),
  },
  listInvitations: { needs: 'workspace:admin', status: 200, slots: workspace, checks: workspaceIn('id') },
  getInvitation: { needs: 'workspace:admin', status: 200, ...oneInvitation },
  revokeInvitation: { needs: 'workspace:admin', status: 200, ...oneInvitation },
  previewInvitation: { needs: 'nothing', status: 200, slots: token, checks: [exists('token', 'invitation_not_found')] },
  acceptInvitation: {
    needs: 'nothing',
    status: 200,
    slots: token,
    body: () => ({ password }),
    checks: [exists('token', 'invitation_not_found')],
  },
};

const people: Record<string, Row> = {
  createVisitor: {
    ...{ needs: 'nothing', status: 200, slots: { id: path('channel') } },
    checks: [exists('id', 'channel_not_found')],
  },
  getMe: { needs: 'credential', status: 200 },
  getQuotas: { needs: 'credential', status: 200 },
  getUsage: { needs: 'workspace:admin', status: 200, checks: [adminAtHome] },
  updateMe: { needs: 'session', status: 200, body: named },
  deleteMe: { needs: 'session', status: 200, query: { dryRun: 'true' } },
  // Every person here is verified.
  sendVerification: { needs: 'session', status: 409, code: 'already_verified' },
  confirmVerification: { needs: 'session', status: 200, body: () => ({ code: '1234 5678' }) },
  signIn: { needs: 'nothing', status: 201, body: () => ({ email: 'root@ours.example', password }) },
  getPasswordResets: { needs: 'nothing', status: 200 },
  // This server sends no mail.
  requestPasswordReset: {
    needs: 'nothing',
    status: 503,
    code: 'mail_not_configured',
    body: () => ({ email: 'root@ours.example' }),
  },
  confirmPasswordReset: {
    needs: 'nothing',
    status: 200,
    slots: { token: { in: 'body', kind: 'resetToken' } },
    body: ({ serial }) => ({ password: `another ${serial} ${password}` }),
    checks: [exists('token', 'reset_token_invalid')],
  },
  signOut: { needs: 'session', status: 200, consumes: true },
  getSession: { needs: 'session', status: 200 },
  listSessions: { needs: 'session', status: 200 },
  revokeSession: {
    needs: 'session',
    status: 200,
    slots: { id: path('session') },
    checks: [own('id', 'session_not_found')],
  },
  changePassword: {
    needs: 'session',
    status: 200,
    body: () => ({ currentPassword: password, newPassword: `another ${password}` }),
    consumes: true,
  },
};

const instance: Record<string, Row> = {
  // The world already has people, so the set-up is closed.
  getSetup: { needs: 'nothing', status: 404, code: 'route_not_found' },
  completeSetup: {
    needs: 'nothing',
    status: 404,
    code: 'route_not_found',
    body: () => ({ token: 'x'.repeat(43), email: 'late@example.com', password }),
  },
  getHealth: { needs: 'nothing', status: 200 },
  getReadiness: { needs: 'nothing', status: 200 },
};

/** A row for every endpoint, by its ID: a missing row fails the tests. */
export const rows: Readonly<Record<string, Row>> = {
  ...agentRows,
  ...modelRows,
  ...conversationRows,
  ...eventRows,
  ...answerRows,
  ...auditRows,
  ...channelRows,
  ...savedReplyRows,
  ...viewRows,
  ...toolRows,
  ...toolCallRows,
  ...roomRows,
  ...deskRows,
  ...webhookRows,
  ...knowledgeRows,
  ...keys,
  ...workspaces,
  ...invitations,
  ...people,
  ...factorRows,
  ...instance,
};
