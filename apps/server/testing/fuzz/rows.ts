import { randomUUID } from 'node:crypto';
import { makeKey, makeSession } from '../fixtures/people.ts';
import { password } from '../harness.ts';
import { answerRows } from './answer-rows.ts';
import { auditRows } from './audit-rows.ts';
import { type Cast, makeCast, type Owner, type Stage } from './cast.ts';
import { channelRows } from './channel-rows.ts';
import { conversationRows } from './conversation-rows.ts';
import { deskRows } from './desk-rows.ts';
import { eventRows } from './event-rows.ts';
import { factorRows } from './factor-rows.ts';
import { knowledgeRows } from './knowledge-rows.ts';
import { noteRows } from './note-rows.ts';
import { roomRows } from './room-rows.ts';
import { idDrawn, type Row, type Target } from './row.ts';
import { savedReplyRows } from './saved-reply-rows.ts';
import { toolCallRows } from './tool-call-rows.ts';
import { toolRows } from './tool-rows.ts';
import { viewRows } from './view-rows.ts';
import { webhookRows } from './webhook-rows.ts';

/** Max requests to password operations, because each hashes with argon2 for 0.1 s; enough to try each rule. */
const slow = 150;

/** Every operation's row, by its name in openapi.json; the test fails if one is missing. */
export async function makeRows(stage: Stage): Promise<Readonly<Record<string, Row>>> {
  const cast = await makeCast(stage);
  return {
    ...(await agentRows(cast)),
    ...(await answerRows(cast)),
    ...auditRows(cast),
    ...(await channelRows(cast)),
    ...(await toolRows(cast)),
    ...(await toolCallRows(cast)),
    ...roomRows(cast),
    ...(await savedReplyRows(cast)),
    ...(await noteRows(cast)),
    ...(await viewRows(cast)),
    ...(await deskRows(cast)),
    ...(await webhookRows(cast)),
    ...(await keyRows(cast)),
    ...(await workspaceRows(cast)),
    ...invitationRows(cast),
    ...accountRows(cast),
    ...eventRows(cast),
    ...factorRows(cast),
    ...(await conversationRows(cast)),
    ...(await knowledgeRows(cast)),
    getHealth: { target: () => ({}) },
    getReadiness: { target: () => ({}) },
  };
}

async function agentRows({ owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const real = realFields(owner);
  const id = await made.agent();
  const one = { headers, params: { id } };
  await made.post('/api/agents', { name: 'Found again', externalId: 'the-one' });
  return {
    createAgent: { target: (body) => ({ headers, body: real(body) }), conflicts: idDrawn },
    listAgents: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getAgent: { target: () => one },
    updateAgent: {
      target: (body) => ({ ...one, body: { ...real(body), ...made.echo(id, body) } }),
      conflicts: idDrawn,
    },
    putAgent: {
      target: (body) => ({
        headers,
        params: { externalId: 'the-one' },
        query: { workspaceId: workspace },
        body: real(body),
      }),
    },
    duplicateAgent: { target: () => one, conflicts: idDrawn },
    deleteAgent: { target: async () => ({ headers, params: { id: await made.agent() } }) },
    getAgentDependents: { target: () => one },
    searchAgentKnowledge: { target: () => one },
  };
}

async function keyRows({ service, owner, next }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace, person } = owner;
  const { id } = await makeKey(service, person);
  return {
    createApiKey: {
      target: (body) => {
        const { session, workspace: own } = next();
        return { headers: session, body: 'workspaceId' in body ? { workspaceId: own } : {} };
      },
    },
    listApiKeys: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getApiKey: { target: () => ({ headers, params: { id } }) },
    // Its own each time, because scopes can only be reduced.
    updateApiKey: { target: async () => ({ headers, params: { id: (await makeKey(service, person)).id } }) },
    revokeApiKey: { target: async () => ({ headers, params: { id: (await makeKey(service, person)).id } }) },
    rotateApiKey: {
      target: async () => {
        const { person: user, session } = next();
        return { headers: session, params: { id: (await makeKey(service, user)).id } };
      },
    },
  };
}

async function workspaceRows({ owner, next, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace: id } = owner;
  const within = { headers, params: { id } };
  const conflicts = { name_conflict: 'Names are drawn at random, and an account has one workspace of each only.' };
  const member = await made.member();
  const { post } = made;
  return {
    createWorkspace: { target: () => ({ headers: next().key }), conflicts },
    listWorkspaces: { target: () => ({ headers }) },
    getWorkspace: { target: () => within },
    // Without `requireSecondFactor`, which no key may change.
    updateWorkspace: { target: () => ({ ...within, body: { requireSecondFactor: undefined } }), conflicts },
    deleteWorkspace: {
      target: async () => {
        const name = randomUUID();
        const { _id: made } = await post('/api/workspaces', { name });
        return { headers, params: { id: String(made) }, query: { confirm: name } };
      },
      conflicts: { validation_failed: '`confirm` is required unless `dryRun` is true.' },
    },
    listMembers: { target: () => within },
    getMember: { target: () => ({ headers, params: { id, userId: member } }) },
    updateMember: { target: () => ({ headers, params: { id, userId: member } }) },
    resetMemberPassword: {
      target: async () => ({ headers: owner.session, params: { id, userId: await made.colleague() } }),
      // A session is limited to 600 requests per minute.
      atMost: slow,
    },
    removeMember: { target: async () => ({ headers, params: { id, userId: await made.member() } }) },
  };
}

function invitationRows({ owner, made }: Cast): Record<string, Row> {
  const { key: headers, workspace: id } = owner;
  const within = { headers, params: { id } };
  return {
    createInvitation: { target: () => within },
    listInvitations: { target: () => within },
    getInvitation: {
      target: async () => ({ headers, params: { id, invitationId: (await made.invitation()).id } }),
    },
    revokeInvitation: {
      target: async () => ({ headers, params: { id, invitationId: (await made.invitation()).id } }),
    },
    previewInvitation: { target: async () => ({ body: { token: (await made.invitation()).token } }) },
    acceptInvitation: { target: async () => ({ body: await made.acceptance() }), atMost: slow },
  };
}

function accountRows({ service, owner, next, made }: Cast): Record<string, Row> {
  const headers = owner.key;
  const bySession = (): Target => ({ headers: next().session });
  const provider = { provider: 'own1' };
  const guest = made.inhabitantWithPassword;
  return {
    getMe: { target: () => ({ headers }) },
    updateMe: { target: bySession },
    deleteMe: {
      target: async () => ({ headers: (await makeSession(service, await guest())).headers, body: { password } }),
      atMost: slow,
    },
    sendVerification: {
      target: bySession,
      conflicts: { already_verified: 'every person here is verified' },
      neverAccepted: 'this server sends no mail',
    },
    confirmVerification: { target: bySession },
    listModelProviders: { target: bySession },
    setModelProviderKey: { target: () => ({ ...bySession(), params: provider }) },
    deleteModelProviderKey: {
      target: async () => {
        const provider = await made.providerKey();
        return { ...bySession(), params: { provider } };
      },
    },
    testModelProvider: { target: () => ({ ...bySession(), params: provider }) },
    getQuotas: { target: () => ({ headers }) },
    getUsage: { target: () => ({ headers }) },
    signIn: { target: async () => ({ body: { email: (await guest()).email, password } }), atMost: slow },
    getPasswordResets: { target: () => ({}) },
    requestPasswordReset: {
      target: () => ({}),
      conflicts: { mail_not_configured: 'this server sends no mail' },
      neverAccepted: 'this server sends no mail',
    },
    confirmPasswordReset: {
      target: async () => ({ body: { token: await made.resetToken(), password: `my own ${randomUUID()}` } }),
      atMost: slow,
    },
    signOut: { target: async () => ({ headers: (await makeSession(service, next().person)).headers }) },
    getSession: { target: bySession },
    listSessions: { target: bySession },
    revokeSession: {
      target: async () => {
        const { person, session } = next();
        return { headers: session, params: { id: (await makeSession(service, person)).id } };
      },
    },
    changePassword: {
      target: async () => ({
        headers: (await makeSession(service, await guest())).headers,
        body: { currentPassword: password, newPassword: `another ${randomUUID()}` },
      }),
      atMost: slow,
    },
  };
}

/** References in an agent's fields point to existing objects. */
const realFields =
  ({ workspace, source }: Owner) =>
  (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
    ...('model' in body && { model: 'builtin/echo' }),
    ...('fallbackModels' in body && { fallbackModels: [] }),
    ...('workspaceId' in body && { workspaceId: workspace }),
    ...(Array.isArray(body['tools']) && { tools: [] }),
    ...('handover' in body && { handover: {} }),
    ...(Array.isArray(body['knowledgeSources']) && {
      knowledgeSources: body['knowledgeSources'].length > 0 ? [source] : [],
    }),
  });
