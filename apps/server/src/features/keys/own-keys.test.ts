import { Parley, type Scope } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { permissions, type Role } from '../../access/scopes.ts';
import { newId } from '../../ids.ts';
import { createKeys } from './service.ts';

const reading = ['agents:read', 'conversations:read'] as const;
const editing = [...reading, 'agents:write', 'conversations:write'] as const;

/** The scopes that people of each role may choose. */
const choices: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: reading,
  editor: editing,
  admin: permissions,
  owner: permissions,
};

const idsOf = ({ items }: { items: readonly { _id: string }[] }) => items.map(({ _id }) => _id);

describe.each(anyEngine)('keys that people of every role have, on %s', (engine) => {
  const parley = service(engine);
  const clientOf = (apiKey: string) => new Parley({ baseURL: parley.url, apiKey, maxRetries: 0 });
  let alice: Person;
  let owner: Parley;
  const members = new Map<Role, { person: Person; session: Parley }>();
  const of = (role: Role) => {
    const member = members.get(role);
    if (member === undefined) throw new Error(`There is no ${role}.`);
    return member;
  };

  beforeAll(async () => {
    alice = await parley.person();
    owner = await alice.session();
    for (const role of ['viewer', 'editor', 'admin', 'owner'] as const) {
      const person = await parley.person();
      await alice.invite(person, role);
      members.set(role, { person, session: await person.session() });
    }
  });

  const makeFor = (role: Role, scopes: readonly Scope[], name = role) =>
    of(role).session.apiKeys.create({ name, scopes: [...scopes], workspaceId: alice.workspace });

  test.each(Object.keys(choices) as Role[])('a %s chooses among the scopes of the role', async (role) => {
    const made = await makeFor(role, choices[role]);
    expect(made).toMatchObject({ status: 'active', user: { _id: of(role).person.user.id }, scopes: choices[role] });
    const [reached] = (await clientOf(made.key).me.retrieve()).workspaces;
    expect(new Set(reached?.permissions)).toEqual(new Set(choices[role]));
  });

  test('a key belongs to its maker, even if another person just got the address that is remembered', async () => {
    const other = await parley.person();
    const stale = actorOf({ ...alice, user: { ...alice.user, email: other.user.email } });
    const { findUser } = parley.features.accounts;
    const { create } = createKeys({
      ...{ db: parley.db, now: Date.now, newId, room: () => [], digest: String, findUser },
      ...{ forgetCallers: () => undefined, membershipsOf: async () => new Map(), accountOf: async () => alice.account },
      record: () => ({ sql: 'select 1', parameters: [] }),
    });
    expect((await create(stale, { name: 'Mine', scopes: ['agents:read'] })).user._id).toBe(alice.user.id);
  });

  test('403: more than the role allows, with what it does allow', async () => {
    await expect(makeFor('viewer', ['agents:read', 'agents:write', 'workspace:admin'])).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_role',
      message: expect.stringContaining(
        'Your role allows the scopes agents:read, conversations:read, and not agents:write, workspace:admin.',
      ),
      details: [
        { path: 'scopes.1', message: 'must be one of agents:read, conversations:read' },
        { path: 'scopes.2', message: 'must be one of agents:read, conversations:read' },
      ],
      hint: expect.stringContaining('at most what its person can do'),
    });
    await expect(makeFor('editor', ['workspace:admin'])).rejects.toMatchObject({ status: 403 });
  });

  test('people list, read, rename, rotate and revoke their own keys, and see no others', async () => {
    const others = await makeFor('editor', ['agents:read']);
    const { apiKeys } = of('viewer').session;
    const own = await makeFor('viewer', ['agents:read']);
    const listed = (await apiKeys.list({ limit: 100 })).items;
    expect(new Set(listed.map(({ user }) => user._id))).toEqual(new Set([of('viewer').person.user.id]));
    expect(idsOf({ items: listed })).toContain(own._id);
    expect((await apiKeys.update(own._id, { name: 'Mine' })).name).toBe('Mine');
    const rotated = await apiKeys.rotate(own._id);
    expect((await apiKeys.retrieve(rotated._id)).name).toBe('Mine');
    await apiKeys.revoke(rotated._id);
    await expect(clientOf(rotated.key).agents.list()).rejects.toMatchObject({ code: 'revoked_api_key' });
    for (const attempt of [
      () => apiKeys.retrieve(others._id),
      () => apiKeys.update(others._id, { name: 'Mine' }),
      () => apiKeys.rotate(others._id),
      () => apiKeys.revoke(others._id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' });
    }
    expect((await apiKeys.list({ userId: of('editor').person.user.id })).items).toEqual([]);
  });

  test('admins see and revoke all keys, and filter them by person', async () => {
    const theirs = await makeFor('viewer', ['agents:read']);
    const { person, session } = of('admin');
    const mine = await makeFor('admin', ['agents:read']);
    const all = idsOf(await session.apiKeys.list({ limit: 100 }));
    expect(all).toEqual(expect.arrayContaining([theirs._id, mine._id]));
    const own = await session.apiKeys.list({ userId: person.user.id, limit: 100, includeTotal: true });
    expect(idsOf(own)).toContain(mine._id);
    expect(own.items.filter(({ user }) => user._id !== person.user.id)).toEqual([]);
    expect(own.total).toBe(own.items.length);
    await session.apiKeys.revoke(theirs._id);
    await expect(clientOf(theirs.key).agents.list()).rejects.toMatchObject({ code: 'revoked_api_key' });
  });

  test('a key without workspace:admin manages no keys, not even those of its person', async () => {
    const own = await makeFor('editor', editing);
    for (const attempt of [(keys: Parley['apiKeys']) => keys.list(), (keys: Parley['apiKeys']) => keys.revoke(own._id)])
      await expect(attempt(clientOf(own.key).apiKeys)).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  test('a key for the whole account may have what its person may do in one of its workspaces', async () => {
    const carol = await parley.person();
    const session = await carol.session();
    const second = await session.workspaces.create({ name: 'Second' });
    const dan = sessionClient(parley.url);
    const email = `dan-${engine}@example.com`;
    for (const [workspace, role] of [
      [carol.workspace, 'viewer'],
      [second._id, 'editor'],
    ] as const) {
      const { url } = await session.workspaces.invitations.create(workspace, { email, role });
      await dan.invitations.accept({ token: (url ?? '').split('#token=')[1] ?? '', password });
    }
    const { key } = await dan.apiKeys.create({ name: 'Both', scopes: ['agents:read', 'agents:write'] });
    expect((await clientOf(key).me.retrieve()).workspaces).toMatchObject([
      { _id: carol.workspace, name: 'Home', role: 'viewer', permissions: ['agents:read'] },
      { _id: second._id, name: 'Second', role: 'editor', permissions: ['agents:read', 'agents:write'] },
    ]);
    for (const draft of [
      { name: 'Admin', scopes: ['workspace:admin' as const] },
      { name: 'Editor', scopes: ['agents:write' as const], workspaceId: carol.workspace },
    ]) {
      await expect(dan.apiKeys.create(draft)).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    }
  });

  test('a guest of another account names the workspace, because the key counts there', async () => {
    const guest = of('viewer');
    const elsewhere = await guest.session.apiKeys.create({ name: 'At home', scopes: ['workspace:admin'] });
    expect((await clientOf(elsewhere.key).me.retrieve()).account._id).toBe(guest.person.account);
    const here = await makeFor('viewer', ['agents:read']);
    expect((await clientOf(here.key).me.retrieve()).account._id).toBe(alice.account);
    expect(idsOf(await owner.apiKeys.list({ limit: 100 }))).not.toContain(elsewhere._id);
  });
});
