import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../src/access/scopes.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { anyEngine } from '../databases/engines.ts';
import { password, service } from '../harness.ts';
import { openWire, type Wire, type WireRequest } from '../processes/wire.ts';
import { inParallel, summaryOf } from './answers.ts';
import { assignmentProblems, type FieldNames, serverOwned } from './assignment.ts';
import { fieldsOf } from './bodies.ts';
import { cellOf, prepare, rowOf } from './cells.ts';
import { changesSince, databaseState } from './database-state.ts';
import { endpointsOf } from './routes.ts';
import { sendAll } from './sending.ts';
import { makeSubject, type Subject } from './subjects.ts';
import { buildWorld, cookie, type User, type World } from './world.ts';

/** The fields that a write does accept. An accidental addition to a schema fails this test. */
const meant: FieldNames = {
  createAgent: ['workspaceId'],
  updateAgent: ['status'],
  putAgent: ['status'],
  putChannel: ['status'],
  createVisitor: ['token'],
  createChannel: ['status'],
  updateChannel: ['status'],
  createTool: ['workspaceId'],
  importTools: ['workspaceId'],
  createRoomCode: ['workspaceId'],
  createSavedReply: ['workspaceId'],
  createView: ['workspaceId'],
  createTeam: ['workspaceId'],
  createWebhook: ['status', 'workspaceId'],
  updateWebhook: ['status'],
  createKnowledgeSource: ['workspaceId'],
  createConversation: ['userId'],
  markAllConversationsRead: ['workspaceId'],
  updateConversation: ['status'],
  chat: ['userId'],
  sendMessage: ['role'],
  createApiKey: ['scopes', 'workspaceId'],
  updateApiKey: ['scopes'],
  updateMember: ['role'],
  createInvitation: ['role'],
  previewInvitation: ['token'],
  acceptInvitation: ['token'],
  completeSetup: ['token'],
  confirmPasswordReset: ['token'],
  readApprovalLink: ['token'],
  decideByApprovalLink: ['token'],
  createSecondFactorSession: ['token'],
  createPasskeySession: ['token'],
  confirmSession: ['token'],
  createSignInOptions: ['token'],
  addPasskey: ['token'],
};

/** Fields that a write accepts as an echo, with their current values only. */
const echoed: FieldNames = {
  updateAgent: ['_id', 'workspace', 'createdAt', 'updatedAt'],
  updateChannel: ['_id', 'workspace', 'createdAt', 'updatedAt'],
  updateTool: ['_id', 'workspace', 'createdAt', 'updatedAt'],
  updateView: ['_id', 'workspace', 'createdBy', 'createdAt', 'updatedAt'],
  updateSavedReply: ['_id', 'workspace', 'createdBy', 'createdAt', 'updatedAt'],
  updateTeam: ['_id', 'workspace', 'createdAt', 'updatedAt'],
  updateConversation: ['_id', 'workspace', 'userId', 'createdAt', 'updatedAt'],
};

// Thousands of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 90_000 });

describe.each(anyEngine)('fields that only the service sets, on %s', (engine) => {
  const running = service(engine);
  let world: World;
  let wire: Wire;
  let owner: Subject;
  let writes: readonly Endpoint[];

  beforeAll(async () => {
    world = await buildWorld(running);
    wire = openWire(running.url);
    owner = await makeSubject(world, 'session of an owner');
    writes = endpointsOf(running.features).filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
  });
  afterAll(() => wire.close());

  /** A valid request of the endpoint, with all its IDs at home. */
  const validRequest = (endpoint: Endpoint): Promise<WireRequest> => {
    const aims = Object.fromEntries(Object.keys(rowOf(endpoint).slots ?? {}).map((slot) => [slot, 'home' as const]));
    return prepare(world, cellOf({ endpoint, subject: owner, aims, serial: 0 }));
  };

  it('no schema of a write contains others of them', () => {
    const names = Object.keys(serverOwned(world));
    const found = writes.map((endpoint) => [
      endpoint.id,
      names.filter((name) => Object.hasOwn(fieldsOf(endpoint), name)),
    ]);
    const expected = writes.map(({ id }) => [
      id,
      names.filter((name) => [meant, echoed].some((known) => known[id]?.includes(name))),
    ]);
    expect(found).toEqual(expected);
  });

  it('every write refuses each of them by name and changes nothing', async () => {
    expect(await assignmentProblems({ service: running, world, wire, endpoints: writes, meant, echoed })).toEqual([]);
  });

  it('no query accepts them', async () => {
    const names = ['_id', 'workspace', 'accountId', 'userId', 'user', 'role', 'isAdmin', 'scopes', 'fields', 'include'];
    names.push('expand', 'where', 'filter', 'includeDeleted', 'all');
    const endpoints = endpointsOf(running.features).filter((endpoint) => rowOf(endpoint).status < 400);
    const attempts = (
      await inParallel(endpoints, async (endpoint) => {
        const request = await validRequest(endpoint);
        const unknown = names.filter((name) => !Object.hasOwn(endpoint.query?.properties ?? {}, name));
        return unknown.map((name) => {
          const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=1`;
          return { name, request: { ...request, path } };
        });
      })
    ).flat();
    const before = await databaseState(running.db);
    const replies = await sendAll(
      { service: running, wire },
      attempts.map(({ request }) => request),
      false,
    );
    expect(await changesSince(running, before)).toEqual([]);
    const wrong = replies.flatMap((reply, index) => {
      const { name, request } = attempts[index] ?? {};
      return summaryOf(reply) === '400 unknown_parameter'
        ? []
        : [`${request?.method} ${request?.path} (${name}): ${reply.text}`];
    });
    expect(wrong).toEqual([]);
  });

  it('no person can promote themselves or demote an owner', async () => {
    const admin = await makeSubject(world, 'session of an admin');
    const key = await makeSubject(world, 'key with workspace:admin alone');
    const path = `/api/workspaces/${world.sites.home.workspace}`;
    const putRole = (who: User | undefined, role: Role, headers: Subject['headers']) =>
      wire.send({ method: 'PUT', path: `${path}/members/${who?.id}`, headers, body: { role } });
    const owners = await world.person('ours', { home: 'owner' });
    const editor = await world.person('ours', { home: 'editor' });

    const before = await databaseState(running.db);
    const refused = await Promise.all([
      putRole(admin.user, 'owner', admin.headers),
      putRole(editor, 'owner', admin.headers),
      putRole(owners, 'viewer', admin.headers),
      wire.send({ method: 'DELETE', path: `${path}/members/${owners.id}`, headers: admin.headers }),
      wire.send({
        method: 'POST',
        path: `${path}/invitations`,
        headers: admin.headers,
        body: { email: 'a@b.example', role: 'owner' },
      }),
    ]);
    expect(refused.map(summaryOf)).toEqual(refused.map(() => '403 insufficient_role'));
    // A key can't create keys, whatever its scopes and its person's role.
    const body = { name: 'more', scopes: ['agents:read'] };
    const byKey = await wire.send({ method: 'POST', path: '/api/api-keys', headers: key.headers, body });
    expect(summaryOf(byKey)).toBe('403 session_required');
    expect(await changesSince(running, before)).toEqual([]);
  });

  it('people rotate only their own keys, because rotating shows the secret', async () => {
    const admin = await makeSubject(world, 'session of an admin');
    const { _id } = await world.keyOf(world.sites.home.owner, 'ours');
    const before = await databaseState(running.db);
    const request = { method: 'POST', path: `/api/api-keys/${_id}/rotate`, headers: admin.headers };
    expect(summaryOf(await wire.send(request))).toBe('403 insufficient_role');
    expect(await changesSince(running, before)).toEqual([]);
  });

  it('the caller who accepts an invitation can choose neither its email nor its role', async () => {
    const { home, foreign } = world.sites;
    const headers = cookie(running, await world.sessionOf(home.owner));
    const draft = { email: foreign.owner.email, role: 'viewer' };
    const path = `/api/workspaces/${home.workspace}/invitations`;
    const made = await wire.send({ method: 'POST', path, headers, body: draft });
    const token = /#token=([\w-]{43})/.exec(made.text)?.[1];
    const accept = (more: object) =>
      wire.send({ method: 'POST', path: '/api/invitations/accept', headers: {}, body: { token, password, ...more } });
    for (const more of [{ email: 'me@evil.example' }, { role: 'owner' }, { workspaceId: foreign.workspace }]) {
      expect(summaryOf(await accept(more))).toBe('400 validation_failed');
    }
    expect(summaryOf(await accept({}))).toBe('200');
    const query = running.db.query.selectFrom('members').select('role').where('user_id', '=', foreign.owner.id);
    expect(await running.db.read(query.where('workspace_id', '=', home.workspace))).toEqual([{ role: 'viewer' }]);
  });
});
