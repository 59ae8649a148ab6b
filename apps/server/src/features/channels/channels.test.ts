// @module-tag sql
import type { ChannelCreateParams, ChannelUpdateParams, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { everyRow } from '../../../testing/memory/left-behind.ts';
import { sendEvent } from '../../../testing/servers/webhook-server.ts';
import { webDefaults } from '../../platforms/web/settings.ts';
import { statement } from '../../storage/unit.ts';

describe.each(engines)('channels, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Support', model: 'builtin/echo' }))._id;
  });

  const create = (draft: Partial<ChannelCreateParams> = {}) =>
    client.channels.create(agent, { type: 'widget', ...draft });
  const detailsOf = async (draft: Partial<ChannelCreateParams>) =>
    ((await create(draft).catch((error: unknown) => error)) as { details?: unknown }).details;

  describe('create', () => {
    test('needs only a type and returns the whole channel with its secret', async () => {
      const { data, response, etag } = await create().withResponse();
      const { secret, ...channel } = data;
      expect(channel).toEqual({
        _id: expect.stringMatching(/^channel_[0-9a-z]{26}$/),
        agent,
        workspace: alice.workspace,
        type: 'widget',
        name: 'Website widget',
        status: 'active',
        settings: webDefaults,
        offlineMessage: null,
        limits: {
          ...{ visitorMessagesPerDay: 100, messagesPerDay: 2_000, addressPercent: 10 },
          ...{ messageLength: 4_000, historyTokens: 8_000, message: null },
        },
        urls: {
          page: expect.stringMatching(new RegExp(`/chat/${channel._id}$`)),
          script: expect.stringMatching(/\/widget\.js$/),
        },
        picture: null,
        externalId: null,
        metadata: {},
        lastEventAt: null,
        lastError: null,
        lastCheckedAt: null,
        createdAt: channel.updatedAt,
        updatedAt: channel.createdAt,
      });
      expect(secret).toMatch(/^parley_identity_[\w-]{43}$/);
      expect(etag).toBe('"1"');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('location')).toBe(`/api/channels/${channel._id}`);
      expect(await client.channels.retrieve(channel._id)).toEqual(channel);
    });

    test('has the secret, settings and addresses of its kind', async () => {
      const { secret, urls, settings } = await create({ type: 'webhook' });
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
      expect(urls).toEqual({ inbound: expect.stringMatching(/\/api\/channels\/channel_\w+\/inbound$/) });
      expect(settings).toEqual({
        url: '',
        apology: 'Sorry, something went wrong. Please try again.',
        confirmation: 'A colleague has to confirm this first. You’ll get the answer here.',
        handover: { offered: false, team: null, awayText: '', words: expect.arrayContaining(['person', 'Mensch']) },
        satisfaction: { asked: false, question: '' },
      });
      const page = await create({ type: 'page' });
      expect(Object.keys(page.urls)).toEqual(['page']);
      expect(page.settings).not.toHaveProperty('position');
    });

    test('takes everything that is set, and fills in the rest', async () => {
      const theme = { mode: 'dark', dark: { accent: '#ff0000' } };
      const limits = { messagesPerDay: null, message: 'Come back tomorrow.' };
      const draft = { name: 'Shop', status: 'inactive', offlineMessage: 'Closed.', limits } as const;
      expect(await create({ ...draft, settings: { theme, texts: { placeholder: 'Ask' } } })).toMatchObject({
        ...draft,
        limits: { visitorMessagesPerDay: 100, ...limits },
        settings: {
          ...webDefaults,
          theme: { mode: 'dark', radius: 12, light: {}, dark: { accent: '#ff0000' } },
          texts: { placeholder: 'Ask' },
        },
      });
    });

    test('with the same Idempotency-Key returns the same secret and creates nothing', async () => {
      const again = { idempotencyKey: `twice ${engine}` };
      const first = await client.channels.create(agent, { type: 'webhook' }, again);
      expect(await client.channels.create(agent, { type: 'webhook' }, again)).toEqual(first);
    });

    test.each([
      [{ title: 7 }, 'settings.title', 'must be a string'],
      [{ theme: { mode: 'pink' } }, 'settings.theme.mode', 'must be one of auto, light, dark'],
      [{ theme: { light: { accent: 'red' } } }, 'settings.theme.light.accent', 'must be a colour such as #0b5fff'],
      [{ theme: { radius: 25 } }, 'settings.theme.radius', 'must be between 0 and 24'],
      [{ theme: { accent: '#000000' } }, 'settings.theme.accent', 'is not a known field'],
      [{ suggestions: Array(7).fill('Hi') }, 'settings.suggestions', 'must have at most 6 items'],
      [{ suggestions: [''] }, 'settings.suggestions.0', 'must not be empty'],
      [{ texts: { 'a b': 'x' } }, 'settings.texts.a b', 'is not a known field'],
      [{ texts: { a: 'x'.repeat(201) } }, 'settings.texts.a', 'must have at most 200 characters'],
      [{ greeting: null }, 'settings.greeting', 'must be a string'],
      [{ unknown: 1 }, 'settings.unknown', 'is not a known field'],
      [{ identity: true }, 'settings.identity', 'must be a string'],
    ])('refuses the settings %j', async (settings, path, message) => {
      expect(await detailsOf({ settings })).toEqual([{ path, message }]);
    });

    test.each([
      'example.com',
      'https://example.com/',
      'https://example.com/path',
      'ftp://example.com',
      'https://*',
      'https://EXAMPLE.com',
      "https://example.com; script-src 'unsafe-inline'",
      'https://example.com:99999',
      'https://example.com:443',
      'http://example.com:80',
      'https://*.*.example.com',
      '*',
      'null',
    ])('refuses the origin %s', async (origin) => {
      expect(await detailsOf({ settings: { allowedOrigins: [origin] } })).toMatchObject([
        { path: 'settings.allowedOrigins.0' },
      ]);
    });

    test('takes origins as browsers send them', async () => {
      const allowedOrigins = [
        'https://example.com',
        'https://*.example.com',
        'http://localhost:8080',
        'http://127.0.0.1:1',
      ];
      expect((await create({ settings: { allowedOrigins } })).settings).toMatchObject({ allowedOrigins });
    });

    test.each(['http://example.com/', 'https://a:b@example.com/', 'javascript:alert(1)', '/in', 'https://'])(
      'refuses the address %s',
      async (url) => {
        expect(await detailsOf({ type: 'webhook', settings: { url } })).toEqual([
          { path: 'settings.url', message: 'must be an https URL without a user name or password' },
        ]);
      },
    );

    test('refuses what the service sets, unknown kinds and unknown fields', async () => {
      expect(await detailsOf({ status: 'error' as 'active' })).toMatchObject([{ path: 'status' }]);
      expect(await detailsOf({ type: 'telegraph' as 'widget' })).toMatchObject([{ path: 'type' }]);
      expect(await detailsOf({ secret: 'mine' } as object)).toEqual([
        { path: 'secret', message: 'is not a known field' },
      ]);
      expect(await detailsOf({ limits: { messagesPerDay: 0 } })).toMatchObject([{ path: 'limits.messagesPerDay' }]);
      expect(await detailsOf({ offlineMessage: 'x'.repeat(2_001) })).toMatchObject([{ path: 'offlineMessage' }]);
      expect(await detailsOf({ name: ' ' })).toMatchObject([{ path: 'name' }]);
    });

    test('refuses an agent that is unknown, deleted or of another account', async () => {
      const { _id: gone } = await client.agents.create({ name: 'Gone' });
      await client.agents.delete(gone);
      const bob = await (await parley.person()).client();
      const notFound = { status: 404, code: 'agent_not_found' };
      const draft = { type: 'widget' } as const;
      await expect(client.channels.create('agent_none', draft)).rejects.toMatchObject(notFound);
      await expect(client.channels.create(gone, draft)).rejects.toMatchObject(notFound);
      await expect(bob.channels.create(agent, draft)).rejects.toMatchObject(notFound);
    });
  });

  test('is read as it is now, though a message that came in is no new version', async () => {
    const { _id, secret } = await create({ type: 'webhook' });
    const { etag = '' } = await client.channels.retrieve(_id).withResponse();
    const again = () => client.channels.retrieve(_id, { headers: { 'if-none-match': etag } }).withResponse();
    expect((await again()).response.status).toBe(200);
    const event = { channel: _id, secret: secret ?? '', body: { type: 'message', user: { id: 'u1' }, text: 'Hi' } };
    expect(await sendEvent(parley.url, event)).toMatchObject({ status: 200 });
    const { data, etag: same } = await again();
    expect([data.lastEventAt, same]).toEqual([expect.any(String), etag]);
  });

  describe('update', () => {
    test('merges fields, settings and limits', async () => {
      const { _id } = await create({ settings: { title: 'Old', greeting: 'Hi' }, offlineMessage: 'Away' });
      const changed = await client.channels.update(_id, {
        settings: { title: 'New', theme: { radius: 0 } },
        limits: { messagesPerDay: 5 },
        offlineMessage: null,
      });
      expect(changed).toMatchObject({
        offlineMessage: null,
        limits: { messagesPerDay: 5, visitorMessagesPerDay: 100 },
      });
      expect(changed.settings).toEqual({
        ...webDefaults,
        ...{ title: 'New', greeting: 'Hi', theme: { ...webDefaults.theme, radius: 0 } },
      });
      expect(await client.channels.update(_id, {})).toMatchObject({ settings: changed.settings });
    });

    test('accepts a read that is sent back, and refuses another value of a read-only field', async () => {
      const { _id } = await create();
      const read = await client.channels.retrieve(_id);
      expect(await client.channels.update(_id, read)).toMatchObject({ ...read, updatedAt: expect.any(String) });
      const others = [
        { agent: 'agent_other' },
        { urls: {} },
        { type: 'page' },
        { lastEventAt: '2026-01-01T00:00:00.000Z' },
      ];
      for (const field of others as readonly ChannelUpdateParams[])
        await expect(client.channels.update(_id, field)).rejects.toMatchObject({ code: 'read_only_field' });
      await expect(client.channels.update(_id, { status: 'error' })).rejects.toMatchObject({
        details: [{ path: 'status', message: 'must be one of active, inactive' }],
      });
    });

    test('moves the version, and refuses one that was replaced', async () => {
      const { _id } = await create();
      const { data, etag } = await client.channels.update(_id, { name: 'Two' }).withResponse();
      expect([etag, data.updatedAt > data.createdAt]).toEqual(['"2"', true]);
      await expect(client.channels.update(_id, { name: 'Three' }, { ifMatch: '"1"' })).rejects.toMatchObject({
        code: 'version_conflict',
      });
      await expect(client.channels.delete(_id, { ifMatch: '"1"' })).rejects.toMatchObject({ code: 'version_conflict' });
      expect(await client.channels.update(_id, { name: 'Three' }, { ifMatch: '"2"' })).toMatchObject({ name: 'Three' });
    });
  });

  test('the list has those of an agent, filtered and in pages', async () => {
    const { _id: other } = await client.agents.create({ name: 'Other' });
    const made: string[] = [];
    for (const type of ['widget', 'page', 'webhook'] as const)
      made.unshift((await client.channels.create(other, { type, name: `The ${type}` }))._id);
    await client.channels.update(made[0] ?? '', { status: 'inactive' });
    const idsOf = async (query: object) => {
      const found: string[] = [];
      for await (const { _id } of client.channels.list(other, { limit: 1, ...query })) found.push(_id);
      return found;
    };
    expect(await idsOf({})).toEqual(made);
    expect(await idsOf({ sort: 'createdAt' })).toEqual(made.toReversed());
    expect(await idsOf({ sort: 'name' })).toEqual([made[1], made[0], made[2]]);
    expect(await idsOf({ type: 'page' })).toEqual([made[1]]);
    expect(await idsOf({ status: 'inactive' })).toEqual([made[0]]);
    const page = await client.channels.list(other, { includeTotal: true, limit: 2 });
    expect([page.items.length, page.total]).toEqual([2, 3]);
    expect(page.items[0]).toEqual(await client.channels.retrieve(made[0] ?? ''));
    await expect(client.channels.list('agent_none')).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  test('the list of all has those of every agent and workspace within reach', async () => {
    const ben = await parley.person();
    const [own, stranger] = [await ben.client(), client];
    const agents = [await own.agents.create({ name: 'One' }), await own.agents.create({ name: 'Two' })] as const;
    const made: string[] = [];
    for (const { _id } of [agents[0], agents[1], agents[0]])
      made.unshift((await own.channels.create(_id, { type: 'webhook' }))._id);
    const error = JSON.stringify({ code: 'unreachable', message: 'It did not answer.', at: new Date().toISOString() });
    const failed = { status: 'error', last_error: error };
    await parley.db.write([
      statement(
        parley.db.query
          .updateTable('channels')
          .set(failed)
          .where('id', '=', made[0] ?? ''),
      ),
    ]);
    const idsOf = async (query: object, as = own) => {
      const found: string[] = [];
      for await (const { _id } of as.channels.listAll({ limit: 1, ...query })) found.push(_id);
      return found;
    };
    expect(await idsOf({})).toEqual(made);
    expect(await idsOf({ workspaceId: ben.workspace, sort: 'createdAt' })).toEqual(made.toReversed());
    expect(await idsOf({ agentId: agents[1]._id })).toEqual([made[1]]);
    expect(await idsOf({ status: 'error', type: 'webhook' })).toEqual([made[0]]);
    expect((await own.channels.listAll({ status: 'error', includeTotal: true })).total).toBe(1);
    expect(await idsOf({ workspaceId: alice.workspace })).toEqual([]);
    expect(await idsOf({ workspaceId: ben.workspace }, stranger)).toEqual([]);
    const { nextCursor } = await own.channels.listAll({ limit: 1 });
    await expect(own.channels.listAll({ limit: 1, cursor: nextCursor ?? '', status: 'error' })).rejects.toMatchObject({
      code: 'cursor_invalid',
    });
    await own.agents.delete(agents[0]._id);
    expect(await idsOf({})).toEqual([made[1]]);
  });

  test('the kinds say what can be set, and how to connect one', async () => {
    const { items } = await client.channels.types();
    expect(items.map(({ type, secret, urls }) => [type, secret, urls])).toEqual([
      ['widget', 'identity', ['script', 'page']],
      ['page', 'identity', ['page']],
      ['telegram', 'verification', ['inbound']],
      ['slack', null, ['inbound']],
      ['discord', null, ['inbound']],
      ['whatsapp', 'verification', ['inbound']],
      ['email', 'signature', ['inbound']],
      ['webhook', 'signature', ['inbound']],
    ]);
    expect(items[0]?.settings).toMatchObject({
      type: 'object',
      properties: { greeting: { title: 'Greeting', default: '', maxLength: 500 }, theme: { properties: { mode: {} } } },
      additionalProperties: false,
    });
    for (const { steps } of items) expect(steps.length).toBeGreaterThan(0);
  });

  test('a test says what can be told without a visitor', async () => {
    const { _id } = await create({ settings: { allowedOrigins: ['https://example.com'] } });
    expect(await client.channels.test(_id)).toEqual({
      ok: true,
      checks: [
        { name: 'channel_active', ok: true, message: 'The channel is active.' },
        { name: 'agent_active', ok: true, message: 'The agent is active.' },
        { name: 'allowed_origins', ok: true, message: 'Shown by https://example.com.' },
      ],
    });
    await client.channels.update(_id, { status: 'inactive', settings: { allowedOrigins: [] } });
    const { ok, checks } = await client.channels.test(_id);
    expect([ok, checks.map((each) => each.ok)]).toEqual([false, [false, true, false]]);
  });

  test('rotating returns another secret and keeps the old one for a while', async () => {
    const { _id, secret } = await create({ type: 'webhook' });
    const { data, response } = await client.channels.rotateSecret(_id, { overlapHours: 1 }).withResponse();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(data.secret).not.toBe(secret);
    expect(data.channel).toEqual(await client.channels.retrieve(_id));
    await expect(client.channels.rotateSecret(_id, { overlapHours: 169 })).rejects.toMatchObject({
      details: [{ path: 'overlapHours' }],
    });
    await expect(client.channels.rotateSecret('channel_none')).rejects.toMatchObject({ code: 'channel_not_found' });
  });

  test('no secret is in the database, in events, in the log or in another response', async () => {
    const secrets: string[] = [];
    const shown: unknown[] = [];
    for (const type of ['widget', 'page', 'webhook'] as const) {
      const { _id, secret } = await create({ type });
      const rotated = await client.channels.rotateSecret(_id);
      secrets.push(secret ?? '', rotated.secret ?? '');
      shown.push(
        rotated.channel,
        await client.channels.retrieve(_id),
        await client.channels.update(_id, { name: 'X' }),
      );
      shown.push(await client.channels.test(_id));
    }
    shown.push(await client.channels.list(agent, { limit: 100 }), await client.agents.retrieve(agent), parley.log());
    const stored = (await everyRow(parley.db)).map(({ text }) => text).join('\n');
    expect(secrets.filter((secret) => secret.length < 40)).toEqual([]);
    for (const secret of secrets) {
      expect(stored).not.toContain(secret);
      expect(JSON.stringify(shown)).not.toContain(secret);
    }
  });

  test('an account has at most as many as its plan allows', async () => {
    const before = (await client.usage.quotas()).items.find(({ kind }) => kind === 'channels');
    const { _id } = await create();
    const { used } = (await client.usage.quotas()).items.find(({ kind }) => kind === 'channels') ?? {};
    expect(used).toBe((before?.used ?? 0) + 1);
    await client.channels.delete(_id);
    expect((await client.usage.quotas()).items.find(({ kind }) => kind === 'channels')).toEqual(before);
  });
});
