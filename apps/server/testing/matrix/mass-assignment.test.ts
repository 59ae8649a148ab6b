import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../src/access/scopes.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { engines } from '../engines.ts';
import { password, service } from '../harness.ts';
import { openWire, type Wire, type WireReply, type WireRequest } from '../wire.ts';
import { inParallel, summaryOf } from './answers.ts';
import { cellOf, prepare, rowOf } from './cells.ts';
import { changesBetween, databaseState } from './database-state.ts';
import { endpointsOf } from './routes.ts';
import { sendAll } from './sending.ts';
import { makeSubject, type Subject } from './subjects.ts';
import { buildWorld, cookie, type User, type World } from './world.ts';

/** Fields that only the service may set, in every spelling of an object or row, with an attacker's values. */
function serverOwned({ sites: { foreign } }: World): Readonly<Record<string, unknown>> {
  const [someone, somewhere, account] = [foreign.owner.id, foreign.workspace, foreign.account];
  return {
    ...Object.fromEntries(
      ['_id', 'id', 'key', 'token', 'digest', 'prefix', 'lastFour'].map((name) => [name, 'chosen']),
    ),
    ...Object.fromEntries(['workspace', 'workspaceId', 'workspace_id', 'boundTo'].map((name) => [name, somewhere])),
    ...Object.fromEntries(['account', 'accountId', 'account_id'].map((name) => [name, account])),
    ...Object.fromEntries(['user', 'userId', 'user_id', 'owner', 'createdBy', 'actor'].map((name) => [name, someone])),
    ...Object.fromEntries(['role', 'roles'].map((name) => [name, 'owner'])),
    ...Object.fromEntries(['scopes', 'permissions'].map((name) => [name, ['workspace:admin']])),
    ...Object.fromEntries(['isAdmin', 'admin', 'isOwner', 'isPublic', 'active'].map((name) => [name, true])),
    ...Object.fromEntries(
      ['createdAt', 'created_at', 'updatedAt', 'updated_at'].map((name) => [name, '2001-01-01T00:00:00.000Z']),
    ),
    ...Object.fromEntries(['expiresAt', 'revokedAt', 'lastUsedAt', 'rotatedFrom'].map((name) => [name, null])),
    ...Object.fromEntries(['version', 'epoch', 'rateLimit', 'limit'].map((name) => [name, 1_000_000])),
    ...Object.fromEntries(['password_hash', 'passwordHash', 'name_folded', '$set'].map((name) => [name, 'x'])),
    plan: 'business',
    status: 'inactive',
    user_status: 'active',
    ...prototypes,
  };
}

/** Names that could reach an object's prototype. */
const prototypes = Object.fromEntries(
  ['__proto__', 'constructor', 'prototype'].map((name) => [name, { isAdmin: true }]),
);

/** Those fields that a write does accept. An accidental addition to a schema fails this test. */
const meant: Readonly<Record<string, readonly string[]>> = {
  createAgent: ['workspaceId'],
  updateAgent: ['status'],
  createConversation: ['userId'],
  updateConversation: ['status'],
  chat: ['userId'],
  sendMessage: ['role'],
  createApiKey: ['scopes', 'workspaceId'],
  updateMember: ['role'],
  createInvitation: ['role'],
  previewInvitation: ['token'],
  acceptInvitation: ['token'],
  completeSetup: ['token'],
};

/** Fields that a write accepts as an echo, with their current values only. */
const echoed: Readonly<Record<string, readonly string[]>> = {
  updateAgent: ['_id', 'workspace', 'createdAt', 'updatedAt'],
};

// Thousands of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 90_000 });

describe.each(engines)('fields that only the service sets, on %s', (engine) => {
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
    const found = writes.map(({ id, body }) => [
      id,
      names.filter((name) => Object.hasOwn(body?.properties ?? {}, name)),
    ]);
    const expected = writes.map(({ id }) => [
      id,
      names.filter((name) => [meant, echoed].some((known) => known[id]?.includes(name))),
    ]);
    expect(found).toEqual(expected);
  });

  it('every write refuses each of them by name and changes nothing', async () => {
    // Schemas are closed, whatever else the body contains.
    const open = writes.filter((endpoint) => rowOf(endpoint).status < 400);
    const attempts = open.flatMap((endpoint) =>
      Object.entries(serverOwned(world))
        .filter(([name]) => meant[endpoint.id]?.includes(name) !== true)
        .map(([name, value]) => ({ endpoint, name, value })),
    );
    const valid = new Map(
      await inParallel(open, async (endpoint) => [endpoint.id, await validRequest(endpoint)] as const),
    );
    const requests = attempts.map(({ endpoint, name, value }) => {
      const request = valid.get(endpoint.id) as WireRequest;
      return { ...request, body: { ...(request.body as object | undefined), [name]: value } };
    });

    const before = await databaseState(running.db);
    const replies = await sendAll({ service: running, wire }, requests, false);
    expect(changesBetween(before, await databaseState(running.db))).toEqual([]);

    const wrong = attempts.flatMap(({ endpoint, name }, index) => {
      const reply = replies[index] as WireReply;
      const code = Object.hasOwn(prototypes, name)
        ? 'invalid_json'
        : echoed[endpoint.id]?.includes(name)
          ? 'read_only_field'
          : 'validation_failed';
      const named = new RegExp(`(^|[" ])${name.replace('$', '\\$')}\\b`).test(reply.text);
      return summaryOf(reply) === `400 ${code}` && named ? [] : [`${endpoint.id} with ${name}: ${reply.text}`];
    });
    expect(wrong).toEqual([]);
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
    expect(changesBetween(before, await databaseState(running.db))).toEqual([]);
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
    expect(changesBetween(before, await databaseState(running.db))).toEqual([]);
  });

  it('people rotate only their own keys, because rotating shows the secret', async () => {
    const admin = await makeSubject(world, 'session of an admin');
    const { _id } = await world.keyOf(world.sites.home.owner, 'ours');
    const before = await databaseState(running.db);
    const request = { method: 'POST', path: `/api/api-keys/${_id}/rotate`, headers: admin.headers };
    expect(summaryOf(await wire.send(request))).toBe('403 insufficient_role');
    expect(changesBetween(before, await databaseState(running.db))).toEqual([]);
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
