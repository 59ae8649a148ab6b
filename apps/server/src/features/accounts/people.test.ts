// @module-tag sql
import { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { racingWrite } from '../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { newId } from '../../ids.ts';
import { departureOf } from '../workspaces/members/departure.ts';
import { createWorkspaces } from '../workspaces/service.ts';
import { createOperatorCommands } from './operator-commands.ts';

let addresses = 0;
/** An address that hasn't been used yet. */
function newAddress(): string {
  addresses += 1;
  return `someone-${addresses}@example.com`;
}

describe.each(engines)('addresses and the people behind them, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let bob: Person;
  beforeAll(async () => {
    [alice, bob] = [await parley.person(), await parley.person()];
  });

  const people = () => parley.features.accounts.people;
  const anybody = () => sessionClient(parley.url);

  /** Invites an address into a person's workspace; returns the token of the link. */
  const invite = async (host: Person, email: string, role: 'owner' | 'viewer' = 'viewer') => {
    const { invitations } = (await host.session()).workspaces;
    const [, token = ''] = (await invitations.create(host.workspace, { email, role })).url?.split('#token=') ?? [];
    return token;
  };

  /** Accepts an invitation in a new browser, which is then signed in. */
  const accept = async (token: string) => {
    const browser = anybody();
    const { user } = await browser.invitations.accept({ token, password });
    return { browser, id: user._id, email: user.email };
  };

  const join = async (host: Person, email = newAddress()) => accept(await invite(host, email));

  const eventsAbout = async (id: string) => {
    const events = await loggedEvents(parley.db, id);
    return events
      .filter(({ type }) => /^(member|user|api_key)\.(?!created)/.test(type))
      .map(({ account: _, ...rest }) => rest);
  };
  const byOperator = { operator: true };

  describe('an address is verified', () => {
    test('if the operator or the set-up link created its person, and not if an invitation did', async () => {
      expect((await (await alice.client([])).me.retrieve()).user.verified).toBe(true);
      const { browser, id } = await join(alice);
      expect((await browser.me.retrieve()).user.verified).toBe(false);
      const members = await (await alice.session()).workspaces.members.list(alice.workspace).toArray({ limit: 100 });
      const verified = new Map(members.map(({ user }) => [user._id, user.verified]));
      expect([verified.get(alice.user.id), verified.get(id)]).toEqual([true, false]);
    });

    test('403: without it, a person can’t join another account, and the invitation stays open', async () => {
      const { email, browser } = await join(alice);
      const token = await invite(bob, email);
      await expect(anybody().invitations.accept({ token, password })).rejects.toMatchObject({
        status: 403,
        code: 'address_not_verified',
        hint: expect.stringContaining('parley user verify'),
      });
      expect((await browser.me.retrieve()).workspaces.map(({ _id }) => _id)).toEqual([alice.workspace]);
      await people().verify(email.toUpperCase());
      await accept(token);
      const joined = (await browser.me.retrieve()).workspaces.map(({ _id }) => _id);
      expect(new Set(joined)).toEqual(new Set([alice.workspace, bob.workspace]));
    });

    test('without it, a person joins another workspace of the account in which it began', async () => {
      const { email, browser } = await join(alice);
      const owner = await alice.session();
      const { _id: second } = await owner.workspaces.create({ name: newAddress() });
      const { url } = await owner.workspaces.invitations.create(second, { email, role: 'viewer' });
      await accept(url?.split('#token=')[1] ?? '');
      expect((await browser.me.retrieve()).workspaces.map(({ _id }) => _id)).toContain(second);
    });

    test('401 and not 403 for a wrong password: only the person learns that the address is not verified', async () => {
      const { email } = await join(alice);
      const token = await invite(bob, email);
      const guess = anybody().invitations.accept({ token, password: 'what the inviter guesses' });
      await expect(guess).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
    });

    test('once it is verified: one event in each workspace, and none for a second time', async () => {
      const { email, id } = await join(alice);
      await people().verify(email);
      await people().verify(email);
      expect((await eventsAbout(id)).slice(1)).toEqual([
        {
          type: 'member.updated',
          workspace: alice.workspace,
          actor: byOperator,
          data: { user: id, fields: ['verified'] },
          changes: [{ field: 'verified', before: false, after: true }],
        },
      ]);
    });
  });

  test('a person without a workspace has events, too, in the account in which they began', async () => {
    const { email, id } = await join(alice);
    const owner = await alice.session();
    await owner.workspaces.members.remove({ workspaceId: alice.workspace, userId: id });
    const before = await eventsAbout(id);
    await people().verify(email);
    await people().rename(email, `renamed-${email}`);
    await people().remove(`renamed-${email}`);
    const inAccount = { workspace: null, actor: byOperator };
    const renamed = { field: 'email', before: email, after: `renamed-${email}` };
    const verified = { field: 'verified', before: false, after: true };
    expect((await eventsAbout(id)).slice(before.length)).toEqual([
      { type: 'user.updated', ...inAccount, data: { user: id, fields: ['verified'] }, changes: [verified] },
      { type: 'user.updated', ...inAccount, data: { user: id, fields: ['email'] }, changes: [renamed] },
      { type: 'user.removed', ...inAccount, data: { user: id }, changes: [] },
    ]);
    const accounts = (await loggedEvents(parley.db, id)).map(({ account }) => account);
    expect(new Set(accounts)).toEqual(new Set([alice.account]));
  });

  describe('rename', () => {
    test('frees the address; keys, sessions, workspaces and the password stay', async () => {
      const { email, id, browser } = await join(alice);
      const to = newAddress();
      await people().rename(email, to.toUpperCase());
      const me = await browser.me.retrieve();
      expect(me.user).toMatchObject({ _id: id, email: to, verified: false });
      expect(me.workspaces).toMatchObject([{ _id: alice.workspace, role: 'viewer' }]);
      await expect(anybody().sessions.create({ email, password })).rejects.toMatchObject({ status: 401 });
      await anybody().sessions.create({ email: to, password });
      const next = await join(bob, email);
      expect(next.id).not.toBe(id);
      expect((await eventsAbout(id)).at(-1)).toEqual({
        type: 'member.updated',
        workspace: alice.workspace,
        actor: byOperator,
        data: { user: id, fields: ['email'] },
        changes: [{ field: 'email', before: email, after: to }],
      });
    });

    test('refuses the address of another person, and an unknown one', async () => {
      const { email } = await join(alice);
      await expect(people().rename(email, bob.user.email)).rejects.toMatchObject({ code: 'name_conflict' });
      await expect(people().rename(newAddress(), newAddress())).rejects.toMatchObject({ code: 'member_not_found' });
    });
  });

  describe('remove', () => {
    test('ends sessions and memberships, revokes keys and frees the address, with an event for each', async () => {
      const { email, id, browser } = await join(alice);
      const owner = await alice.session();
      await owner.workspaces.members.update({ workspaceId: alice.workspace, userId: id }, { role: 'admin' });
      const { key, _id: keyId } = await browser.apiKeys.create({ name: 'Theirs', scopes: ['agents:read'] });
      const client = new Parley({ baseURL: parley.url, apiKey: key, maxRetries: 0 });
      await client.agents.list();
      expect(await people().remove(email)).toEqual({ workspaces: 1 });
      await expect(browser.me.retrieve()).rejects.toMatchObject({ status: 401 });
      await expect(client.agents.list()).rejects.toMatchObject({ status: 401, code: 'revoked_api_key' });
      await expect(anybody().sessions.create({ email, password })).rejects.toMatchObject({ status: 401 });
      const events = (await eventsAbout(id)).concat(await eventsAbout(keyId));
      expect(events.filter(({ actor }) => actor['operator'])).toEqual([
        { type: 'member.removed', workspace: alice.workspace, actor: byOperator, data: { user: id }, changes: [] },
        { type: 'api_key.revoked', workspace: null, actor: byOperator, data: { key: keyId }, changes: [] },
      ]);
      const members = await owner.workspaces.members.list(alice.workspace).toArray({ limit: 100 });
      expect(members.map(({ user }) => user._id)).not.toContain(id);
      const listed = await owner.apiKeys.list({ status: 'revoked' }).toArray({ limit: 100 });
      expect(listed.find(({ _id }) => _id === keyId)?.user).toEqual({
        _id: id,
        name: 'Removed user',
        email: `removed-${id}`,
      });
      expect((await join(bob, email)).id).not.toBe(id);
    });

    test('an invitation by the removed person no longer works', async () => {
      const { email, id, browser } = await join(alice);
      const owner = await alice.session();
      await owner.workspaces.members.update({ workspaceId: alice.workspace, userId: id }, { role: 'admin' });
      const draft = { email: newAddress(), role: 'viewer' } as const;
      const { url } = await browser.workspaces.invitations.create(alice.workspace, draft);
      await people().remove(email);
      await expect(anybody().invitations.preview({ token: url?.split('#token=')[1] ?? '' })).rejects.toMatchObject({
        status: 404,
      });
    });

    test('refuses the only owner of a workspace, names it, and changes nothing', async () => {
      const carol = await parley.person();
      const session = await carol.session();
      const heir = await accept(await invite(carol, newAddress(), 'owner'));
      await session.workspaces.create({ name: 'Only hers' });
      await expect(people().remove(carol.user.email)).rejects.toMatchObject({
        code: 'last_owner',
        message: expect.stringMatching(/^The person is the only owner of “Only hers” \(ws_\w+\)\.$/),
        extras: { hint: expect.stringContaining('parley user rename') },
      });
      expect((await session.me.retrieve()).workspaces).toHaveLength(2);
      expect((await heir.browser.me.retrieve()).workspaces).toHaveLength(1);
    });

    test('changes nothing if the person leaves, joins or gets a key meanwhile', async () => {
      const member = await join(alice);
      const owner = await alice.session();
      const leave = () => owner.workspaces.members.remove({ workspaceId: alice.workspace, userId: member.id });
      const { id, email } = member;
      const draft = { account: alice.account, user: { id, email, name: '' }, name: 'Late', scopes: [] };
      const makeKey = () => parley.features.keyOperations.create({ ...draft, environment: 'production' });
      for (const meanwhile of [makeKey, leave]) {
        const nothing = () => ({ sql: 'select 1', parameters: [] });
        const racing = createOperatorCommands({
          ...{ db: racingWrite(parley.db, meanwhile), now: Date.now, membershipsOf: parley.features.membershipsOf },
          ...{ departureOf: (user) => departureOf({ db: parley.db, returnHeld: nothing }, user), record: nothing },
          ...{ endSessions: () => [], removeFactors: () => [] },
          ...{ revokeKeys: parley.features.keyOperations.revokeAllOf, forgetCallers: () => undefined },
        });
        await expect(racing.remove(member.email)).rejects.toMatchObject({ code: 'version_conflict' });
        await anybody().sessions.create({ email: member.email, password });
      }
    });

    test('a workspace that the person creates meanwhile is refused: it would have no member', async () => {
      const { email, browser } = await join(alice);
      const { user } = await browser.me.retrieve();
      const { demandActive } = parley.features.accounts;
      const nothing = () => ({ sql: 'select 1', parameters: [] });
      const racing = createWorkspaces({
        ...{ db: racingWrite(parley.db, () => people().remove(email)), now: Date.now, newId, demandActive },
        ...{ room: () => [], forgetCallers: () => undefined, record: nothing, demandSecondFactor: () => [] },
      });
      const member = { user: { ...user, id: user._id }, account: alice.account, workspace: alice.workspace };
      const principal = actorOf(member, new Map([[alice.workspace, 'admin']]));
      await expect(racing.create(principal, { name: 'Left behind' })).rejects.toMatchObject({
        code: 'insufficient_role',
      });
      const { read, query } = parley.db;
      expect(await read(query.selectFrom('workspaces').select('id').where('name', '=', 'Left behind'))).toEqual([]);
    });

    test('a removed person can’t be suspended back into life', async () => {
      const { email, id } = await join(alice);
      await people().remove(email);
      await expect(people().remove(email)).rejects.toMatchObject({ code: 'member_not_found' });
      const { setStatus } = parley.features.accounts;
      await expect(setStatus(`removed-${id}`, 'active')).rejects.toThrow();
      const [row] = await parley.db.read(
        parley.db.query.selectFrom('users').select(['status', 'password_hash']).where('id', '=', id),
      );
      expect(row).toEqual({ status: 'removed', password_hash: '' });
    });
  });
});
