// @module-tag sql
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { awayFromMidnight } from '../../../../testing/fixtures/days.ts';
import { service } from '../../../../testing/harness.ts';
import { update } from '../../../../testing/messengers/telegram-updates.ts';
import { behind } from '../../../../testing/servers/platform-server.ts';
import { type Bot, startTelegramServer } from '../../../../testing/servers/telegram-server.ts';
import { sendEvent, startWebhookServer } from '../../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const other = await startWebhookServer();
afterAll(() => other.close());

describe.each(engines)('a message of a platform beyond the limits, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host } });
  let client: Parley;
  let agent: string;
  let ahead = 0;
  beforeAll(async () => {
    ahead = awayFromMidnight(parley);
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });
  beforeEach(() => other.answers((_request, response) => void response.writeHead(204).end()));

  const makeChannel = (limits: object, url = other.url) =>
    client.channels.create(agent, { type: 'webhook', settings: { url }, limits });
  /** Sends messages, each when the one before is handled. */
  const say = async ({ _id: channel, secret }: NewChannel, user: string, texts: readonly string[]) => {
    for (const text of texts) {
      const body = { type: 'message', user: { id: user }, conversation: 'order-7', text };
      const { status } = await sendEvent(parley.url, { channel, secret: secret ?? '', body }, { late: -ahead });
      expect(status).toBe(200);
      await vi.waitFor(async () => expect(await eventsOf(channel, 'pending')).toEqual([]), patient);
    }
  };
  const eventsOf = (channel: string, state: string) =>
    parley.db.read(
      parley.db.query
        .selectFrom('channel_events')
        .select(['id', 'error', 'payload'])
        .where('channel_id', '=', channel)
        .where('state', '=', state)
        .orderBy('received_at'),
    );
  const refusedOf = (channel: string, count: number) =>
    vi.waitFor(async () => {
      const refused = await eventsOf(channel, 'refused');
      expect(refused.map(({ error, payload }) => [error, payload])).toEqual(
        Array.from({ length: count }, () => ['channel_limit_reached', '']),
      );
      return refused;
    }, patient);
  const deliveredTo = (channel: string) => other.delivered.filter(({ body }) => body.data['channel'] === channel);

  test('is answered in the words of the channel, once a day in a thread', async () => {
    const channel = await makeChannel({ visitorMessagesPerDay: 1, message: 'Enough for today.' });
    await say(channel, 'ada', ['One', 'Two', 'Three']);
    const [first] = await refusedOf(channel._id, 2);
    await vi.waitFor(() => expect(deliveredTo(channel._id)).toHaveLength(2), patient);
    const [conversation] = (await client.conversations.list({ channelId: channel._id })).items;
    expect(conversation?.messageCount).toBe(2);
    const told = deliveredTo(channel._id).find(({ body }) => body.data['text'] === 'Enough for today.');
    expect(told?.id).toBe(first?.id);
    expect(told?.body.data).toEqual({
      ...{ channel: channel._id, conversation: conversation?._id, message: first?.id, user: 'ada', thread: 'order-7' },
      ...{ text: 'Enough for today.', role: 'assistant' },
    });
  });

  test('of a user who has no conversation yet, too; a failed attempt is repeated with the same ID', async () => {
    const channel = await makeChannel({ messagesPerDay: 1, message: null });
    await say(channel, 'ada', ['One']);
    await vi.waitFor(() => expect(deliveredTo(channel._id)).toHaveLength(1), patient);
    let failed = 0;
    other.answers((_request, response) => {
      failed += 1;
      response.writeHead(failed === 1 ? 503 : 204).end();
    });
    await say(channel, 'bob', ['One']);
    const [refused] = await refusedOf(channel._id, 1);
    const told = deliveredTo(channel._id).slice(1);
    expect(told.map(({ id }) => id)).toEqual([refused?.id, refused?.id]);
    const text = 'No more messages are accepted today; try again tomorrow.';
    expect(told[0]?.body.data).toMatchObject({ conversation: null, user: 'bob', thread: 'order-7', text });
    expect(await client.channels.retrieve(channel._id)).toMatchObject({ status: 'active', lastError: null });
  });

  test('no answer is sent if the channel has no address to send to', async () => {
    const channel = await makeChannel({ visitorMessagesPerDay: 1, message: 'Enough for today.' }, '');
    await say(channel, 'ada', ['One', 'Two']);
    await refusedOf(channel._id, 1);
    expect(deliveredTo(channel._id)).toEqual([]);
  });
});

const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
afterAll(telegram.close);

let lastUser = 9_000;

describe.each(engines)('what is no text, on a platform that doesn’t recognise repeats, on %s', (engine) => {
  const parley = service(engine, { environment: { ...telegram.environment, PUBLIC_URL: publicUrl } });
  let bot: Bot;
  let channel: string;
  beforeAll(async () => {
    ownUrl = parley.url;
    awayFromMidnight(parley);
    const client = await (await parley.person()).client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    bot = telegram.addBot();
    const settings = { botToken: bot.token, unreadable: 'Only text, please.' };
    channel = (await client.channels.create(agent, { type: 'telegram', settings }))._id;
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeDefined(), patient);
  });

  /** Sends a sticker of a user who has not written yet; returns the user. */
  const sendSticker = async (): Promise<number> => {
    lastUser += 1;
    const from = { id: lastUser, is_bot: false, first_name: 'Ada' };
    const sticker = { file_id: 'sticker', file_unique_id: 'sticker', type: 'regular', width: 512, height: 512 };
    const message = { sticker, from, chat: { id: lastUser, type: 'private', first_name: 'Ada' } };
    expect(await telegram.deliver(bot, update(message))).toEqual([200]);
    return lastUser;
  };

  /** Waits until nothing is left to tell. */
  const told = (count: number) =>
    vi.waitFor(async () => {
      const events = await parley.db.read(
        parley.db.query.selectFrom('channel_events').select(['error', 'payload']).where('channel_id', '=', channel),
      );
      expect(events).toEqual(Array.from({ length: count }, () => ({ error: 'unreadable', payload: '' })));
      const left = parley.db.query.selectFrom('jobs').select('id').where('kind', '=', 'channels.tell');
      expect(await parley.db.read(left.where('state', '<>', 'dead'))).toEqual([]);
    }, patient);

  test('is told once: again after a failure, and not after an answer that was lost', async () => {
    telegram.fails('sendMessage', 503);
    const one = await sendSticker();
    await vi.waitFor(() => expect(telegram.in(one)).toHaveLength(1), patient);
    await told(1);
    telegram.fails('sendMessage', 'lost');
    const other = await sendSticker();
    await told(2);
    expect(telegram.in(one).map(({ text }) => text)).toEqual(['Only text, please.']);
    expect(telegram.in(other).map(({ text }) => text)).toEqual(['Only text, please.']);
  });
});
