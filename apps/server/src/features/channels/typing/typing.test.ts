// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { update } from '../../../../testing/messengers/telegram-updates.ts';
import { type Play, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
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

let lastUser = 9_000;

describe.each(engines)('typing shown in a messenger, on %s', (engine) => {
  const environment = { ...provider.environment, ...telegram.environment, PUBLIC_URL: publicUrl };
  const parley = service(engine, { environment });
  let nora: Person;
  let client: Parley;
  let mateo: Parley;
  let channel: string;
  let bot: Bot;
  const model = `types-${engine}`;
  beforeAll(async () => {
    ownUrl = parley.url;
    provider.play(model, says('Surely.'));
    nora = await parley.person();
    const colleague = await parley.person();
    await nora.invite(colleague, 'editor');
    [client, mateo] = [await nora.client(), await colleague.session()];
    const { _id: agent } = await client.agents.create({ name: 'Sure', model: `fake/${model}` });
    bot = telegram.addBot();
    channel = (await client.channels.create(agent, { type: 'telegram', settings: { botToken: bot.token } }))._id;
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeDefined(), patient);
  });

  /** The chat of a user, and what they have seen in it. */
  const newUser = () => {
    lastUser += 1;
    const id = lastUser;
    const chat = { id, type: 'private', first_name: 'Somebody' };
    const from = { id, is_bot: false, first_name: 'Somebody' };
    const conversation = async () =>
      (await client.conversations.list({ channelId: channel, userId: `${id}` })).items[0];
    return {
      say: async (text: string) => expect(await telegram.deliver(bot, update({ text, chat, from }))).toEqual([200]),
      sees: (texts: readonly string[]) =>
        vi.waitFor(() => expect(telegram.in(id).map(({ text }) => text)).toEqual(texts), patient),
      typing: () => telegram.calls.filter(({ method, body }) => method === 'sendChatAction' && body['chat_id'] === id),
      conversation: () => vi.waitFor(async () => (await conversation())?._id ?? expect.fail('none yet'), patient),
    };
  };

  /** A user whose conversation Nora has taken over. */
  const heldUser = async () => {
    const user = newUser();
    await user.say('Is anyone there?');
    await user.sees(['Surely.']);
    const id = await user.conversation();
    await client.conversations.takeOver(id);
    return { ...user, id };
  };
  const shown = ({ typing }: Pick<ReturnType<typeof newUser>, 'typing'>, times: number) =>
    expect.poll(() => typing().length, patient).toBeGreaterThanOrEqual(times);

  /** Tells of typing until it is shown, as a client does. */
  const typedAgain = ({ id, typing }: Awaited<ReturnType<typeof heldUser>>) =>
    vi.waitFor(async () => {
      await client.conversations.presence(id, { typing: true });
      expect(typing().length).toBeGreaterThan(0);
    }, patient);

  test('while the person who holds the conversation types, again and again, until they stop', async () => {
    const user = await heldUser();
    expect(user.typing()).toEqual([]);
    await client.conversations.presence(user.id, { typing: true });
    await shown(user, 1);
    expect(user.typing()[0]?.body).toEqual({ chat_id: expect.any(Number), action: 'typing' });
    await client.conversations.presence(user.id, { typing: true });
    await shown(user, 2);
    await client.conversations.presence(user.id, { typing: false });
    await client.messages.send(user.id, { role: 'human', content: 'Yes.' });
    await user.sees(['Surely.', 'Yes.']);
    expect(user.typing()).toHaveLength(2);
  });

  test('not while one types who doesn’t hold it, or only looks', async () => {
    const [user, other] = [await heldUser(), await heldUser()];
    await mateo.conversations.presence(user.id, { typing: true });
    await client.conversations.presence(user.id, { typing: false });
    await client.conversations.presence(other.id, { typing: true });
    await shown(other, 1);
    expect(user.typing()).toEqual([]);
  });

  test('while an agent writes its reply, and not after it', async () => {
    const user = newUser();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Play = async (response, asked) => {
      await held;
      await says('At last.')(response, asked);
    };
    provider.play(model, slow, says('Surely.'));
    await user.say('Think well.');
    await shown(user, 1);
    release();
    await user.sees(['At last.']);
    const { length } = user.typing();
    await user.say('And now?');
    await user.sees(['At last.', 'Surely.']);
    expect(user.typing()).toHaveLength(length);
  });

  test('a failure fails no message, and no sign follows for a while', async () => {
    const user = await heldUser();
    const met = telegram.met.length;
    telegram.fails('sendChatAction', { status: 429, json: { ok: false, parameters: { retry_after: 1 } } });
    await client.conversations.presence(user.id, { typing: true });
    await expect.poll(() => telegram.met.length, patient).toBe(met + 1);
    const other = await heldUser();
    await typedAgain(other);
    await client.conversations.presence(user.id, { typing: true });
    expect(user.typing()).toEqual([]);
    await client.messages.send(user.id, { role: 'human', content: 'Yes.' });
    await user.sees(['Surely.', 'Yes.']);
    parley.advance(5 * 60_000);
    await typedAgain(user);
  });
});
