// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { forgetEvents, loggedEvents } from '../../../testing/logged-events.ts';
import { send } from '../../../testing/request.ts';

describe.each(engines)('every change writes an event, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let session: Parley;
  let byKey: object;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    session = await alice.session();
    byKey = { user: alice.user.id, key: (await client.me.retrieve()).key?._id };
  });
  beforeEach(async () => {
    await forgetEvents(parley.db);
  });

  const events = async () => (await loggedEvents(parley.db)).map(({ changes: _changes, ...event }) => event);
  const own = () => ({ account: alice.account, workspace: alice.workspace });
  const bySession = () => ({ user: alice.user.id });

  test('agents', async () => {
    const { _id: agent } = await client.agents.create({ name: 'A' });
    await client.agents.update(agent, { name: 'B', temperature: 0 });
    await client.agents.update(agent, { status: 'inactive' });
    await client.agents.update(agent, { status: 'active' });
    await client.agents.update(agent, {});
    await client.agents.delete(agent);
    const of = (type: string, more: object = {}) => ({ type, ...own(), actor: byKey, data: { agent, ...more } });
    expect(await events()).toEqual([
      of('agent.created'),
      of('agent.updated', { fields: ['name', 'temperature'] }),
      of('agent.updated', { fields: ['status'] }),
      of('agent.deactivated'),
      of('agent.updated', { fields: ['status'] }),
      of('agent.activated'),
      of('agent.updated', { fields: [] }),
      of('agent.deleted'),
    ]);
  });

  test('keys', async () => {
    const bound = await session.apiKeys.create({ name: 'K', scopes: ['agents:read'], workspaceId: alice.workspace });
    const { _id: key } = await session.apiKeys.create({ name: 'K', scopes: ['agents:read'] });
    await session.apiKeys.update(key, { name: 'L' });
    await session.apiKeys.update(key, {});
    const { _id: rotated } = await session.apiKeys.rotate(key);
    const { _id: replaced } = await session.apiKeys.rotate(rotated, { overlapHours: 0 });
    await client.apiKeys.revoke(replaced);
    await client.apiKeys.revoke(replaced);
    const of = (type: string, data: object, more: object = {}) => ({
      type,
      account: alice.account,
      workspace: null,
      actor: bySession(),
      data,
      ...more,
    });
    expect(await events()).toEqual([
      of('api_key.created', { key: bound._id }, own()),
      of('api_key.created', { key }),
      of('api_key.updated', { key, fields: ['name'] }),
      of('api_key.updated', { key, fields: ['expiresAt'] }),
      of('api_key.created', { key: rotated, rotatedFrom: key }),
      of('api_key.created', { key: replaced, rotatedFrom: rotated }),
      of('api_key.revoked', { key: rotated }),
      of('api_key.revoked', { key: replaced }, { actor: byKey }),
    ]);
  });

  test('workspaces and the people in them', async () => {
    const { _id: workspace } = await client.workspaces.create({ name: 'Team' });
    await client.workspaces.update(workspace, { name: 'The team' });
    await client.workspaces.update(workspace, {});
    const { invitations, members } = client.workspaces;
    const dropped = await invitations.create(workspace, { email: 'dropped@example.com', role: 'viewer' });
    await invitations.revoke({ workspaceId: workspace, invitationId: dropped._id });
    const taken = await invitations.create(workspace, { email: 'taken@example.com', role: 'editor' });
    const [, token = ''] = taken.url?.split('=') ?? [];
    const { user } = await sessionClient(parley.url).invitations.accept({ token, password });
    await members.update({ workspaceId: workspace, userId: user._id }, { role: 'viewer' });
    await members.remove({ workspaceId: workspace, userId: user._id });
    const session: unknown = expect.stringMatching(/^sess_/);
    const of = (type: string, data: object, actor = byKey) => ({
      type,
      account: alice.account,
      workspace,
      actor,
      data,
    });
    expect(await events()).toEqual([
      of('workspace.created', { workspace }),
      of('workspace.updated', { workspace, fields: ['name'] }),
      of('invitation.created', { invitation: dropped._id, role: 'viewer' }),
      of('invitation.revoked', { invitation: dropped._id }),
      of('invitation.created', { invitation: taken._id, role: 'editor' }),
      { ...of('user.created', { user: user._id }, { user: user._id }), workspace: null },
      {
        ...of('session.created', { user: user._id, session, methods: ['invitation'] }, { user: user._id }),
        workspace: null,
      },
      of('member.added', { user: user._id, role: 'editor', invitation: taken._id }, { user: user._id }),
      of('member.updated', { user: user._id, role: 'viewer', fields: ['role'] }),
      of('member.removed', { user: user._id }),
    ]);
  });

  test('changes by the operator', async () => {
    const draft = {
      account: alice.account,
      user: alice.user,
      name: 'By hand',
      scopes: ['agents:read'],
      environment: 'production',
    } as const;
    const { _id: key } = await parley.features.keyOperations.create(draft);
    await parley.features.keyOperations.revoke(key);
    const of = (type: string) => ({
      type,
      account: alice.account,
      workspace: null,
      actor: { operator: true },
      data: { key },
    });
    expect(await events()).toEqual([of('api_key.created'), of('api_key.revoked')]);
  });

  test('a guest’s change counts for the account of the workspace', async () => {
    const bob = await parley.person();
    await alice.invite(bob, 'admin');
    const guest = await bob.session();
    await forgetEvents(parley.db);
    await guest.agents.create({ name: 'By a guest', workspaceId: alice.workspace });
    await guest.workspaces.invitations.create(alice.workspace, { email: 'third@example.com', role: 'viewer' });
    const seen = (await events()).map(({ account, workspace, actor }) => ({ account, workspace, actor }));
    expect(seen).toEqual(Array.from({ length: 2 }, () => ({ ...own(), actor: { user: bob.user.id } })));
  });

  test('a refused change writes no event', async () => {
    const { _id: agent } = await client.agents.create({ name: 'A', workspaceId: alice.workspace });
    const before = await events();
    const refused = [
      () => client.agents.create({ name: 'B', knowledgeSources: ['ks_none'], workspaceId: alice.workspace }),
      () => client.agents.update(agent, { knowledgeSources: ['ks_none'], status: 'inactive' }),
      () => client.agents.update(agent, { name: 'B' }, { ifMatch: '"9"' }),
      () => client.agents.delete(agent, { ifMatch: '"9"' }),
      () => client.workspaces.create({ name: 'Home' }),
      () => client.workspaces.members.remove({ workspaceId: alice.workspace, userId: alice.user.id }),
      () => client.apiKeys.create({ name: 'K', scopes: ['agents:read'] }),
    ];
    for (const attempt of refused) await expect(attempt()).rejects.toMatchObject({ code: expect.any(String) });
    expect(await events()).toEqual(before);
  });

  test('a repeat writes no second event, and reading writes none', async () => {
    const key = await alice.key();
    await forgetEvents(parley.db);
    const create = {
      method: 'POST',
      path: '/api/agents',
      key,
      headers: { 'idempotency-key': 'once' },
      body: { name: 'A', workspaceId: alice.workspace },
    };
    for (let sent = 0; sent < 3; sent += 1) await send(parley.url, create);
    await client.agents.list();
    await client.me.retrieve();
    expect((await events()).map(({ type }) => type)).toEqual(['agent.created']);
  });
});
