// @module-tag sql
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { readAuthority } from '../../storage/authority.ts';

const everything = [
  'agents:read',
  'agents:write',
  'conversations:read',
  'conversations:write',
  'workspace:admin',
] as const;

describe.each(engines)('accounts, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_LIMITS: 'free=60,pro=300,business=1000' } });
  let alice: Person;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
  });

  describe('me', () => {
    test('shows a key’s person, account, scopes, rights and remaining limit', async () => {
      const client = await alice.client(['agents:read', 'conversations:write']);
      const before = Date.now();
      const me = await client.me.retrieve();
      const { id, email, name } = alice.user;
      expect(me).toEqual({
        kind: 'key',
        user: { _id: id, name, email, verified: true },
        ownsInstance: true,
        account: { _id: alice.account, plan: 'business' },
        key: {
          _id: expect.stringMatching(/^key_/),
          scopes: ['agents:read', 'conversations:write'],
          workspace: null,
          expiresAt: null,
        },
        workspaces: [
          { _id: alice.workspace, name: 'Home', role: 'owner', permissions: ['agents:read', 'conversations:write'] },
        ],
        lockedWorkspaces: [],
        rateLimit: { limit: 1000, remaining: 999, resetsAt: expect.stringMatching(/Z$/) },
        concurrency: {
          replies: { limit: 1_000_000, used: 0 },
          streams: { limit: 1_000_000, used: 0 },
          exports: { limit: 1_000_000, used: 0 },
        },
      });
      expect(Date.parse(me.rateLimit.resetsAt)).toBeGreaterThanOrEqual(before + 60_000);
    });

    test('shows when a key ends and the workspace that it is bound to', async () => {
      const expiresAt = Date.now() + 1_000_000;
      const { key } = await (
        await alice.client(['agents:read'], { workspace: alice.workspace, expiresAt })
      ).me.retrieve();
      expect(key).toMatchObject({ workspace: alice.workspace, expiresAt: new Date(expiresAt).toISOString() });
    });

    test('accepts a key without any scope', async () => {
      const client = await alice.client([]);
      expect((await client.me.retrieve()).workspaces).toMatchObject([{ permissions: [] }]);
      await expect(client.agents.list()).rejects.toMatchObject({ code: 'insufficient_scope' });
    });

    test('shows a session every workspace of its person', async () => {
      const bob = await parley.person();
      await alice.invite(bob, 'editor');
      const me = await (await bob.session()).me.retrieve();
      expect(me).toMatchObject({
        kind: 'session',
        key: null,
        account: { _id: bob.account, plan: 'free' },
        rateLimit: { limit: 600 },
      });
      expect(me.workspaces).toEqual([
        { _id: alice.workspace, name: 'Home', role: 'editor', permissions: everything.slice(0, 4) },
        { _id: bob.workspace, name: 'Home', role: 'owner', permissions: [...everything] },
      ]);
    });

    test('workspace:admin alone grants every permission', async () => {
      const [workspace] = (await (await alice.client(['workspace:admin'])).me.retrieve()).workspaces;
      expect(workspace?.permissions).toEqual(everything);
    });

    test('counts as a request and shows the figures of the headers', async () => {
      const carol = await parley.person();
      const client = await carol.client();
      for (let asked = 1; asked <= 3; asked += 1) {
        const { data, response } = await client.me.retrieve().withResponse();
        expect(data.rateLimit.remaining).toBe(60 - asked);
        expect(response.headers.get('x-ratelimit-remaining')).toBe(String(data.rateLimit.remaining));
        expect(Math.ceil(Date.parse(data.rateLimit.resetsAt) / 1000)).toBe(
          Number(response.headers.get('x-ratelimit-reset')),
        );
      }
    });

    test('shows a changed plan with the next request', async () => {
      const carol = await parley.person();
      const client = await carol.client();
      expect((await client.me.retrieve()).account.plan).toBe('free');
      await parley.features.accounts.setPlan(carol.user.email.toUpperCase(), 'pro');
      expect(await client.me.retrieve()).toMatchObject({ account: { plan: 'pro' }, rateLimit: { limit: 300 } });
    });

    test('401: without credentials', async () => {
      expectFailure(await send(parley.url, { path: '/api/me' }), 'missing_api_key');
    });
  });

  describe('the person’s own name', () => {
    test('changes with the next request, for every session and key', async () => {
      const bob = await parley.person();
      const [session, elsewhere, client] = [await bob.session(), await bob.session(), await bob.client()];
      await elsewhere.me.retrieve();
      expect((await session.me.update({ name: 'Robert 👍' })).user).toEqual({
        _id: bob.user.id,
        email: bob.user.email,
        verified: true,
        name: 'Robert 👍',
      });
      for (const each of [session, elsewhere, client]) expect((await each.me.retrieve()).user.name).toBe('Robert 👍');
      expect((await session.me.update({})).user.name).toBe('Robert 👍');
      const { user } = await session.apiKeys.create({ name: 'Later', scopes: ['agents:read'] });
      expect(user.name).toBe('Robert 👍');
    });

    test('a change of name clears no cache of rights', async () => {
      const bob = await parley.person();
      const session = await bob.session();
      const epoch = await readAuthority(parley.db);
      const forget = vi.spyOn(parley.features.admission.authentication.callers, 'forget');
      onTestFinished(() => forget.mockRestore());
      await session.me.update({ name: 'Bobby' });
      expect(forget).not.toHaveBeenCalled();
      expect(await readAuthority(parley.db)).toBe(epoch);
    });

    test.each([
      { name: 7 },
      { name: null },
      { name: 'x'.repeat(201) },
      { email: 'b@example.com' },
      { plan: 'business' },
    ])('400: %j', async (body) => {
      const session = await alice.session();
      await expect(session.me.update(body as object)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    });

    test('403: a key', async () => {
      const client = await alice.client();
      await expect(client.me.update({ name: 'X' })).rejects.toMatchObject({ status: 403, code: 'session_required' });
    });
  });

  describe('the operator', () => {
    test('creates a person only once', async () => {
      await expect(parley.person({ email: alice.user.email.toUpperCase() })).rejects.toMatchObject({
        code: 'name_conflict',
      });
    });

    test('gets member_not_found for an unknown address', async () => {
      const { setPlan, setStatus } = parley.features.accounts;
      await expect(setPlan('nobody@example.com', 'pro')).rejects.toMatchObject({ code: 'member_not_found' });
      await expect(setStatus('nobody@example.com', 'suspended')).rejects.toMatchObject({ code: 'member_not_found' });
    });

    test('suspends a person’s keys and sessions with the next request; reactivation restores the keys', async () => {
      const bob = await parley.person();
      const [session, client] = [await bob.session(), await bob.client()];
      for (const each of [session, client]) await each.me.retrieve();
      await parley.features.accounts.setStatus(bob.user.email, 'suspended');
      for (const each of [session, client]) await expect(each.me.retrieve()).rejects.toMatchObject({ status: 401 });
      await parley.features.accounts.setStatus(bob.user.email, 'active');
      expect((await client.me.retrieve()).user._id).toBe(bob.user.id);
      await expect(session.me.retrieve()).rejects.toMatchObject({ status: 401 });
      expect((await (await bob.session()).me.retrieve()).user._id).toBe(bob.user.id);
    });

    test('creates, lists and revokes keys', async () => {
      const bob = await parley.person();
      const { keyOperations } = parley.features;
      const draft = { account: bob.account, user: bob.user, name: 'By hand', environment: 'production' } as const;
      const made = await keyOperations.create({ ...draft, scopes: ['agents:read'] });
      expect((await send(parley.url, { path: '/api/agents', key: made.key })).status).toBe(200);
      const listed = await keyOperations.list(bob.user.email.toUpperCase());
      expect(listed.map(({ _id, name }) => ({ _id, name }))).toEqual([{ _id: made._id, name: 'By hand' }]);
      expect(JSON.stringify(listed)).not.toContain(made.key.slice(7, 30));
      await keyOperations.revoke(made._id);
      expectFailure(await send(parley.url, { path: '/api/agents', key: made.key }), 'revoked_api_key');
      await expect(keyOperations.revoke('key_none')).rejects.toMatchObject({ code: 'api_key_not_found' });
    });
  });
});
