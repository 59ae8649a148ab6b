// @module-tag sql
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyEngine, engines } from '../../../testing/databases/engines.ts';
import { type Person, type Service, startService } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { everyRow } from '../../../testing/memory/left-behind.ts';
import {
  type EventDraft,
  isSignedWith,
  sendEvent,
  startWebhookServer,
} from '../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 25 };

describe.each(engines)('a webhook, on %s', (engine) => {
  let parley: Service;
  let alice: Person;
  let client: Parley;
  let agent: string;
  let other: Awaited<ReturnType<typeof startWebhookServer>>;

  beforeAll(async () => {
    other = await startWebhookServer();
    const allowed = { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host };
    parley = await startService(engine, { environment: allowed });
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });
  afterAll(async () => {
    await parley.close();
    await other.close();
  });
  beforeEach(() => other.answers((_request, response) => void response.writeHead(204).end()));

  const makeChannel = (settings: object = { url: other.url }, of = agent) =>
    client.channels.create(of, { type: 'webhook', settings: { ...settings } });
  const message = (text: string, more: object = {}) => ({ type: 'message', user: { id: 'ada' }, text, ...more });
  const sendTo = ({ _id, secret }: NewChannel, body: unknown, how?: EventDraft) =>
    sendEvent(parley.url, { channel: _id, secret: secret ?? '', body }, how);
  const conversationsOf = async ({ _id }: NewChannel) =>
    (await client.conversations.list({ channelId: _id, sort: 'createdAt' })).items;
  const textsOf = async (conversation: string) =>
    (await client.messages.list(conversation, { sort: 'createdAt' })).items.map(({ role, content, status }) => [
      role,
      content,
      status,
    ]);
  const exchanged = async (channel: NewChannel, texts: readonly string[]) =>
    vi.waitFor(async () => {
      const [conversation, ...others] = await conversationsOf(channel);
      expect(others).toEqual([]);
      expect(await textsOf(conversation?._id ?? '')).toEqual(
        texts.flatMap((text) => [
          ['user', text, 'complete'],
          ['assistant', text, 'complete'],
        ]),
      );
      return conversation?._id ?? '';
    }, patient);
  const deliveredIn = (conversation: string, count: number) =>
    vi.waitFor(() => {
      const found = other.of(conversation);
      expect(found).toHaveLength(count);
      return found;
    }, patient);

  test('a signed message is answered, and the reply is delivered, signed', async () => {
    const channel = await makeChannel();
    const user = { id: 'ada', name: 'Ada' };
    const reply = await sendTo(channel, message('Hello', { user, conversation: 'order-7' }));
    expect([reply.status, reply.data]).toEqual([200, { received: true }]);
    const conversation = await exchanged(channel, ['Hello']);
    const [delivered] = await deliveredIn(conversation, 1);
    const [, answer] = (await client.messages.list(conversation, { sort: 'createdAt' })).items;
    expect(delivered?.id).toBe(answer?._id);
    expect(delivered?.body).toEqual({
      type: 'message',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        ...{ channel: channel._id, conversation, message: answer?._id, user: 'ada', thread: 'order-7' },
        ...{ text: 'Hello', role: 'assistant' },
      },
    });
    expect(delivered && isSignedWith(channel.secret ?? '', delivered)).toBe(true);
    expect(await client.conversations.retrieve(conversation)).toMatchObject({
      ...{ channel: channel._id, userId: 'ada', metadata: { thread: 'order-7', name: 'Ada' } },
    });
    expect((await client.channels.retrieve(channel._id)).lastEventAt).not.toBeNull();
  });

  test('the same event three times, at once and later, is one message', async () => {
    const channel = await makeChannel();
    const id = `same ${engine}`.replace(' ', '-');
    const replies = await Promise.all([1, 2, 3].map(() => sendTo(channel, message('Once'), { id })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const conversation = await exchanged(channel, ['Once']);
    expect(await sendTo(channel, message('Once'), { id })).toMatchObject({ status: 200 });
    await sendTo(channel, message('Twice'));
    await exchanged(channel, ['Once', 'Twice']);
    await deliveredIn(conversation, 2);
  });

  test('what comes beside text is told; what can’t be read alone is stored without a reply', async () => {
    const channel = await makeChannel();
    const place = { type: 'location', text: 'Main St 1' };
    const file = { type: 'file', name: 'a.pdf', mimeType: 'application/pdf', size: 2_000 };
    await sendTo(channel, message('Here', { attachments: [place, file] }));
    await exchanged(channel, ['Here\n[Location: Main St 1]\n[File, not read: a.pdf, 2 kB]']);
    await sendTo(channel, { ...message('', { attachments: [file] }), text: undefined });
    await sendTo(channel, { ...message('', { attachments: [place] }), text: undefined });
    const [conversation] = await conversationsOf(channel);
    const contents = async () =>
      (await client.messages.list(conversation?._id ?? '', { sort: 'createdAt' })).items.map(({ content }) => content);
    const [alone, answered] = ['[File, not read: a.pdf, 2 kB]', '[Location: Main St 1]'];
    await vi.waitFor(async () => expect((await contents()).slice(2)).toEqual([alone, answered, answered]), patient);
    await deliveredIn(conversation?._id ?? '', 2);
  });

  test('messages of one thread are answered in their order, those of others elsewhere', async () => {
    const channel = await makeChannel();
    const texts = ['One', 'Two', 'Three', 'Four'];
    for (const text of texts) await sendTo(channel, message(text));
    const conversation = await exchanged(channel, texts);
    const found = await deliveredIn(conversation, 4);
    expect(found.map(({ body }) => body.data['text'])).toEqual(texts);
    await sendTo(channel, message('Elsewhere', { conversation: 'b' }));
    await sendTo(channel, message('Somebody', { user: { id: 'bob' } }));
    await vi.waitFor(async () => expect(await conversationsOf(channel)).toHaveLength(3), patient);
  });

  test('a thread stays the same, whatever the team notes about its conversation', async () => {
    const channel = await makeChannel();
    await sendTo(channel, message('First', { conversation: 'order-7' }));
    const conversation = await exchanged(channel, ['First']);
    await client.conversations.update(conversation, { metadata: { thread: 'order-8', note: 'VIP' } });
    await sendTo(channel, message('Second', { conversation: 'order-7' }));
    await exchanged(channel, ['First', 'Second']);
    const found = await deliveredIn(conversation, 2);
    expect(found.map(({ body }) => body.data['thread'])).toEqual(['order-7', 'order-7']);
  });

  test('after a conversation is closed, the next message begins another', async () => {
    const channel = await makeChannel();
    await sendTo(channel, message('First'));
    const conversation = await exchanged(channel, ['First']);
    await client.conversations.update(conversation, { status: 'closed' });
    await sendTo(channel, message('Second'));
    await vi.waitFor(async () => expect(await conversationsOf(channel)).toHaveLength(2), patient);
  });

  test('a person who has taken over writes to the user', async () => {
    const channel = await makeChannel();
    await sendTo(channel, message('Help'));
    const conversation = await exchanged(channel, ['Help']);
    const session = await alice.session();
    await session.conversations.takeOver(conversation);
    await session.messages.send(conversation, { content: 'I am here.', role: 'human' });
    const found = await deliveredIn(conversation, 2);
    expect(found.at(-1)?.body.data).toMatchObject({ text: 'I am here.', role: 'human' });
  });

  test('an inactive agent says the offline message', async () => {
    const { _id: away } = await client.agents.create({ name: 'Away', model: 'builtin/echo' });
    const channel = await makeChannel({ url: other.url }, away);
    await client.channels.update(channel._id, { offlineMessage: 'We are closed.' });
    await client.agents.update(away, { status: 'inactive' });
    await sendTo(channel, message('Anybody?'));
    await vi.waitFor(() => {
      const texts = other.delivered.filter(({ body }) => body.data['channel'] === channel._id);
      expect(texts.map(({ body }) => body.data['text'])).toEqual(['We are closed.']);
    }, patient);
  });

  test('a failure of the other side is tried again with the same ID, in order; then the error is gone', async () => {
    const channel = await makeChannel();
    const ids = new Map<string, number>();
    other.answers((_request, response, { id }) => {
      const times = (ids.get(id) ?? 0) + 1;
      ids.set(id, times);
      response.writeHead(times < 2 ? 503 : 200).end('x'.repeat(100_000));
    });
    await sendTo(channel, message('One'));
    await sendTo(channel, message('Two'));
    const conversation = await exchanged(channel, ['One', 'Two']);
    const found = await deliveredIn(conversation, 4);
    expect(found.map(({ body }) => body.data['text'])).toEqual(['One', 'One', 'Two', 'Two']);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  test.each([
    ['a refusal', (url: string) => url, 404, 'refused'],
    ['a redirect that never ends well', () => 'http://localhost:1/', 0, 'port'],
    ['an address that may not be reached', () => 'https://10.0.0.1/', 0, 'address'],
  ])('after %s the channel is in error, until a message can be delivered', async (_what, urlOf, status, code) => {
    const channel = await makeChannel({ url: urlOf(other.url) });
    other.answers((_request, response) => void response.writeHead(status).end());
    await sendTo(channel, message('Lost'));
    const failing = await vi.waitFor(async () => {
      const now = await client.channels.retrieve(channel._id);
      expect(now.status).toBe('error');
      return now;
    }, patient);
    expect(failing.lastError).toMatchObject({ code, at: expect.any(String) });
    expect(failing.lastError?.message).not.toContain('10.0.0.1:');
    other.answers((_request, response) => void response.writeHead(204).end());
    await client.channels.update(channel._id, { settings: { url: other.url } });
    await sendTo(channel, message('Found'));
    await vi.waitFor(async () => {
      expect(await client.channels.retrieve(channel._id)).toMatchObject({ status: 'active', lastError: null });
    }, patient);
    const texts = other.delivered.filter(({ body }) => body.data['channel'] === channel._id);
    expect(texts.at(-1)?.body.data['text']).toBe('Found');
    const events = await loggedEvents(parley.db, channel._id);
    expect(events.filter(({ type }) => type === 'channel.error')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'channel.updated', actor: { system: true } },
      changes: [{ field: 'status', before: 'error', after: 'active' }],
    });
  });

  test('both secrets are good while one is rotated, and both sign', async () => {
    const channel = await makeChannel();
    const { secret } = await client.channels.rotateSecret(channel._id, { overlapHours: 1 });
    expect((await sendTo(channel, message('Old'))).status).toBe(200);
    expect((await sendTo({ ...channel, secret }, message('New'))).status).toBe(200);
    const conversation = await exchanged(channel, ['Old', 'New']);
    const [first] = await deliveredIn(conversation, 2);
    expect([channel.secret, secret].map((each) => first && isSignedWith(each ?? '', first))).toEqual([true, true]);
    await client.channels.rotateSecret(channel._id, { overlapHours: 0 });
    expect(await sendTo({ ...channel, secret }, message('Gone'))).toMatchObject({ code: 'invalid_signature' });
  });

  test('a test sends a signed request', async () => {
    const channel = await makeChannel();
    const { ok, checks } = await client.channels.test(channel._id);
    expect(ok).toBe(true);
    expect(checks.at(-1)).toMatchObject({ name: 'delivery', ok: true });
    const got = other.delivered.at(-1);
    expect(got?.body).toMatchObject({ type: 'test', data: { channel: channel._id } });
    expect(got && isSignedWith(channel.secret ?? '', got)).toBe(true);
    other.answers((_request, response) => void response.writeHead(500).end());
    expect((await client.channels.test(channel._id)).checks.at(-1)).toMatchObject({
      ...{ name: 'delivery', ok: false, message: 'The server answered 500.' },
    });
  });

  describe('refuses, and stores nothing of', () => {
    let channel: NewChannel;
    beforeAll(async () => {
      channel = await makeChannel({});
    });
    const eventsOf = async () =>
      (await everyRow(parley.db)).filter(({ table, text }) => table === 'channel_events' && text.includes(channel._id));

    test.each<[string, EventDraft]>([
      ['other bytes', { instead: '{"type":"message","user":{"id":"ada"},"text":"Forged"}' }],
      ['an old time', { late: 310_000 }],
      ['a time to come', { late: -310_000 }],
      ['another time', { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) } }],
      ['another ID', { headers: { 'webhook-id': 'another' } }],
      ['no signature', { headers: { 'webhook-signature': '' } }],
      ['another version', { headers: { 'webhook-signature': 'v2,AAAA' } }],
      ['nonsense', { headers: { 'webhook-signature': 'v1,', 'webhook-timestamp': 'now' } }],
    ])('%s', async (_what, how) => {
      expect(await sendTo(channel, message('Hello'), how)).toMatchObject({ status: 401, code: 'invalid_signature' });
      expect(await eventsOf()).toEqual([]);
    });

    test('the secret of another channel', async () => {
      const { secret } = await makeChannel({});
      expect(await sendTo({ ...channel, secret }, message('Hello'))).toMatchObject({ code: 'invalid_signature' });
      expect(await eventsOf()).toEqual([]);
    });

    test.each<[string, unknown, string]>([
      ['no JSON', '{"type":', 'invalid_json'],
      ['an unknown type', { type: 'like', user: { id: 'a' }, text: 'x' }, 'validation_failed'],
      ['an unknown field', message('x', { admin: true }), 'validation_failed'],
      ['no user', { type: 'message', text: 'x' }, 'validation_failed'],
      ['no text', message(''), 'validation_failed'],
      ['no content', { type: 'message', user: { id: 'a' } }, 'validation_failed'],
      ['an unknown attachment', message('x', { attachments: [{ type: 'hologram' }] }), 'validation_failed'],
      ['too many attachments', message('x', { attachments: Array(21).fill({ type: 'file' }) }), 'validation_failed'],
      ['a text of spaces', message(' \n\t'), 'validation_failed'],
      ['a long text', message('x'.repeat(20_001)), 'validation_failed'],
      ['a name of a prototype', '{"type":"message","__proto__":{},"user":{"id":"a"},"text":"x"}', 'invalid_json'],
      ['a NUL', message('a\u0000b'), 'validation_failed'],
    ])('%s', async (_what, body, code) => {
      expect(await sendTo(channel, body)).toMatchObject({ status: 400, code });
      expect(await eventsOf()).toEqual([]);
    });

    test('more than 256 KiB, and another type of content', async () => {
      const large = JSON.stringify(message('x'.repeat(270_000)));
      expect(await sendTo(channel, large)).toMatchObject({ status: 413 });
      const headers = { 'content-type': 'text/plain' };
      expect(await sendTo(channel, message('Hello'), { headers })).toMatchObject({ status: 415 });
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
      expect(await sendTo(channel, message('Hello'), form)).toMatchObject({ status: 415 });
      expect(await eventsOf()).toEqual([]);
    });

    test('messages to a channel that is inactive, deleted, on the web, or nowhere', async () => {
      const off = await makeChannel({});
      await client.channels.update(off._id, { status: 'inactive' });
      expect(await sendTo(off, message('Hello'))).toMatchObject({ status: 409, code: 'channel_inactive' });
      await client.channels.delete(off._id);
      const notFound = { status: 404, code: 'channel_not_found' };
      expect(await sendTo(off, message('Hello'))).toMatchObject(notFound);
      expect(await sendTo({ ...off, _id: 'channel_none%00' }, message('Hello'))).toMatchObject(notFound);
      const web = await client.channels.create(agent, { type: 'widget' });
      expect(await sendTo({ ...web, secret: channel.secret }, message('Hello'))).toMatchObject(notFound);
    });
  });
});

describe.each(anyEngine)('a flood of forged events, on %s', (engine) => {
  test('ends as too many failed attempts', async () => {
    const parley = await startService(engine);
    try {
      const client = await (await parley.person()).client();
      const agent = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
      const { _id: channel, secret } = await client.channels.create(agent._id, { type: 'webhook' });
      const forged = { channel, secret: 'whsec_AAAA', body: { type: 'message', user: { id: 'a' }, text: 'x' } };
      const codes: (string | undefined)[] = [];
      for (let count = 0; count < 22; count += 1) codes.push((await sendEvent(parley.url, forged)).code);
      expect(codes.slice(0, 20)).toEqual(Array(20).fill('invalid_signature'));
      expect(codes.slice(20)).toEqual(Array(2).fill('too_many_failed_attempts'));
      // A signed one is good from a noisy address, too.
      expect(await sendEvent(parley.url, { ...forged, secret: secret ?? '' })).toMatchObject({ status: 200 });
    } finally {
      await parley.close();
    }
  });
});
