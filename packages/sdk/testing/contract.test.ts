import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, Parley } from '../src/index.ts';
import type { operations } from '../src/types.gen.ts';
import { key } from './clients.ts';

const packageFolder = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, packageFolder), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: { default?: unknown } }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { description: string }>>;
}
const document = JSON.parse(read('../../openapi.json')) as { paths: Record<string, Record<string, Operation>> };
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

const id = 'id';
const ref = { workspaceId: 'id', userId: 'userId', invitationId: 'invitationId' };

/** A call of each operation; a missing one does not compile. */
const methods = {
  createAgent: ({ agents }) => agents.create({ name: 'Ada' }),
  listAgents: ({ agents }) => agents.list(),
  getAgent: ({ agents }) => agents.retrieve(id),
  updateAgent: ({ agents }) => agents.update(id, {}),
  deleteAgent: ({ agents }) => agents.delete(id),
  getAgentDependents: ({ agents }) => agents.dependents(id),
  chat: ({ agents }) => agents.chat(id, { message: 'Hello' }),
  createConversation: ({ conversations }) => conversations.create(id),
  listAgentConversations: ({ conversations }) => conversations.listOfAgent(id),
  listConversations: ({ conversations }) => conversations.list(),
  getConversation: ({ conversations }) => conversations.retrieve(id),
  updateConversation: ({ conversations }) => conversations.update(id, {}),
  deleteConversation: ({ conversations }) => conversations.delete(id),
  deleteUserConversations: ({ conversations }) => conversations.deleteOfUser('user'),
  closeConversation: ({ conversations }) => conversations.close(id),
  reopenConversation: ({ conversations }) => conversations.reopen(id),
  takeOverConversation: ({ conversations }) => conversations.takeOver(id),
  releaseConversation: ({ conversations }) => conversations.release(id),
  cancelTurn: ({ conversations }) => conversations.cancel(id),
  // The response of this test's service is not a stream.
  followConversation: ({ conversations }) =>
    conversations
      .follow(id)
      .final()
      .catch(() => undefined),
  followConversationEvents: ({ conversations }) =>
    conversations
      .events(id)
      [Symbol.asyncIterator]()
      .next()
      .catch(() => undefined),
  getConversationStatistics: ({ conversations }) => conversations.statistics({ workspaceId: 'ws_1' }),
  exportConversations: ({ conversations }) => conversations.export().text(),
  sendMessage: ({ messages }) => messages.send(id, { content: 'Hello' }),
  listMessages: ({ messages }) => messages.list(id),
  getMessage: ({ messages }) => messages.retrieve(id),
  retryMessage: ({ messages }) => messages.retry(id),
  rateMessage: ({ messages }) => messages.rate(id, { rating: 'positive' }),
  listModels: ({ models }) => models.list(),
  createWorkspace: ({ workspaces }) => workspaces.create({ name: 'Shop' }),
  listWorkspaces: ({ workspaces }) => workspaces.list(),
  getWorkspace: ({ workspaces }) => workspaces.retrieve(id),
  updateWorkspace: ({ workspaces }) => workspaces.update(id, {}),
  deleteWorkspace: ({ workspaces }) => workspaces.delete(id, { confirm: 'Shop' }),
  listMembers: ({ workspaces }) => workspaces.members.list(id),
  getMember: ({ workspaces }) => workspaces.members.retrieve(ref),
  updateMember: ({ workspaces }) => workspaces.members.update(ref, { role: 'editor' }),
  removeMember: ({ workspaces }) => workspaces.members.remove(ref),
  resetMemberPassword: ({ workspaces }) => workspaces.members.resetPassword(ref),
  createInvitation: ({ workspaces }) => workspaces.invitations.create(id, { email: 'a@b.example', role: 'viewer' }),
  listInvitations: ({ workspaces }) => workspaces.invitations.list(id),
  getInvitation: ({ workspaces }) => workspaces.invitations.retrieve(ref),
  revokeInvitation: ({ workspaces }) => workspaces.invitations.revoke(ref),
  previewInvitation: ({ invitations }) => invitations.preview({ token: 't' }),
  acceptInvitation: ({ invitations }) => invitations.accept({ token: 't', password: 'p' }),
  createApiKey: ({ apiKeys }) => apiKeys.create({ name: 'Shop', scopes: ['agents:read'] }),
  listApiKeys: ({ apiKeys }) => apiKeys.list(),
  getApiKey: ({ apiKeys }) => apiKeys.retrieve(id),
  updateApiKey: ({ apiKeys }) => apiKeys.update(id, {}),
  rotateApiKey: ({ apiKeys }) => apiKeys.rotate(id),
  revokeApiKey: ({ apiKeys }) => apiKeys.revoke(id),
  getMe: ({ me }) => me.retrieve(),
  deleteMe: ({ me }) => me.delete({ password: 'correct horse' }),
  updateMe: ({ me }) => me.update({ name: 'Ada' }),
  sendVerification: ({ me }) => me.sendVerification(),
  confirmVerification: ({ me }) => me.confirmVerification({ code: '12345678' }),
  changePassword: ({ password }) => password.change({ currentPassword: 'old', newPassword: 'new' }),
  getPasswordResets: ({ passwordResets }) => passwordResets.retrieve(),
  requestPasswordReset: ({ passwordResets }) => passwordResets.request({ email: 'a@b.example' }),
  confirmPasswordReset: ({ passwordResets }) => passwordResets.confirm({ token: 't', password: 'p' }),
  signIn: ({ sessions }) => sessions.create({ email: 'a@b.example', password: 'p' }),
  getSession: ({ sessions }) => sessions.current(),
  listSessions: ({ sessions }) => sessions.list(),
  revokeSession: ({ sessions }) => sessions.revoke(id),
  signOut: ({ sessions }) => sessions.signOut(),
  getSetup: ({ setup }) => setup.retrieve(),
  completeSetup: ({ setup }) => setup.complete({ token: 't', email: 'a@b.example', password: 'p' }),
  getQuotas: ({ usage }) => usage.quotas(),
  getUsage: ({ usage }) => usage.retrieve(),
  getHealth: ({ health }) => health.alive(),
  getReadiness: ({ health }) => health.ready(),
} satisfies Record<keyof operations, (client: Parley) => Promise<unknown>>;

/** Calls a method against a service that accepts everything; returns the request. */
async function sentBy(method: (client: Parley) => Promise<unknown>) {
  const sent: [string, RequestInit][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return Response.json({ success: true, data: { items: [], nextCursor: null } });
  };
  await method(new Parley({ apiKey: key, baseURL: 'http://localhost', fetch }));
  const [[url, init] = ['', {}]] = sent;
  return { url, method: init.method, body: init.body, headers: new Headers(init.headers), count: sent.length };
}

/** Parameters that are required unless the request is only a preview. */
const confirming: Readonly<Record<string, readonly string[]>> = { deleteWorkspace: ['confirm'] };

describe.each(documented)('$operationId', ({ operationId, method, path, parameters = [], requestBody, responses }) => {
  it('has a method that sends what openapi.json describes', async () => {
    const sent = await sentBy(methods[operationId as keyof operations]);
    const [url] = sent.url.split('?');
    expect({ ...sent, url }).toMatchObject({ count: 1, method, url: `http://localhost${path.replace(/[{}]/g, '')}` });
    expect(sent.body !== undefined).toBe(requestBody !== undefined);
    const takesKey = parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key');
    expect(sent.headers.has('Idempotency-Key')).toBe(takesKey);
  });

  it('has a method that sends every required query parameter', async () => {
    const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
    const without = needed.filter(({ schema }) => schema.default === undefined).map(({ name }) => name);
    const { url } = await sentBy(methods[operationId as keyof operations]);
    expect([...new URL(url).searchParams.keys()]).toEqual([...without, ...(confirming[operationId] ?? [])]);
  });

  it('fails only with known codes', () => {
    const text = Object.values(responses).map(({ description }) => description.match(/^Fails with (.*)\.$/)?.[1] ?? '');
    const codes = text.join().match(/\w+/g) ?? [];
    expect(codes.length).toBeGreaterThan(0);
    expect(errorCodes).toEqual(expect.arrayContaining(codes));
  });

  it('is in api.md', () => {
    const lines = read('api.md').split('\n');
    expect(lines.filter((line) => line.startsWith(`| \`${method} ${path}\` | \`client.`))).toHaveLength(1);
  });
});

it('every known code can occur', () => {
  const text = JSON.stringify(document.paths);
  // The one response that belongs to no operation: a path that doesn't have the method.
  expect(errorCodes.filter((code) => !text.includes(`\`${code}\``))).toEqual(['method_not_allowed']);
});

describe('the generated types', () => {
  it('are those of openapi.json', () => {
    const run = () => execFileSync('npm', ['run', 'types', '--', '--check'], { cwd: packageFolder, encoding: 'utf8' });
    expect(run).not.toThrow();
  }, 30_000);

  it('name no removed operation', () => {
    expect(Object.keys(methods).sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
  });
});
