// @module-tag sql
import { type ApiKeyCreateParams, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, type Service, service, startService } from '../../../testing/harness.ts';
import { isWellFormedKey } from '../../access/key-format.ts';

const day = 24 * 60 * 60 * 1000;
const scopes = ['agents:read'] as const;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const clientOf = ({ url }: Pick<Service, 'url'>, apiKey: string) => new Parley({ baseURL: url, apiKey, maxRetries: 0 });

describe.each(engines)('API keys, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;
  let admin: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    session = await alice.session();
    admin = await alice.client(['workspace:admin']);
  });

  const make = (more: object = {}) =>
    session.apiKeys.create({ name: 'Shop', scopes: [...scopes], ...more } as ApiKeyCreateParams);
  const bareOf = <Made extends { key: string }>({ key: _key, ...bare }: Made) => bare;

  describe('create', () => {
    test('shows the key once, and all fields of a list', async () => {
      const made = await make();
      expect(made).toEqual({
        _id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Shop',
        key: expect.stringMatching(/^parley_[0-9A-Za-z]{38}$/),
        prefix: 'parley_',
        lastFour: made.key.slice(-4),
        scopes: ['agents:read'],
        environment: 'production',
        workspace: null,
        status: 'active',
        inactiveReason: null,
        user: { _id: alice.user.id, name: alice.user.name, email: alice.user.email },
        rotatedFrom: null,
        replacedBy: null,
        validUntil: null,
        createdAt: expect.stringMatching(time),
        expiresAt: null,
        lastUsedAt: null,
        revokedAt: null,
      });
      expect(isWellFormedKey(made.key)).toBe(true);
      expect(await session.apiKeys.retrieve(made._id)).toEqual(bareOf(made));
    });

    test('the key works at once, with exactly its scopes', async () => {
      const client = clientOf(parley, (await make({ scopes: ['agents:read', 'conversations:read'] })).key);
      await client.agents.list();
      await expect(client.agents.create({ name: 'A' })).rejects.toMatchObject({ code: 'insufficient_scope' });
      expect((await client.me.retrieve()).key?.scopes).toEqual(['agents:read', 'conversations:read']);
    });

    test('the key itself isn’t stored', async () => {
      const { key, _id } = await make();
      const row = await parley.db.read(parley.db.query.selectFrom('api_keys').selectAll().where('id', '=', _id));
      expect(JSON.stringify(row)).not.toContain(key.slice(7, 30));
      expect(row[0]?.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(parley.log()).not.toContain(key.slice(7, 30));
    });

    test('a key that is bound to a workspace sees no other', async () => {
      const second = await session.workspaces.create({ name: 'Second' });
      const made = await make({ workspaceId: second._id, scopes: ['agents:read', 'agents:write'] });
      expect(made.workspace).toBe(second._id);
      const client = clientOf(parley, made.key);
      expect((await client.agents.create({ name: 'A' })).workspace).toBe(second._id);
      expect((await client.agents.list({ workspaceId: alice.workspace })).items).toEqual([]);
      expect((await client.me.retrieve()).workspaces.map(({ _id }) => _id)).toEqual([second._id]);
    });

    test('an admin in another account’s workspace creates keys that work there and count for its account', async () => {
      const bob = await parley.person();
      await alice.invite(bob, 'admin');
      const bobs = await bob.session();
      const made = await bobs.apiKeys.create({ name: 'Guest', scopes: ['agents:write'], workspaceId: alice.workspace });
      const client = clientOf(parley, made.key);
      expect((await client.agents.create({ name: 'By the guest' })).workspace).toBe(alice.workspace);
      expect((await client.me.retrieve()).account._id).toBe(alice.account);
      for (const manager of [bobs, session]) {
        expect((await manager.apiKeys.retrieve(made._id)).lastFour).toBe(made.lastFour);
        expect((await manager.apiKeys.list({ workspaceId: alice.workspace })).items.map(({ _id }) => _id)).toContain(
          made._id,
        );
      }
      await session.apiKeys.revoke(made._id);
      await expect(client.agents.list()).rejects.toMatchObject({ status: 401, code: 'revoked_api_key' });
    });

    test('a guest admin manages the keys of that workspace, and no account-wide ones', async () => {
      const bob = await parley.person();
      await alice.invite(bob, 'admin');
      const bobs = await bob.session();
      const [whole, bound] = [await make(), await make({ workspaceId: alice.workspace })];
      const draft = { name: 'Guest', scopes: ['workspace:admin' as const], workspaceId: alice.workspace };
      const guestKey = clientOf(parley, (await bobs.apiKeys.create(draft)).key);
      for (const guest of [bobs, guestKey]) {
        const ids = (await guest.apiKeys.list({ limit: 100 })).items.map(({ _id }) => _id);
        expect(ids).toContain(bound._id);
        expect(ids).not.toContain(whole._id);
        expect((await guest.apiKeys.retrieve(bound._id))._id).toBe(bound._id);
        for (const attempt of [
          () => guest.apiKeys.retrieve(whole._id),
          () => guest.apiKeys.update(whole._id, { name: 'Mine' }),
          () => guest.apiKeys.revoke(whole._id),
        ]) {
          await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' });
        }
      }
      await expect(guestKey.usage.retrieve()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
      expect((await session.apiKeys.retrieve(whole._id)).name).toBe('Shop');
      const own = await bobs.apiKeys.create({ name: 'Own', scopes: [...scopes] });
      expect((await bobs.apiKeys.retrieve(own._id)).workspace).toBeNull();
    });

    test('may expire after 30, 90 or 365 days, and does', async () => {
      const own = await startService(engine);
      const theirs = await (await own.person()).session();
      const brief = (expiresInDays: 30 | 90 | 365) =>
        theirs.apiKeys.create({ name: 'Brief', scopes: [...scopes], expiresInDays });
      const made = [await brief(30), await brief(90), await brief(365)];
      const lifetimes = made.map(({ createdAt, expiresAt }) => Date.parse(expiresAt ?? '') - Date.parse(createdAt));
      expect(lifetimes).toEqual([30 * day, 90 * day, 365 * day]);
      let passed = 0;
      for (const [index, { key }] of made.entries()) {
        const client = clientOf(own, key);
        own.advance((lifetimes[index] ?? 0) - passed - 60_000);
        await client.agents.list();
        own.advance(60_001);
        await expect(client.agents.list()).rejects.toMatchObject({ status: 401, code: 'expired_api_key' });
        passed = (lifetimes[index] ?? 0) + 1;
      }
      await own.close();
    });

    test('the environment is only a label', async () => {
      const { key, environment } = await make({ environment: 'development' });
      expect(environment).toBe('development');
      await clientOf(parley, key).agents.list();
    });

    test.each([
      ['a name of 100 characters', { name: '👍'.repeat(100) }],
      [
        'every scope',
        { scopes: ['agents:read', 'agents:write', 'conversations:read', 'conversations:write', 'workspace:admin'] },
      ],
      ['null for never', { expiresInDays: null }],
    ])('accepts %s', async (_what, more) => {
      expect((await make(more)).status).toBe('active');
    });

    test.each([
      ['no name', { name: undefined }, 'name', 'is required'],
      ['an empty name', { name: ' ' }, 'name', 'must have 1 to 100 characters after trimming'],
      ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name', 'must have 1 to 100 characters after trimming'],
      ['no scopes', { scopes: [] }, 'scopes', 'must not be empty'],
      ['a scope twice', { scopes: ['agents:read', 'agents:read'] }, 'scopes', 'must not name the same thing twice'],
      [
        'an unknown scope',
        { scopes: ['agents:delete'] },
        'scopes.0',
        expect.stringMatching(/^must be one of agents:read, /),
      ],
      ['an unsupported lifetime', { expiresInDays: 31 }, 'expiresInDays', 'must be 30, 90, 365 or null'],
      ['an unknown environment', { environment: 'staging' }, 'environment', 'must be one of development, production'],
      ['a key of one’s own choice', { key: 'parley_x' }, 'key', 'is not a known field'],
      ['another user', { user: 'user_x' }, 'user', 'is not a known field'],
    ])('400: %s', async (_what, more, path, message) => {
      await expect(make(more)).rejects.toMatchObject({
        status: 400,
        code: 'validation_failed',
        details: [{ path, message }],
      });
    });

    test('403: a key', async () => {
      const error = admin.apiKeys.create({ name: 'Offspring', scopes: [...scopes] });
      await expect(error).rejects.toMatchObject({ status: 403, code: 'session_required' });
    });

    test('404: a workspace out of reach', async () => {
      const { workspace } = await parley.person();
      for (const workspaceId of [workspace, 'nonsense']) {
        await expect(make({ workspaceId })).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
      }
    });
  });

  describe('read, list and rename', () => {
    test('lists show the newest first and never the key itself', async () => {
      const own = await (await parley.person()).session();
      const made = [];
      for (const name of ['One', 'Two', 'Three']) made.push(await own.apiKeys.create({ name, scopes: [...scopes] }));
      const page = await own.apiKeys.list({ includeTotal: true });
      expect(page.items).toEqual(made.map(bareOf).reverse());
      expect(page.total).toBe(3);
      expect(JSON.stringify(page)).not.toContain(made[0]?.key.slice(7, 30));
      const walked = await own.apiKeys.list({ limit: 1 }).toArray({ limit: 10 });
      expect(walked).toEqual(page.items);
    });

    test('filters by workspace, environment and status', async () => {
      const own = await startService(engine);
      const carol = await own.person();
      const theirs = await carol.session();
      const create = (name: string, more: object) =>
        theirs.apiKeys.create({ name, scopes: [...scopes], ...more } as ApiKeyCreateParams);
      await create('bound', { workspaceId: carol.workspace, environment: 'development' });
      await create('brief', { expiresInDays: 30 });
      await theirs.apiKeys.revoke((await create('revoked', {}))._id);
      await create('plain', {});
      own.advance(31 * day);
      const again = await carol.session();
      const named = async (query: object) => (await again.apiKeys.list(query)).items.map(({ name }) => name);
      expect(await named({ workspaceId: carol.workspace })).toEqual(['bound']);
      expect(await named({ environment: 'development' })).toEqual(['bound']);
      expect(await named({ status: 'active' })).toEqual(['plain', 'bound']);
      expect(await named({ status: 'expired' })).toEqual(['brief']);
      expect(await named({ status: 'revoked' })).toEqual(['revoked']);
      expect((await again.apiKeys.list({ status: 'active', includeTotal: true })).total).toBe(2);
      await own.close();
    });

    test('a rename changes only the name', async () => {
      const made = await make();
      const renamed = await session.apiKeys.update(made._id, { name: 'Renamed' });
      expect(renamed).toEqual({ ...bareOf(made), name: 'Renamed' });
      expect(await admin.apiKeys.retrieve(made._id)).toEqual(renamed);
      expect(await session.apiKeys.update(made._id, {})).toEqual(renamed);
      await clientOf(parley, made.key).agents.list();
    });

    test('lastUsedAt is at most a minute late', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const own = await startService(engine);
      const carol = await own.person();
      const theirs = await carol.session();
      const { _id, key } = await theirs.apiKeys.create({ name: 'Used', scopes: [...scopes] });
      const before = Date.now();
      await clientOf(own, key).agents.list();
      vi.advanceTimersByTime(60_000);
      vi.useRealTimers();
      await vi.waitFor(async () => {
        const { lastUsedAt } = await theirs.apiKeys.retrieve(_id);
        expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThanOrEqual(before);
      }, 10_000);
      await own.close();
    });

    test('400: read-only fields', async () => {
      const { _id } = await make();
      for (const change of [{ expiresInDays: null }, { environment: 'development' }]) {
        await expect(session.apiKeys.update(_id, change as object)).rejects.toMatchObject({
          status: 400,
          code: 'validation_failed',
        });
      }
      await expect(session.apiKeys.update(_id, { name: '' })).rejects.toMatchObject({ status: 400 });
    });

    test('403: without workspace:admin', async () => {
      const { _id } = await make();
      const { apiKeys } = await alice.client([
        'agents:read',
        'agents:write',
        'conversations:read',
        'conversations:write',
      ]);
      for (const attempt of [
        () => apiKeys.list(),
        () => apiKeys.retrieve(_id),
        () => apiKeys.update(_id, {}),
        () => apiKeys.revoke(_id),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
      }
    });

    test('404: a key of another account, and an unknown one', async () => {
      const theirs = await (await parley.person()).session();
      const { _id } = await theirs.apiKeys.create({ name: 'Theirs', scopes: [...scopes] });
      const { apiKeys } = session;
      const attempts = [
        (id: string) => apiKeys.retrieve(id),
        (id: string) => apiKeys.update(id, { name: 'Mine' }),
        (id: string) => apiKeys.revoke(id),
        (id: string) => apiKeys.rotate(id),
      ];
      for (const id of [_id, 'key_01h455vb4pex5vsknk084sn02q', 'nonsense']) {
        for (const attempt of attempts) {
          await expect(attempt(id)).rejects.toMatchObject({ status: 404, code: 'api_key_not_found' });
        }
      }
      expect((await session.apiKeys.list({ limit: 100 })).items.map((key) => key._id)).not.toContain(_id);
    });
  });
});
