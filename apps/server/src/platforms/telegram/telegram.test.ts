import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { awayFromMidnight } from '../../../testing/fixtures/days.ts';
import { service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { everyRow } from '../../../testing/memory/left-behind.ts';
import {
  ada,
  chats,
  mediaMessages,
  nextId,
  otherUpdates,
  serviceMessages,
  update,
  withEntities,
} from '../../../testing/messengers/telegram-updates.ts';
import { behind } from '../../../testing/servers/platform-server.ts';
import type { Bot } from '../../../testing/servers/telegram-messages.ts';
import { startTelegramServer } from '../../../testing/servers/telegram-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
afterAll(telegram.close);

describe.each(anyEngine)('a channel with Telegram, on %s', (engine) => {
  const parley = service(engine, { environment: { ...telegram.environment, PUBLIC_URL: publicUrl } });
  let client: Parley;
  let agent: string;
  beforeAll(async () => {
    ownUrl = parley.url;
    awayFromMidnight(parley);
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  interface Made {
    readonly bot: Bot;
    readonly channel: NewChannel;
    /** Sends a message of Ada with these fields to the webhook. */
    say(message: object, id?: number): Promise<number[]>;
    /** Messages that the bot's users see. */
    shown(): string[];
  }

  /** A channel with a bot of its own, once its webhook is registered. */
  const makeChannel = async (settings: object = {}, of = agent): Promise<Made> => {
    const bot = telegram.addBot();
    const given = { botToken: bot.token, ...settings };
    const channel = await client.channels.create(of, { type: 'telegram', settings: given });
    // The job that registers the webhook checks the bot again.
    await vi.waitFor(async () => {
      expect((await client.channels.retrieve(channel._id)).lastCheckedAt).not.toBeNull();
    }, patient);
    expect(telegram.webhookOf(bot)?.url).toBe(channel.urls.inbound);
    return {
      ...{ bot, channel },
      say: (message, id) => telegram.deliver(bot, update(message, id)),
      shown: () => telegram.shown.filter((each) => each.bot === bot.id).map(({ text }) => text),
    };
  };
  const answered = ({ shown }: Made, texts: readonly string[]) =>
    vi.waitFor(() => expect(shown()).toEqual(texts), patient);
  const conversationsOf = async ({ channel }: Made) =>
    (await client.conversations.list({ channelId: channel._id, sort: 'createdAt' })).items;
  const rowsOf = async (table: string, { channel }: Made) =>
    (await everyRow(parley.db)).filter((row) => row.table === table && row.text.includes(channel._id));
  const outboxOf = ({ channel }: Made) =>
    parley.db.read(
      parley.db.query
        .selectFrom('channel_outbox')
        .select(['state', 'error', 'error_code as code', 'attempts'])
        .where('channel_id', '=', channel._id)
        .orderBy('created_at')
        .orderBy('id'),
    );
  const settled = (made: Made, states: readonly string[]) =>
    vi.waitFor(async () => {
      const found = await outboxOf(made);
      expect(found.map(({ state }) => state)).toEqual(states);
      return found;
    }, patient);
  const sendsOf = ({ bot }: Made) =>
    telegram.calls.filter(({ method, token }) => method === 'sendMessage' && token === bot.token);

  test('answers a private message without preview, in a conversation of its user', async () => {
    const made = await makeChannel();
    expect(await made.say({ text: 'Where is **my** order?' })).toEqual([200]);
    await vi.waitFor(() => expect(made.shown()).toHaveLength(1), patient);
    const [reply] = telegram.shown.filter(({ bot }) => bot === made.bot.id);
    expect(reply).toMatchObject({ chat: ada.id, hasPreview: false, topic: undefined, repliesTo: undefined });
    const [conversation, ...others] = await conversationsOf(made);
    expect(others).toEqual([]);
    expect(conversation).toMatchObject({ userId: String(ada.id), metadata: { name: 'Ada Lovelace' } });
    await settled(made, ['sent']);
    expect(await client.channels.retrieve(made.channel._id)).toMatchObject({
      ...{ status: 'active', lastEventAt: expect.any(String) },
    });
  });

  test('the same update three times, at once, later and out of order, is one message and one reply', async () => {
    const made = await makeChannel();
    const [first, second] = [nextId(), nextId()];
    const statuses = await Promise.all([1, 2, 3].map(() => made.say({ text: 'Two' }, second)));
    expect(statuses.flat()).toEqual([200, 200, 200]);
    await answered(made, ['Two']);
    await made.say({ text: 'One' }, first);
    await made.say({ text: 'Two' }, second);
    await made.say({ text: 'One' }, first);
    await made.say({ text: 'Three' });
    await answered(made, ['Two', 'One', 'Three']);
    expect((await conversationsOf(made)).map(({ messageCount }) => messageCount)).toEqual([6]);
  });

  test('the Start button and links say what the settings say; other commands are as they are', async () => {
    const made = await makeChannel({ start: 'Bonjour !' });
    for (const text of ['/start', '/start order-7', '/start with words', '/help']) await made.say({ text });
    await answered(made, ['Bonjour !', 'Bonjour ! (start=order-7)', '/start with words', '/help']);
    const silent = await makeChannel({ start: '' });
    for (const text of ['/start', '/start order-7', 'Hello']) await silent.say({ text });
    await answered(silent, ['Hello']);
  });

  test('in groups it answers mentions, replies to it and commands, as a reply, each user and topic apart', async () => {
    const made = await makeChannel();
    const { bot } = made;
    const name = bot.username.toUpperCase();
    const entities = { mention: /(?<![\w/])@\w+/, bot_command: /\/\w+(@\w+)?/ };
    const inGroup = (text: string, more: object = {}) =>
      made.say({ chat: chats.group, ...withEntities(text, entities), ...more });
    await inGroup('No one in particular');
    await inGroup('@other_bot and /tea@other_bot');
    await inGroup('/tea@other_bot');
    await inGroup('To someone', { reply_to_message: { message_id: 1, from: ada, chat: chats.group } });
    await inGroup(`@${name} what time is it?`);
    await inGroup(`/tea@${bot.username} with milk`);
    await inGroup('/coffee');
    await inGroup('I mean you', { reply_to_message: { message_id: 1, from: { id: bot.id, is_bot: true } } });
    await inGroup(`hello @${name}`, { from: { id: bot.id + 9, is_bot: true, first_name: 'Loop' } });
    await inGroup(`@${name}`);
    const texts = ['what time is it?', '/tea with milk', '/coffee', 'I mean you', 'Hello!'];
    await answered(made, texts);
    const replies = telegram.shown.filter((each) => each.bot === bot.id);
    expect(replies.map(({ chat, repliesTo }) => [chat, typeof repliesTo])).toEqual(
      texts.map(() => [chats.group.id, 'number']),
    );
    const topic = { chat: chats.forum, message_thread_id: 12, is_topic_message: true };
    await inGroup(`@${name} in the topic`, topic);
    await inGroup(`@${name} from Bob`, { from: { id: 42, is_bot: false, first_name: 'Bob' } });
    await vi.waitFor(() => expect(made.shown()).toHaveLength(7), patient);
    expect(telegram.in(chats.forum.id).findLast((each) => each.bot === bot.id)).toMatchObject({
      text: 'in the topic',
      topic: 12,
    });
    const conversations = await conversationsOf(made);
    expect(conversations.map(({ userId, metadata }) => [userId, metadata['thread']]).sort()).toEqual([
      ['41', `${chats.forum.id}:12`],
      ['41', String(chats.group.id)],
      ['42', String(chats.group.id)],
    ]);
    const off = await makeChannel({ groups: 'off' });
    await off.say({ chat: chats.group, ...withEntities(`@${off.bot.username} hello`, entities) });
    await off.say({ text: 'In private' });
    await answered(off, ['In private']);
  });

  test('a caption is read; what can’t be read is stored, and answered in words once a day; services never', async () => {
    const made = await makeChannel({ unreadable: 'Words, please.' });
    for (const message of [...serviceMessages, ...mediaMessages]) expect(await made.say(message)).toEqual([200]);
    for (const message of mediaMessages) await made.say({ ...message, chat: chats.group });
    await made.say({ ...mediaMessages[1], caption: 'What is this?' });
    const read = ['[Contact: Charles, +440000000]', '[Dice: 🎲 4]', '[Location: (51.5, -0.1)]', '[Poll: Tea?]'];
    const all = [...read, 'What is this?\n[Photo, not seen]', 'Words, please.'];
    await vi.waitFor(() => expect(made.shown().toSorted()).toEqual(all.toSorted()), patient);
    expect(await conversationsOf(made)).toMatchObject([{ messageCount: mediaMessages.length + 1 + all.length }]);
    expect(await rowsOf('channel_events', made)).toHaveLength(mediaMessages.length + 1);
  });

  test('every other kind of update, and junk, is accepted and ignored', async () => {
    const made = await makeChannel();
    const odd = [{}, { message: {} }, { update_id: 'x', message: { text: 1 } }, { update_id: 1, message: null }];
    const bodies = [
      ...Object.entries(otherUpdates).map(([kind, body]) => ({ update_id: nextId(), [kind]: body })),
      ...[...odd, { update_id: nextId(), something_new: { deep: [[[{}]]] } }],
      update({ text: 'x'.repeat(5), chat: { id: -5, type: 'channel' } }),
      update({ text: 'Forwarded', is_automatic_forward: true, chat: chats.group }),
    ];
    for (const body of bodies) expect([body, await telegram.deliver(made.bot, body)]).toEqual([body, [200]]);
    await made.say({ text: 'Still here' });
    await answered(made, ['Still here']);
    expect(await rowsOf('channel_events', made)).toHaveLength(1);
  });

  test.each<[string, (made: Made, secret: string) => string]>([
    ['no secret', () => ''],
    ['another secret', () => 'parley_verify_wrong'],
    ['a part of it', (_made, secret) => secret.slice(0, -1)],
    ['another bot', ({ bot }, secret) => `${secret}-${bot.id + 1}-${bot.username}`],
    ['characters that no secret has', (_made, secret) => `${secret}.`],
  ])('refuses %s and stores nothing', async (_what, tokenOf) => {
    const made = await makeChannel();
    const secretToken = tokenOf(made, made.channel.secret ?? '');
    expect(await telegram.deliver(made.bot, update({ text: 'Forged' }), { secretToken })).toEqual([401]);
    expect(await rowsOf('channel_events', made)).toEqual([]);
  });

  test('429 waits as told, and is no attempt', async () => {
    const made = await makeChannel();
    telegram.limit(2);
    const began = Date.now();
    await made.say({ text: 'Slowly' });
    await answered(made, ['Slowly']);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
    expect(await settled(made, ['sent'])).toMatchObject([{ attempts: 1, error: null }]);
    expect(await client.channels.retrieve(made.channel._id)).toMatchObject({ status: 'active', lastError: null });
  });

  test('a message too long is split at sentences, and arrives in order; only the first part is a reply', async () => {
    const made = await makeChannel();
    // The echo of what the model reads.
    await client.channels.update(made.channel._id, { limits: { messageLength: 20_000 } });
    const sentences = Array.from({ length: 180 }, (_, index) => `This is sentence number ${index} of a long text.`);
    const text = sentences.join(' ');
    const { username } = made.bot;
    await made.say({ chat: chats.group, ...withEntities(`@${username} ${text}`, { mention: /@\w+/ }) });
    await settled(made, ['sent']);
    const parts = telegram.shown.filter(({ bot }) => bot === made.bot.id);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((part) => part.text.trim()).join(' ')).toBe(text);
    for (const part of parts) expect(part.text.trim()).toMatch(/^This .*\.$/);
    expect(parts.map(({ repliesTo }) => repliesTo !== undefined)).toEqual(parts.map((_, index) => index === 0));
  });

  test('text that Telegram can’t parse is sent as plain text', async () => {
    const made = await makeChannel();
    telegram.refuseBodies(({ parse_mode: mode, text }) =>
      mode === 'HTML' && String(text).includes('Odd')
        ? 'Bad Request: can\'t parse entities: Unsupported start tag "odd" at byte offset 3'
        : undefined,
    );
    await made.say({ text: 'Odd' });
    await answered(made, ['Odd']);
    expect(sendsOf(made).map(({ body }) => body['parse_mode'])).toEqual(['HTML', undefined]);
    telegram.refuseBodies(undefined);
  });

  test('a user who has blocked the bot is told of at the message; the channel is well', async () => {
    const made = await makeChannel();
    telegram.refuse(43, '403 Forbidden: bot was blocked by the user');
    await made.say({ text: 'Hello', from: { ...ada, id: 43 }, chat: { id: 43, type: 'private' } });
    const [failed] = await settled(made, ['failed']);
    expect(failed).toMatchObject({ code: 'blocked', error: 'The user has blocked the bot.' });
    expect(await client.channels.retrieve(made.channel._id)).toMatchObject({ status: 'active', lastError: null });
    await made.say({ text: 'I have not' });
    await answered(made, ['I have not']);
  });

  test('a group that has become a supergroup is followed', async () => {
    const made = await makeChannel();
    const [from, to] = [-4_000_077, -1_000_000_000_077];
    telegram.move(from, to);
    const text = withEntities(`@${made.bot.username} hello`, { mention: /@\w+/ });
    await made.say({ ...text, chat: { id: from, type: 'group' } });
    await answered(made, ['hello']);
    expect(telegram.in(to).filter(({ bot }) => bot === made.bot.id)).toHaveLength(1);
  });

  test('a revoked token puts the channel in error, once, and nothing is tried again; a new one mends it', async () => {
    const made = await makeChannel();
    const { channel, bot } = made;
    const renewed = telegram.revoke(bot);
    await made.say({ text: 'Lost' });
    await settled(made, ['failed']);
    const failing = await client.channels.retrieve(channel._id);
    expect(failing).toMatchObject({ status: 'error', lastError: { code: 'token_refused' } });
    expect(failing.lastError?.message).not.toContain(bot.token);
    await made.say({ text: 'Unheard' });
    const told = async (type: string) =>
      (await loggedEvents(parley.db, made.channel._id)).filter((event) => event.type === type);
    await vi.waitFor(async () => expect(await told('channel.undeliverable')).toHaveLength(1), patient);
    expect(await told('channel.error')).toHaveLength(1);
    await client.channels.update(channel._id, { settings: { botToken: renewed.token } });
    await vi.waitFor(async () => {
      expect(await client.channels.retrieve(channel._id)).toMatchObject({ status: 'active', lastError: null });
    }, patient);
    await made.say({ text: 'Found' });
    await answered(made, ['Found']);
  });

  test('a bot that takes another one’s place is listened to, and the one before is not', async () => {
    const made = await makeChannel();
    const next = telegram.addBot();
    await client.channels.update(made.channel._id, { settings: { botToken: next.token } });
    await vi.waitFor(() => expect(telegram.webhookOf(next)?.url).toBe(made.channel.urls.inbound), patient);
    expect(await made.say({ text: 'To the bot before' })).toEqual([401]);
    expect(await telegram.deliver(next, update({ text: 'Hello' }))).toEqual([200]);
    await vi.waitFor(() => {
      expect(telegram.shown.filter(({ bot }) => bot === next.id).map(({ text }) => text)).toEqual(['Hello']);
    }, patient);
  });

  test.each([
    ['a lost answer', 'lost', 1],
    ['a gateway that fails', 502, 0],
  ] as const)(
    'after %s it isn’t known whether the message arrived, and it isn’t sent again',
    async (_what, fault, seen) => {
      const made = await makeChannel();
      telegram.fails(`/bot${made.bot.token}/sendMessage`, fault);
      await made.say({ text: 'Perhaps' });
      await settled(made, ['unknown']);
      expect(made.shown()).toHaveLength(seen);
      await made.say({ text: 'Certainly' });
      await settled(made, ['unknown', 'sent']);
      expect(made.shown().filter((text) => text === 'Perhaps')).toHaveLength(seen);
      expect(await client.channels.retrieve(made.channel._id)).toMatchObject({ status: 'active' });
    },
  );

  test('a failure before the message was taken is tried again', async () => {
    const made = await makeChannel();
    telegram.fails(`/bot${made.bot.token}/sendMessage`, 500);
    await made.say({ text: 'Again' });
    await answered(made, ['Again']);
    expect(await settled(made, ['sent'])).toMatchObject([{ attempts: 2 }]);
  });
});
