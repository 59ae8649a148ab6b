import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { ada, update } from '../../../../testing/messengers/telegram-updates.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { behind } from '../../../../testing/servers/platform-server.ts';
import type { Bot } from '../../../../testing/servers/telegram-messages.ts';
import { startTelegramServer } from '../../../../testing/servers/telegram-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
const minute = 60_000;
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
const provider = await startFakeProvider();
provider.play('sure', says('Surely.'));
afterAll(async () => {
  await telegram.close();
  await provider.close();
});

describe.each(anyEngine)('a channel and its platform, on %s', (engine) => {
  const environment = { ...provider.environment, ...telegram.environment, PUBLIC_URL: publicUrl };
  const parley = service(engine, { environment });
  let client: Parley;
  let key: string;
  let agent: string;
  beforeAll(async () => {
    ownUrl = parley.url;
    const person = await parley.person({ plan: 'business' });
    client = await person.client();
    key = await person.key();
    agent = (await client.agents.create({ name: 'Sure', model: 'fake/sure' }))._id;
  });

  interface Made {
    readonly bot: Bot;
    readonly channel: NewChannel;
  }

  const read = (id: string) => client.channels.retrieve(id);

  const makeChannel = async (of = agent): Promise<Made> => {
    const bot = telegram.addBot();
    const channel = await client.channels.create(of, { type: 'telegram', settings: { botToken: bot.token } });
    await vi.waitFor(async () => expect((await read(channel._id)).lastCheckedAt).not.toBeNull(), patient);
    return { bot, channel };
  };

  const untilStatus = (id: string, status: string) =>
    vi.waitFor(async () => {
      const channel = await read(id);
      expect(channel.status).toBe(status);
      return channel;
    }, patient);

  const told = async (type: string, { _id }: { readonly _id: string }) =>
    (await loggedEvents(parley.db, _id)).filter((event) => event.type === type);

  /** Moves the clock past the time after which channels are looked at again, and has the jobs run that follow. */
  const probe = async () => {
    parley.advance(16 * minute);
    await runSweep(parley, 'channels.probes');
  };

  test('is registered and checked as soon as it is created', async () => {
    const { bot, channel } = await makeChannel();
    expect(telegram.webhookOf(bot)?.url).toBe(channel.urls.inbound);
    expect(await read(channel._id)).toMatchObject({ status: 'active', lastError: null });
  });

  test('with a token that the platform refuses is in error at once, until it has another one', async () => {
    const { token } = telegram.addBot();
    const wrong = token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const channel = await client.channels.create(agent, { type: 'telegram', settings: { botToken: wrong } });
    const { lastError } = await untilStatus(channel._id, 'error');
    expect(lastError?.message).toMatch(/token/i);
    expect(lastError?.message).not.toContain(wrong.slice(0, 8));
    expect(await told('channel.error', channel)).toHaveLength(1);
    await client.channels.update(channel._id, { settings: { botToken: token } });
    expect(await untilStatus(channel._id, 'active')).toMatchObject({ lastError: null });
  });

  test('is looked at from time to time: a revoked token is told before users notice, and spends nothing', async () => {
    const { bot, channel } = await makeChannel();
    await telegram.deliver(bot, update({ text: 'Hello' }));
    const [conversation] = await vi.waitFor(async () => {
      const { items } = await client.conversations.list({ channelId: channel._id });
      expect(items).toMatchObject([{ turn: null, messageCount: 2 }]);
      return items;
    }, patient);
    telegram.revoke(bot);
    await probe();
    const { lastError } = await untilStatus(channel._id, 'error');
    expect(await told('channel.error', channel)).toHaveLength(1);
    const asked = provider.asked.length;
    const path = `/api/conversations/${conversation?._id}/messages`;
    const refused = await send(parley.url, { method: 'POST', path, key, body: { content: 'And now?' } });
    expectFailure(refused, 'undeliverable');
    const { error, hint } = refused.json() as { readonly error: string; readonly hint?: string };
    expect([error, ...(hint === undefined ? [] : [hint])].join(' ')).toBe(lastError?.message);
    expect(provider.asked).toHaveLength(asked);
  });

  test('whose user writes while nothing can be delivered is stored, told as an event, and asks no model', async () => {
    const { bot, channel } = await makeChannel();
    const webhook = telegram.webhookOf(bot);
    telegram.revoke(bot);
    await probe();
    await untilStatus(channel._id, 'error');
    const asked = provider.asked.length;
    const headers = {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': webhook?.secretToken ?? '',
    };
    const body = JSON.stringify(update({ text: 'Is anyone there?' }));
    const reply = await fetch(`${parley.url}/api/channels/${channel._id}/inbound`, { method: 'POST', headers, body });
    expect(reply.status).toBe(200);
    await vi.waitFor(async () => {
      const { items } = await client.conversations.list({ channelId: channel._id });
      expect(items).toMatchObject([{ turn: null, messageCount: 1 }]);
    }, patient);
    expect(await told('channel.undeliverable', channel)).toHaveLength(1);
    expect(provider.asked).toHaveLength(asked);
  });

  test('whose webhook another program has taken is in error, and well again once it is registered again', async () => {
    const { bot, channel } = await makeChannel();
    telegram.register(bot, 'https://other.example.com/hook');
    await probe();
    await untilStatus(channel._id, 'error');
    await client.channels.update(channel._id, { status: 'active' });
    await vi.waitFor(() => expect(telegram.webhookOf(bot)?.url).toBe(channel.urls.inbound), patient);
    await untilStatus(channel._id, 'active');
  });

  test('is not registered while it is switched off', async () => {
    const { bot, channel } = await makeChannel();
    await client.channels.update(channel._id, { status: 'inactive' });
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeUndefined(), patient);
    await client.channels.update(channel._id, { status: 'active' });
    await vi.waitFor(() => expect(telegram.webhookOf(bot)?.url).toBe(channel.urls.inbound), patient);
  });

  test('its settings are checked before they are saved, with the stored secrets where none are given', async () => {
    const { bot, channel } = await makeChannel();
    const good = await client.channels.check(agent, { type: 'telegram', settings: { botToken: bot.token } });
    expect(good).toMatchObject({ ok: true, checks: [{ ok: true, message: expect.stringContaining(bot.username) }] });
    const stored = await client.channels.check(agent, { type: 'telegram', settings: {}, channel: channel._id });
    expect(stored.ok).toBe(true);
    telegram.revoke(bot);
    const bad = await client.channels.check(agent, { type: 'telegram', settings: { botToken: bot.token } });
    expect(bad).toMatchObject({ ok: false, checks: [{ ok: false }] });
    expect(JSON.stringify(bad)).not.toContain(bot.token);
    const none = client.channels.check(agent, { type: 'telegram', settings: {} });
    await expect(none).rejects.toMatchObject({ status: 400, details: [{ path: 'settings.botToken' }] });
    const other = await client.agents.create({ name: 'Other' });
    const foreign = client.channels.check(other._id, { type: 'telegram', settings: {}, channel: channel._id });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'channel_not_found' });
  });

  test('a test goes to the named recipient, and says why it did not', async () => {
    const { bot, channel } = await makeChannel();
    const sent = await client.channels.test(channel._id, { to: String(ada.id) });
    expect(sent.checks.at(-1)).toMatchObject({ name: 'message', ok: true });
    expect(telegram.shown.at(-1)).toMatchObject({ bot: bot.id, chat: ada.id });
    telegram.refuse(77, '403 Forbidden: bot was blocked by the user');
    const blocked = await client.channels.test(channel._id, { to: '77' });
    expect(blocked).toMatchObject({ ok: false });
    expect(blocked.checks.at(-1)).toMatchObject({ name: 'message', ok: false });
    const nobody = client.channels.test(channel._id, { to: 'Ada' });
    await expect(nobody).rejects.toMatchObject({ status: 400, details: [{ path: 'to' }] });
    const hook = await client.channels.create(agent, { type: 'webhook' });
    const without = client.channels.test(hook._id, { to: '77' });
    await expect(without).rejects.toMatchObject({ status: 400, details: [{ path: 'to' }] });
  });

  describe('that is deleted', () => {
    test('is not registered any more when the answer is there', async () => {
      const { bot, channel } = await makeChannel();
      expect(await client.channels.delete(channel._id)).toMatchObject({
        message: 'Channel deleted with 0 conversations.',
      });
      expect(telegram.webhookOf(bot)).toBeUndefined();
    });

    test('says what could not be ended, and a job ends it later', async () => {
      const { bot, channel } = await makeChannel();
      telegram.fails('getWebhookInfo', 'cut', 'cut');
      telegram.fails('deleteWebhook', 'cut', 'cut');
      const { message } = await client.channels.delete(channel._id);
      expect(message).toMatch(
        /^Channel deleted with 0 conversations\. Its registration with Telegram could not be ended/,
      );
      expect(message).not.toContain(bot.token);
      telegram.heal();
      parley.advance(minute);
      await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeUndefined(), patient);
    });

    test('comes with its agent: both are ended, and what could not be is told', async () => {
      const { _id } = await client.agents.create({ name: 'Gone soon' });
      const [one, other] = [await makeChannel(_id), await makeChannel(_id)];
      telegram.revoke(other.bot);
      const { message } = await client.agents.delete(_id);
      expect(message).toMatch(/^Agent deleted with 2 channels and 0 conversations\. Its registration with Telegram/);
      expect(telegram.webhookOf(one.bot)).toBeUndefined();
    });

    test('comes with its workspace: a job ends its registration', async () => {
      const name = 'All of it';
      const { _id: workspaceId } = await client.workspaces.create({ name });
      const { bot } = await makeChannel((await client.agents.create({ name: 'Gone with all', workspaceId }))._id);
      await client.workspaces.delete(workspaceId, { confirm: name });
      await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeUndefined(), patient);
    });
  });
});
