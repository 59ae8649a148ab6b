// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { racingWrite } from '../../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { createMembers } from './service.ts';

type Role = 'owner' | 'admin' | 'editor' | 'viewer';

describe.each(engines)('members, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;

  beforeEach(async () => {
    alice = await parley.person();
    session = await alice.session();
  });

  const join = async (role: Role) => {
    const person = await parley.person();
    await alice.invite(person, role);
    return person;
  };
  const at = (person: Person) => ({ workspaceId: alice.workspace, userId: person.user.id });
  const rolesOf = async () => {
    const { items } = await session.workspaces.members.list(alice.workspace);
    return Object.fromEntries(items.map(({ user, role }) => [user._id, role]));
  };

  test('are listed newest first, page by page', async () => {
    const bob = await join('editor');
    const carol = await join('viewer');
    const page = await session.workspaces.members.list(alice.workspace, { includeTotal: true });
    expect(page.items).toEqual(
      [carol, bob, alice].map(({ user }, index) => ({
        user: { _id: user.id, name: user.name, email: user.email, verified: true, status: 'active' },
        role: ['viewer', 'editor', 'owner'][index],
        createdAt: expect.stringMatching(/Z$/),
      })),
    );
    expect(page.total).toBe(3);
    const walked = await session.workspaces.members.list(alice.workspace, { limit: 1 }).toArray({ limit: 100 });
    expect(walked).toEqual(page.items);
  });

  test('a suspended member is listed as suspended', async () => {
    const bob = await join('editor');
    await parley.features.accounts.setStatus(bob.user.email, 'suspended');
    const { items } = await session.workspaces.members.list(alice.workspace);
    expect(items.map(({ user }) => user.status)).toEqual(['suspended', 'active']);
  });

  test('a new role takes effect with the next request, on sessions and keys', async () => {
    const bob = await join('editor');
    const theirs = await bob.session();
    const key = await bob.client(undefined, { account: alice.account });
    const who = [theirs, key];
    const draft = { name: 'A', workspaceId: alice.workspace };
    for (const each of who) await each.agents.create(draft);
    expect(await session.workspaces.members.update(at(bob), { role: 'viewer' })).toMatchObject({ role: 'viewer' });
    for (const each of who) {
      await expect(each.agents.create(draft)).rejects.toMatchObject({ code: 'insufficient_role' });
      await each.agents.list({ workspaceId: alice.workspace });
    }
    await session.workspaces.members.update(at(bob), { role: 'admin' });
    for (const each of who) await each.workspaces.members.list(alice.workspace);
  });

  test('a removed person is refused with the next request, and keeps their own account', async () => {
    const bob = await join('admin');
    const theirs = await bob.session();
    await theirs.workspaces.retrieve(alice.workspace);
    expect(await session.workspaces.members.remove(at(bob))).toEqual({ message: 'Member removed.' });
    await expect(theirs.workspaces.retrieve(alice.workspace)).rejects.toMatchObject({ status: 404 });
    expect((await theirs.workspaces.list()).items.map(({ _id }) => _id)).toEqual([bob.workspace]);
    expect(await rolesOf()).toEqual({ [alice.user.id]: 'owner' });
  });

  test('changes are recorded', async () => {
    const bob = await join('editor');
    await session.workspaces.members.update(at(bob), { role: 'viewer' });
    await session.workspaces.members.remove(at(bob));
    const events = (await loggedEvents(parley.db, bob.user.id)).filter(
      ({ type, workspace }) => type.startsWith('member.') && workspace === alice.workspace,
    );
    const role = { field: 'role', before: 'editor', after: 'viewer' };
    expect(events.map(({ type, data, changes }) => [type, data, changes])).toEqual([
      ['member.added', { user: bob.user.id, role: 'editor', invitation: expect.stringMatching(/^inv_/) }, []],
      ['member.updated', { user: bob.user.id, fields: ['role'], role: 'viewer' }, [role]],
      ['member.removed', { user: bob.user.id }, []],
    ]);
  });

  test('an owner can hand over and leave', async () => {
    const bob = await join('editor');
    await session.workspaces.members.update(at(bob), { role: 'owner' });
    await session.workspaces.members.update(at(alice), { role: 'viewer' });
    await expect(session.workspaces.members.list(alice.workspace)).rejects.toMatchObject({ code: 'insufficient_role' });
    const theirs = await bob.session();
    await theirs.workspaces.members.remove(at(alice));
    expect((await theirs.workspaces.members.list(alice.workspace)).items).toHaveLength(1);
  });

  test('an admin manages editors and viewers', async () => {
    const admin = await (await join('admin')).session();
    const bob = await join('viewer');
    expect((await admin.workspaces.members.update(at(bob), { role: 'admin' })).role).toBe('admin');
    await admin.workspaces.members.remove(at(bob));
  });

  test.each([{}, { role: 'boss' }, { role: null }, { role: 'admin', name: 'X' }])('400: %j', async (body) => {
    const bob = await join('viewer');
    await expect(session.workspaces.members.update(at(bob), body as { role: Role })).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  test('403: only owners appoint and demote owners', async () => {
    const admin = await join('admin');
    const bob = await join('viewer');
    const { members } = (await admin.session()).workspaces;
    const attempts = [
      () => members.update(at(bob), { role: 'owner' }),
      () => members.update(at(admin), { role: 'owner' }),
      () => members.update(at(alice), { role: 'viewer' }),
      () => members.remove(at(alice)),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    expect(await rolesOf()).toMatchObject({
      [alice.user.id]: 'owner',
      [bob.user.id]: 'viewer',
      [admin.user.id]: 'admin',
    });
  });

  test('403: editors and viewers can’t list members', async () => {
    for (const role of ['editor', 'viewer'] as const) {
      const { members } = (await (await join(role)).session()).workspaces;
      for (const attempt of [
        () => members.list(alice.workspace),
        () => members.update(at(alice), { role: 'viewer' }),
        () => members.remove(at(alice)),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
      }
    }
  });

  test('404: an unknown ID, and a workspace out of reach', async () => {
    const stranger = await parley.person();
    const { members } = session.workspaces;
    for (const attempt of [
      () => members.update(at(stranger), { role: 'viewer' }),
      () => members.remove(at(stranger)),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'member_not_found' });
    }
    const elsewhere = { workspaceId: stranger.workspace, userId: stranger.user.id };
    for (const attempt of [
      () => members.list(stranger.workspace),
      () => members.update(elsewhere, { role: 'viewer' }),
      () => members.remove(elsewhere),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
    }
  });

  test('404: one of several simultaneous removals succeeds', async () => {
    const bob = await join('viewer');
    const attempts = Array.from({ length: 10 }, () =>
      session.workspaces.members.remove(at(bob)).then(
        () => 'removed',
        ({ code }) => code as string,
      ),
    );
    const outcomes = (await Promise.all(attempts)).sort();
    expect(outcomes).toEqual([...Array.from({ length: 9 }, () => 'member_not_found'), 'removed']);
  });

  test('409: the last owner can’t leave', async () => {
    await join('admin');
    const { members } = session.workspaces;
    for (const attempt of [() => members.remove(at(alice)), () => members.update(at(alice), { role: 'admin' })]) {
      await expect(attempt()).rejects.toMatchObject({ status: 409, code: 'last_owner' });
    }
    expect((await members.update(at(alice), { role: 'owner' })).role).toBe('owner');
  });

  test('409: of two owners who demote each other at once, one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await parley.person();
      const two = await parley.person();
      await one.invite(two, 'owner');
      const [ones, twos] = [await one.session(), await two.session()];
      const ref = (person: Person) => ({ workspaceId: one.workspace, userId: person.user.id });
      await Promise.allSettled([ones.workspaces.members.remove(ref(two)), twos.workspaces.members.remove(ref(one))]);
      const { db } = parley;
      const owners = db.query
        .selectFrom('members')
        .select('user_id')
        .where('workspace_id', '=', one.workspace)
        .where('role', '=', 'owner');
      expect(await db.read(owners)).toHaveLength(1);
    }
  });

  test('403: an admin can’t change or remove a member who becomes an owner at the same moment', async () => {
    const [admin, bob] = [await join('admin'), await join('editor')];
    const racing = (meanwhile: () => Promise<unknown>) =>
      createMembers({
        db: racingWrite(parley.db, meanwhile),
        forgetCallers: () => undefined,
        resetFor: () => Promise.reject(new Error('not called')),
        record: () => ({ sql: 'select 1', parameters: [] }),
        returnHeld: () => ({ sql: 'select 1', parameters: [] }),
      });
    const actor = actorOf(admin, new Map([[alice.workspace, 'admin']]));
    const where = { id: alice.workspace, userId: bob.user.id };
    const make = (role: Role) => session.workspaces.members.update(at(bob), { role });
    const changed = racing(() => make('owner')).update(actor, where, { role: 'viewer' });
    await expect(changed).rejects.toMatchObject({ code: 'insufficient_role' });
    await make('editor');
    const removed = racing(() => make('owner')).remove(actor, where);
    await expect(removed).rejects.toMatchObject({ code: 'insufficient_role' });
    expect(await rolesOf()).toMatchObject({ [bob.user.id]: 'owner' });
  });
});
