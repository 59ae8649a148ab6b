import { verifyKey } from 'discord-interactions';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type InteractionDraft, snowflake } from '../../../testing/messengers/discord-payloads.ts';
import { patient, startWorld, type World } from '../../../testing/messengers/messenger-world.ts';
import { type DiscordServer, rateLimited, startDiscordServer } from '../../../testing/servers/discord-server.ts';
import type { Engine } from '../../storage/database.ts';

const minute = 60_000;

/** Starts a Discord, and what a channel of it is set to. */
export async function startPlatform() {
  const discord = await startDiscordServer();
  const { applicationId, publicKey, botToken, url, advance } = discord;
  return {
    discord,
    platform: { type: 'discord', url, advance, settings: { applicationId, publicKey, botToken } },
  } as const;
}

describe.each(anyEngine)('Discord, on %s', (engine: Engine) => {
  let discord: DiscordServer;
  let world: World;
  let channel: Awaited<ReturnType<World['connect']>>;
  beforeAll(async () => {
    const started = await startPlatform();
    discord = started.discord;
    world = await startWorld(engine, started.platform);
    channel = await world.connect();
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await discord.close();
  });

  /** A place of its own in Discord, so that a test has a conversation of its own. */
  const somewhere = () => {
    const place = snowflake();
    return {
      place,
      say: (text: string, draft: InteractionDraft = {}) =>
        discord.interact(channel.inbound, { text, channel: place, ...draft }),
      seen: (texts: readonly string[]) =>
        vi.waitFor(() => {
          const found = discord.seen(place);
          expect(found.map(({ content }) => content)).toEqual(texts);
          return found;
        }, patient),
    };
  };
  const conversationIn = async (place: string) => {
    const { items } = await world.client().conversations.list({ channelId: channel._id, limit: 100 });
    return items.find(({ metadata }) => metadata['thread'] === place)?._id ?? '';
  };
  const eventsNow = async () => (await world.events(channel._id)).length;

  test('a command is answered in its place, without embeds or mentions', async () => {
    const { place, say, seen } = somewhere();
    const { status, answer } = await say('Hello');
    expect([status, answer]).toEqual([200, { type: 5 }]);
    const [shown] = await seen(['Hello']);
    expect(shown).toMatchObject({ by: 'answer', flags: 4 });
    const [sent] = discord.asked('PATCH /api/v10/webhooks/').filter(({ json }) => json['content'] === 'Hello');
    expect(sent?.json['allowed_mentions']).toEqual({ parse: [] });
    expect(sent?.headers.authorization).toBeUndefined();
    const conversation = await conversationIn(place);
    expect(await world.client().conversations.retrieve(conversation)).toMatchObject({
      ...{ channel: channel._id, userId: '53908232506183680', metadata: { thread: place, name: 'Ada' } },
    });
    await world.delivered(conversation, ['sent']);
  });

  test('a direct message with the bot has no thread, one of other people has', async () => {
    const user = { id: snowflake(), username: 'bob', global_name: null };
    const direct = { guild_id: undefined, member: undefined, user };
    const own = somewhere();
    await own.say('Hi', { more: { ...direct, context: 1 } });
    await own.seen(['Hi']);
    const theirs = somewhere();
    await theirs.say('Hey', { more: { ...direct, context: 2 } });
    await theirs.seen(['Hey']);
    const { items } = await world.client().conversations.list({ channelId: channel._id, limit: 100 });
    const found = items.filter(({ userId }) => userId === user.id).map(({ metadata }) => metadata['thread'] ?? null);
    expect(found).toEqual([theirs.place, null]);
  });

  test('the same event three times, out of order and after a restart, is one message and one reply', async () => {
    const { place, say } = somewhere();
    const draft = { id: snowflake(), token: `token-${snowflake()}` };
    const replies = await Promise.all([say('Once', draft), say('Once', draft), say('Other'), say('Once', draft)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await vi.waitFor(() => expect(discord.seen(place)).toHaveLength(2), patient);
    await world.restart();
    expect((await say('Once', draft)).answer).toEqual({ type: 5 });
    await say('Last');
    await vi.waitFor(() => expect(discord.seen(place)).toHaveLength(3), patient);
    expect(
      discord
        .seen(place)
        .map(({ content }) => content)
        .toSorted(),
    ).toEqual(['Last', 'Once', 'Other'].toSorted());
    const conversation = await conversationIn(place);
    expect((await world.client().messages.list(conversation)).items).toHaveLength(6);
  });

  test.each<[string, InteractionDraft]>([
    ['other bytes', { instead: '{"type":1}' }],
    ['an old time', { late: 5 * minute + 2_000 }],
    ['a time to come', { late: -5 * minute - 2_000 }],
  ])('refuses %s', async (_what, draft) => {
    const before = await eventsNow();
    expect((await somewhere().say('Forged', draft)).status).toBe(401);
    expect(await eventsNow()).toBe(before);
  });

  test('refuses another key and no signature; the published library judges the same', async () => {
    const { publicKey } = discord;
    const other = await startPlatform();
    const forged = await other.discord.post(channel.inbound, { type: 1 });
    const good = await discord.post(channel.inbound, { type: 1 });
    await other.discord.close();
    expect([forged.status, good.status, good.answer]).toEqual([401, 200, { type: 1 }]);
    const judged = [forged, good].map(({ text, headers }) =>
      verifyKey(text, headers['x-signature-ed25519'], headers['x-signature-timestamp'], publicKey),
    );
    expect(await Promise.all(judged)).toEqual([false, true]);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(channel.inbound, { method: 'POST', headers, body: good.text })).status).toBe(401);
  });

  test.each<[string, object, object]>([
    ['an autocompletion', { type: 4 }, { type: 8, data: { choices: [] } }],
    ['a bot', { member: { user: { id: '1', bot: true } } }, { type: 4 }],
    ['no user', { member: null }, { type: 4 }],
    ['no text', { data: { type: 1, name: 'ask', options: [] } }, { type: 4 }],
    ['a text of spaces', { data: { type: 1, name: 'ask', options: [{ type: 3, value: ' \n' }] } }, { type: 4 }],
    ['odd values', { id: 7, data: { type: 1, name: 'ask', options: { value: [] } } }, { type: 4 }],
  ])('%s is answered in words and starts nothing', async (_what, more, answer) => {
    const before = await eventsNow();
    const sent = await somewhere().say('Hello', { more });
    expect([sent.status, sent.answer]).toMatchObject([200, answer]);
    if (sent.answer['type'] === 4)
      expect(sent.answer['data']).toMatchObject({ flags: 64, content: expect.stringMatching(/\.$/) });
    expect(await eventsNow()).toBe(before);
  });

  test.each<[string, object]>([
    ['another command', { data: { type: 1, name: 'help' } }],
    ['a command on a message', { data: { type: 3, name: 'ask', target_id: '1' } }],
    ['an autocompletion of another command', { type: 4, data: { type: 1, name: 'help' } }],
    ['a component', { type: 3, data: { custom_id: 'x', component_type: 2 } }],
    ['a modal', { type: 5, data: { custom_id: 'x', components: [] } }],
    ['a type to come', { type: 99, data: null }],
  ])('%s is left to the program that owns it', async (_what, more) => {
    const before = await eventsNow();
    const { status, answer } = await somewhere().say('Hello', { more });
    expect([status, answer]).toEqual([202, {}]);
    expect(await eventsNow()).toBe(before);
  });

  test('waits as long as Discord says', async () => {
    const { say, seen } = somewhere();
    discord.fails('PATCH /api/v10/webhooks/', rateLimited(1.25), rateLimited(0.5, true));
    await say('Slowly');
    await seen(['Slowly']);
    const tries = discord.asked('PATCH /api/v10/webhooks/').filter(({ json }) => json['content'] === 'Slowly');
    expect(tries).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = tries.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(1_240);
    expect(third - second).toBeGreaterThanOrEqual(490);
    expect(await world.client().channels.retrieve(channel._id)).toMatchObject({ status: 'active', lastError: null });
  });

  test('a reply that is ready before Discord has the answer waits for it', async () => {
    const { say, seen } = somewhere();
    discord.hold();
    const before = discord.asked('GET /api/v10/webhooks/').length;
    await say('Early');
    await vi.waitFor(() => expect(discord.asked('GET /api/v10/webhooks/').length).toBeGreaterThan(before), patient);
    discord.release();
    expect((await seen(['Early']))[0]?.by).toBe('answer');
  });

  test('a text that is too long is split at sentences, in order', async () => {
    const { place, say } = somewhere();
    const text = Array.from({ length: 90 }, (_, index) => `This is sentence number ${index + 1} of a long reply.`).join(
      ' ',
    );
    await say(text);
    const shown = await vi.waitFor(() => {
      const found = discord.seen(place);
      expect(found.map(({ content }) => content).join(' ')).toBe(text);
      return found;
    }, patient);
    expect(shown.map(({ by }) => by)).toEqual(['answer', ...shown.slice(1).map(() => 'follow-up')]);
    for (const { content } of shown) expect([content.length <= 2_000, content.at(-1)]).toEqual([true, '.']);
    expect(shown.length).toBeGreaterThan(1);
  });

  test('an answer that is lost is not sent twice', async () => {
    const { place, say, seen } = somewhere();
    discord.fails('PATCH /api/v10/webhooks/', 'lost');
    await say('Lost');
    await seen(['Lost']);
    await world.delivered(await conversationIn(place), ['sent']);
    discord.fails('PATCH /api/v10/webhooks/', 'lost', 'cut');
    await say('Twice');
    const [, unknown] = await world.delivered(await conversationIn(place), ['sent', 'unknown']);
    expect(unknown?.error?.message).toContain('Discord');
    await seen(['Lost', 'Twice']);
  });

  test('what a person writes later follows the reply, and comes from the bot once the token has ended', async () => {
    const { place, say, seen } = somewhere();
    await say('Help');
    await seen(['Help']);
    const conversation = await conversationIn(place);
    const session = await world.session();
    await session.conversations.takeOver(conversation);
    const write = (content: string) => session.messages.send(conversation, { content, role: 'human' });
    await write('I am here.');
    await seen(['Help', 'I am here.']);
    world.advance(20 * minute);
    discord.fails(`POST /api/v10/channels/${place}/messages`, 'lost');
    await write('Still here.');
    const shown = await seen(['Help', 'I am here.', 'Still here.']);
    expect(shown.map(({ by }) => by)).toEqual(['answer', 'follow-up', 'bot']);
    await world.delivered(conversation, ['sent', 'sent', 'sent']);
    discord.outside.add(place);
    await write('Gone.');
    const failed = (await world.delivered(conversation, ['sent', 'sent', 'sent', 'failed'])).at(-1);
    expect(failed?.error).toMatchObject({ code: 'no_access', message: expect.stringContaining('Send Messages') });
    expect((await world.client().channels.retrieve(channel._id)).status).toBe('active');
  });

  test('a deleted answer is followed by a message', async () => {
    const { say, seen } = somewhere();
    discord.fails('GET /api/v10/webhooks/', { status: 503 });
    const token = `token-${snowflake()}`;
    await say('Moderated', { token });
    discord.deleteAnswer(token);
    expect((await seen(['Moderated']))[0]?.by).toBe('follow-up');
  });

  test('a token that is revoked puts the channel in error, stops retries and spares the model', async () => {
    const { place, say, seen } = somewhere();
    await say('Help');
    await seen(['Help']);
    const conversation = await conversationIn(place);
    const session = await world.session();
    await session.conversations.takeOver(conversation);
    world.advance(20 * minute);
    discord.revoke();
    const before = discord.asked(`/channels/${place}/`).length;
    await session.messages.send(conversation, { content: 'Hello?', role: 'human' });
    await world.delivered(conversation, ['sent', 'failed']);
    const failing = await world.client().channels.retrieve(channel._id);
    expect(failing).toMatchObject({ status: 'error', lastError: { code: 'token_revoked' } });
    expect(failing.lastError?.message).not.toContain(discord.botToken);
    expect(discord.asked(`/channels/${place}/`)).toHaveLength(before + 1);
    await expect(session.messages.send(conversation, { content: 'Again?', role: 'human' })).rejects.toMatchObject({
      ...{ status: 409, code: 'undeliverable' },
    });
    discord.restore();
    await world.client().channels.update(channel._id, { settings: { botToken: discord.botToken } });
    await vi.waitFor(async () => {
      expect(await world.client().channels.retrieve(channel._id)).toMatchObject({ status: 'active', lastError: null });
    }, patient);
  });
});
