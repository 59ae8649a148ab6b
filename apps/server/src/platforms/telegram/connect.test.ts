import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { migratedDatabase } from '../../../testing/databases/temp-postgres.ts';
import { type Service, service, startService } from '../../../testing/harness.ts';
import { createContexts, failureOf } from '../../../testing/messengers/send-context.ts';
import { nextId, update } from '../../../testing/messengers/telegram-updates.ts';
import { behind } from '../../../testing/servers/platform-server.ts';
import type { Bot } from '../../../testing/servers/telegram-messages.ts';
import { startTelegramServer } from '../../../testing/servers/telegram-server.ts';
import { kindOf } from '../kinds.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
afterAll(telegram.close);

describe('the kind Telegram', () => {
  const { messenger } = kindOf('telegram');
  const contexts = createContexts(telegram);
  afterAll(contexts.close);
  const place = { channel: 'channel_1', name: 'Bot', inbound: `${publicUrl}/api/channels/channel_1/inbound` };
  const contextOf = (botToken: string, secrets: readonly string[] = ['parley_verify_abc']) =>
    contexts.contextOf({ botToken, groups: 'mentions' }, { secrets });
  const callsOf = ({ token }: Bot) => telegram.calls.filter((call) => call.token === token).map(({ method }) => method);

  test('registers the address with the newest secret, the bot and the kind of updates; again changes nothing', async () => {
    const bot = telegram.addBot('shop_bot');
    const context = contextOf(bot.token, ['parley_verify_new', 'parley_verify_old']);
    await messenger?.connect?.(place, context);
    const registered = telegram.webhookOf(bot);
    expect(registered).toMatchObject({
      ...{
        url: place.inbound,
        secretToken: `parley_verify_new-${bot.id}-shop_bot`,
        allowed: ['message', 'edited_message', 'callback_query'],
      },
    });
    await messenger?.connect?.(place, context);
    expect(telegram.webhookOf(bot)).toEqual(registered);
    expect(await messenger?.check(place, context)).toEqual([
      { name: 'token', message: 'Telegram accepts the token of @shop_bot.' },
      { name: 'webhook', message: 'Telegram sends the messages of the bot to this channel.' },
    ]);
  });

  test('an address that Telegram doesn’t take is told with what it takes', async () => {
    const bot = telegram.addBot();
    for (const inbound of ['http://parley.example.com/inbound', 'https://parley.example.com:9443/inbound']) {
      const failure = await failureOf(messenger?.connect?.({ ...place, inbound }, contextOf(bot.token)));
      expect(failure).toMatchObject({ code: 'webhook_refused', isFinal: true, isRefusal: false });
      expect(failure.message).toContain('https on port 443, 80, 88 or 8443');
    }
  });

  test('removes the webhook only where it is the channel’s own', async () => {
    const bot = telegram.addBot();
    const context = contextOf(bot.token);
    await messenger?.connect?.(place, context);
    await messenger?.disconnect?.({ ...place, inbound: `${place.inbound}2` }, context);
    expect(telegram.webhookOf(bot)?.url).toBe(place.inbound);
    await messenger?.disconnect?.(place, context);
    expect(telegram.webhookOf(bot)).toBeUndefined();
    await messenger?.disconnect?.(place, context);
    expect(callsOf(bot).filter((method) => method === 'deleteWebhook')).toHaveLength(1);
  });

  test('finds what is wrong: no webhook, another address, deliveries that fail', async () => {
    const bot = telegram.addBot();
    const context = contextOf(bot.token);
    expect(await failureOf(messenger?.check(place, context))).toMatchObject({ code: 'webhook_missing' });
    telegram.register(bot, 'https://elsewhere.example.com/hook');
    const elsewhere = await failureOf(messenger?.check(place, context));
    expect(elsewhere).toMatchObject({ code: 'webhook_elsewhere', isFinal: true });
    expect(elsewhere.message).not.toContain('elsewhere.example.com');
    await messenger?.connect?.(place, context);
    telegram.stumble(bot, 'Wrong response from the webhook: 502 Bad Gateway');
    const failing = await failureOf(messenger?.check(place, context));
    expect(failing).toMatchObject({ code: 'webhook_failing', isFinal: false });
    expect(failing.message).toContain('502 Bad Gateway');
    const later = { ...context, now: Date.now() + 60 * 60_000 };
    expect(await messenger?.check(place, later)).toHaveLength(2);
  });

  test.each([
    ['another token', '700999999:AAabcdefghijklmnopqrstuvwxyz0123456'],
    ['no token at all', 'nonsense'],
  ])('tries out settings without a channel, and refuses %s', async (_what, wrong) => {
    const bot = telegram.addBot('other_bot');
    expect(await messenger?.tryOut?.(contextOf(bot.token))).toEqual([
      { name: 'token', message: 'Telegram accepts the token of @other_bot.' },
    ]);
    expect(telegram.webhookOf(bot)).toBeUndefined();
    const failure = await failureOf(messenger?.tryOut?.(contextOf(wrong)));
    expect(failure).toMatchObject({ code: 'token_refused', isRefusal: true });
    expect(failure.message).not.toContain(wrong);
  });

  test('a server that isn’t Telegram’s, and one that can’t be reached, never show the token', async () => {
    const bot = telegram.addBot();
    telegram.fails('getMe', 500);
    expect(await failureOf(messenger?.tryOut?.(contextOf(bot.token)))).toMatchObject({ code: 'platform_failed' });
    telegram.fails('getMe', 418);
    const odd = await failureOf(messenger?.tryOut?.(contextOf(bot.token)));
    const nowhere = { ...contextOf(bot.token), origin: 'http://127.0.0.1:9' };
    const refused = await failureOf(messenger?.tryOut?.(nowhere));
    for (const { message } of [odd, refused]) expect(message).not.toContain(bot.token);
  });

  test.each([
    [' 41 ', { user: '41', thread: null, context: null }],
    ['-1001234567890', { user: null, thread: '-1001234567890', context: null }],
    ['@ada', undefined],
    ['0', undefined],
    ['99999999999999999', undefined],
  ])('reads the recipient %s', (text, recipient) => {
    expect(messenger?.recipient?.read(text)).toEqual(recipient);
  });
});

describe.each(anyEngine)('a service with Telegram, on %s', (engine) => {
  const environment = { ...telegram.environment, PUBLIC_URL: publicUrl };
  const parley = service(engine, { environment });
  const makeChannel = async (of: Service, bot: Bot) => {
    ownUrl = of.url;
    const client = await (await of.person()).client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const channel = await client.channels.create(agent, { type: 'telegram', settings: { botToken: bot.token } });
    await vi.waitFor(() => expect(telegram.webhookOf(bot)?.url).toBe(channel.urls.inbound), patient);
    return { client, channel };
  };

  test('registers with a rotated secret, ends it with the channel, and leaves that of another channel', async () => {
    const bot = telegram.addBot();
    const { client, channel } = await makeChannel(parley, bot);
    const { secret } = await client.channels.rotateSecret(channel._id, { overlapHours: 0 });
    await vi.waitFor(() => {
      expect(telegram.webhookOf(bot)?.secretToken).toBe(`${secret}-${bot.id}-${bot.username}`);
    }, patient);
    expect(await telegram.deliver(bot, update({ text: 'Rotated' }))).toEqual([200]);
    await vi.waitFor(() => expect(telegram.shown.filter((each) => each.bot === bot.id)).toHaveLength(1), patient);
    const { client: other, channel: second } = await makeChannel(parley, bot);
    await client.channels.delete(channel._id);
    expect(telegram.webhookOf(bot)?.url).toBe(second.urls.inbound);
    expect((await other.channels.test(second._id)).checks.at(-1)).toMatchObject({ name: 'webhook', ok: true });
    await other.channels.delete(second._id);
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeUndefined(), patient);
  });

  test('an update that is sent again after a restart is one message and one reply', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-telegram-'));
    const database = engine === 'postgres' ? await migratedDatabase() : undefined;
    const own = { dataDir, environment: { ...environment, ...(database && { DATABASE_URL: database.url }) } };
    let running = await startService(engine, own);
    onTestFinished(async () => {
      await running.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const bot = telegram.addBot();
    await makeChannel(running, bot);
    const [first, second] = [update({ text: 'Before' }), update({ text: 'After' }, nextId())];
    const shown = () => telegram.shown.filter((each) => each.bot === bot.id).map(({ text }) => text);
    expect(await telegram.deliver(bot, first, { times: 3 })).toEqual([200, 200, 200]);
    await vi.waitFor(() => expect(shown()).toEqual(['Before']), patient);
    await running.close();
    expect(await telegram.deliver(bot, second)).toEqual([0]);
    running = await startService(engine, own);
    ownUrl = running.url;
    for (const body of [second, first, second, first]) expect(await telegram.deliver(bot, body)).toEqual([200]);
    await vi.waitFor(() => expect(shown()).toEqual(['Before', 'After']), patient);
  });
});
