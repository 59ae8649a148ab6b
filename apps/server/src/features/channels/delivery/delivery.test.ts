// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { update } from '../../../../testing/messengers/telegram-updates.ts';
import { refuses, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { behind } from '../../../../testing/servers/platform-server.ts';
import type { Bot } from '../../../../testing/servers/telegram-messages.ts';
import { startTelegramServer } from '../../../../testing/servers/telegram-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
const provider = await startFakeProvider();
afterAll(async () => {
  await telegram.close();
  await provider.close();
});

let lastUser = 5_000;

describe.each(engines)('what is delivered to a messenger, on %s', (engine) => {
  const environment = { ...provider.environment, ...telegram.environment, PUBLIC_URL: publicUrl };
  const parley = service(engine, { environment });
  let client: Parley;
  let viewer: Parley;
  let channel: string;
  let bot: Bot;
  const model = `delivers-${engine}`;
  const apology = 'A person will answer you.';
  beforeAll(async () => {
    ownUrl = parley.url;
    provider.play(model, says('Surely.'));
    const person = await parley.person({ plan: 'business' });
    client = await person.client();
    viewer = await person.client(['conversations:read']);
    const { _id: agent } = await client.agents.create({ name: 'Sure', model: `fake/${model}` });
    bot = telegram.addBot();
    const made = await client.channels.create(agent, { type: 'telegram', settings: { botToken: bot.token, apology } });
    channel = made._id;
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeDefined(), patient);
  });

  /** A user who has not written yet. */
  const newUser = () => {
    lastUser += 1;
    const id = lastUser;
    const chat = { id, type: 'private', first_name: 'Somebody' };
    const from = { id, is_bot: false, first_name: 'Somebody' };
    return {
      id,
      say: async (text: string) => expect(await telegram.deliver(bot, update({ text, chat, from }))).toEqual([200]),
      sees: () => telegram.in(id).map(({ text }) => text),
    };
  };

  type User = ReturnType<typeof newUser>;

  const conversationOf = async ({ id }: User) => {
    const { items } = await client.conversations.list({ channelId: channel, userId: String(id) });
    return items[0];
  };

  const untilStates = (user: User, states: readonly string[]) =>
    vi.waitFor(async () => {
      const { items } = await client.conversations.deliveries((await conversationOf(user))?._id ?? '');
      expect(items.map(({ state }) => state)).toEqual(states);
      return items;
    }, patient);

  test('is listed, newest first, in pages, by state', async () => {
    const user = newUser();
    await user.say('One?');
    await untilStates(user, ['sent']);
    await user.say('Two?');
    const [second, first] = await untilStates(user, ['sent', 'sent']);
    const { _id: conversation = '' } = (await conversationOf(user)) ?? {};
    expect(second).toMatchObject({ conversation, channel, error: null, attempts: 1 });
    expect(await client.messages.retrieve(second?.message ?? '')).toMatchObject({
      role: 'assistant',
      content: 'Surely.',
    });
    const page = await client.conversations.deliveries(conversation, { limit: 1, sort: 'createdAt' });
    expect(page.items).toEqual([first]);
    expect((await client.conversations.deliveries(conversation, { state: 'failed' })).items).toEqual([]);
    expect((await viewer.conversations.deliveries(conversation, { state: 'sent' })).items).toHaveLength(2);
    const strange = client.conversations.deliveries('conv_none');
    await expect(strange).rejects.toMatchObject({ status: 404, code: 'conversation_not_found' });
  });

  test('failed with its reason, and is sent again on request, once', async () => {
    const user = newUser();
    telegram.refuse(user.id, '403 Forbidden: bot was blocked by the user');
    await user.say('Hello?');
    const [failed] = await untilStates(user, ['failed']);
    expect(failed?.error?.message).toMatch(/blocked/);
    const message = failed?.message ?? '';
    await expect(viewer.messages.redeliver(message)).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    telegram.refuse(user.id);
    expect(await client.messages.redeliver(message)).toMatchObject({ message, state: 'queued', error: null });
    await untilStates(user, ['sent']);
    expect(user.sees()).toEqual(['Surely.']);
    await expect(client.messages.redeliver(message)).rejects.toMatchObject({
      ...{ status: 409, code: 'message_not_redeliverable' },
    });
    await expect(client.messages.redeliver('msg_none')).rejects.toMatchObject({
      status: 404,
      code: 'message_not_found',
    });
  });

  test('isn’t known after a lost answer: it is sent again only if a person wants it', async () => {
    const user = newUser();
    telegram.fails('sendMessage', 'lost');
    await user.say('Hello?');
    const [unknown] = await untilStates(user, ['unknown']);
    expect(user.sees()).toEqual(['Surely.']);
    await client.messages.redeliver(unknown?.message ?? '');
    await untilStates(user, ['sent']);
    expect(user.sees()).toEqual(['Surely.', 'Surely.']);
  });

  test('is what a person writes, too', async () => {
    const user = newUser();
    await user.say('Is anyone there?');
    await untilStates(user, ['sent']);
    const { _id: conversation = '' } = (await conversationOf(user)) ?? {};
    await client.conversations.takeOver(conversation);
    await client.messages.send(conversation, { role: 'human', content: 'Yes, **Ada** here.' });
    await untilStates(user, ['sent', 'sent']);
    expect(user.sees()).toEqual(['Surely.', 'Yes, Ada here.']);
  });

  test('is the apology where the model fails; then the conversation waits for a person', async () => {
    const user = newUser();
    provider.play(model, refuses(401));
    await user.say('Hello?');
    await vi.waitFor(async () => expect(await conversationOf(user)).toMatchObject({ status: 'human' }), patient);
    provider.play(model, says('Surely.'));
    const conversation = await conversationOf(user);
    expect(conversation).toMatchObject({ takenBy: null });
    expect(user.sees()).toEqual([apology]);
    const id = conversation?._id ?? '';
    const events = await loggedEvents(parley.db, id);
    expect(events.filter(({ type }) => type === 'conversation.waiting')).toHaveLength(1);
    const asked = provider.asked.length;
    await user.say('Hello again?');
    await vi.waitFor(async () => expect((await conversationOf(user))?.messageCount).toBe(3), patient);
    expect(provider.asked).toHaveLength(asked);
    await client.conversations.release(id);
    await user.say('And now?');
    await vi.waitFor(() => expect(user.sees()).toEqual([apology, 'Surely.']), patient);
  });

  test('is empty for any other conversation', async () => {
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { conversation, reply } = await client.agents.chat(agent, { content: 'Hello' });
    expect((await client.conversations.deliveries(conversation._id)).items).toEqual([]);
    await expect(client.messages.redeliver(reply?._id ?? '')).rejects.toMatchObject({ status: 404 });
  });
});
