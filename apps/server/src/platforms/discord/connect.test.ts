import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { snowflake } from '../../../testing/messengers/discord-payloads.ts';
import { openPlace } from '../../../testing/messengers/messenger-world.ts';
import { startDiscordServer } from '../../../testing/servers/discord-server.ts';
import { startEndpoint } from '../../../testing/servers/platform-endpoint.ts';
import { kindOf } from '../kinds.ts';
import type { Messenger, OutboundMessage, SendContext, SentPart } from '../messenger.ts';
import { isPublicKey } from './key.ts';

const minute = 60_000;

async function open() {
  const discord = await startDiscordServer();
  const { applicationId, publicKey, botToken, url, advance } = discord;
  const settings = { applicationId, publicKey, botToken, command: 'ask', apology: '' };
  const opened = await openPlace({ type: 'discord', url, advance, settings });
  const close = async () => {
    await opened.close();
    await discord.close();
  };
  return { ...opened, discord, settings, close };
}

type Opened = Awaited<ReturnType<typeof open>>;

describe('Discord', () => {
  let discord: Opened['discord'];
  let settings: Opened['settings'];
  let messenger: Messenger;
  let place: Opened['place'];
  let context: (changes?: Partial<SendContext>) => SendContext;
  beforeEach(async () => {
    const opened = await open();
    ({ discord, settings, messenger, place, context } = opened);
    return opened.close;
  });

  const connect = () => messenger.connect?.(place, context());
  const disconnect = (inbound = place.inbound) => messenger.disconnect?.({ ...place, inbound }, context());
  const changes = () =>
    discord.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  const names = () => [...discord.commands.values()].map(({ name }) => name);
  const failureOf = (work: Promise<unknown> | undefined) =>
    Promise.resolve(work).then(
      () => expect.unreachable('It must fail.'),
      (error: unknown) => error,
    );

  test('learns the command and the address once; other commands stay', async () => {
    discord.commands.set('1', { id: '1', type: 1, name: 'help', description: 'Help' });
    await connect();
    expect(names()).toEqual(['help', 'ask']);
    expect([...discord.commands.values()].at(-1)).toMatchObject({
      ...{ type: 1, description: 'Ask Bookshop' },
      options: [
        { type: 3, name: 'message', required: true, max_length: 6_000 },
        { type: 11, name: 'file', required: false },
      ],
    });
    expect(discord.application['interactions_endpoint_url']).toBe(place.inbound);
    const before = changes();
    await connect();
    expect(changes()).toEqual(before);
    place = { ...place, name: 'Library' };
    await connect();
    expect(changes()).toEqual([...before, `POST /api/v10/applications/${discord.applicationId}/commands`]);
    expect(names()).toEqual(['help', 'ask']);
    const found = await messenger.check(place, context());
    expect(found.map(({ name }) => name)).toEqual(['token', 'public_key', 'endpoint', 'command']);
    await disconnect();
    expect([names(), discord.application['interactions_endpoint_url']]).toEqual([['help'], null]);
    await disconnect();
  });

  test('keeps what another channel of the application has by now', async () => {
    await connect();
    await disconnect('https://example.com/another');
    expect([names(), discord.application['interactions_endpoint_url']]).toEqual([['ask'], place.inbound]);
  });

  test('refuses an address that doesn’t check signatures', async () => {
    const careless = await startEndpoint({ ...messenger, verify: () => true }, () => context());
    onTestFinished(careless.close);
    place = { ...place, inbound: careless.url };
    expect(await failureOf(connect())).toMatchObject({ code: 'endpoint_refused', isFinal: true, isRefusal: false });
    expect(discord.application['interactions_endpoint_url']).toBeNull();
  });

  test.each<[string, () => object, string]>([
    ['another application', () => ({ applicationId: '1203958129389124999' }), 'wrong_application'],
    ['another key', () => ({ publicKey: 'ab'.repeat(32) }), 'wrong_public_key'],
    ['another token', () => ({ botToken: 'MTIw.another.token-0123456789' }), 'token_revoked'],
  ])('says that it is %s', async (_what, wrong, code) => {
    const changed = context({ settings: { ...settings, ...wrong() } });
    const failure = await failureOf(messenger.tryOut?.(changed));
    expect(failure).toMatchObject({ code, isFinal: true, isRefusal: code === 'token_revoked' });
    expect(await failureOf(messenger.connect?.(place, changed))).toMatchObject({ code });
  });

  test('says what isn’t where it should be', async () => {
    expect((await messenger.tryOut?.(context()))?.map(({ name }) => name)).toEqual(['token', 'public_key']);
    expect(await failureOf(messenger.check(place, context()))).toMatchObject({ code: 'endpoint_elsewhere' });
    await connect();
    discord.commands.clear();
    expect(await failureOf(messenger.check(place, context()))).toMatchObject({ code: 'command_missing' });
  });

  describe('gets a part that may have been sent', () => {
    const channel = '645027906669510667';
    const sent = async () => {
      const { body } = await discord.interact(place.inbound, { channel });
      const kept = { application: discord.applicationId, token: body.token, channel, at: String(Date.now()) };
      const message: OutboundMessage = {
        ...({ id: `message_${snowflake()}`, channel: 'channel_1', conversation: null, role: 'assistant' } as const),
        ...{ user: 'ada', thread: channel, context: kept, lastEventAt: null, text: 'Hello' },
      };
      return message;
    };
    const partOf = ({ id, text }: OutboundMessage, more: Partial<SentPart> = {}): SentPart => ({
      ...{ id: `${id}-0`, text, plain: text, index: 0, isLast: true, isRepeat: false, ...more },
    });
    const texts = () => discord.seen(channel).map(({ content }) => content);

    test('once: what the answer to the interaction holds tells whether it was', async () => {
      const message = await sent();
      const first = await messenger.send(partOf(message, { isRepeat: true }), message, context());
      const second = await messenger.send(partOf(message, { isRepeat: true }), message, context());
      expect([second, texts()]).toEqual([first, ['Hello']]);
      const other = { ...message, text: 'Another' };
      const failure = await failureOf(messenger.send(partOf(other, { isRepeat: true }), other, context()));
      expect(failure).toMatchObject({ code: 'interrupted', isUnknown: true });
      await messenger.send(partOf(other), other, context());
      expect(texts()).toEqual(['Hello', 'Another']);
    });

    test('once: a message of the bot has a nonce', async () => {
      const message = await sent();
      const late = context({ now: Date.now() + 20 * minute });
      await messenger.send(partOf(message), message, late);
      await messenger.send(partOf(message, { isRepeat: true }), message, late);
      expect(texts()).toEqual(['Hello']);
      expect(discord.asked('POST /api/v10/channels/')).toHaveLength(2);
    });

    test('and knows which it recognises', async () => {
      const message = await sent();
      const now = Date.now();
      const recognises = (index: number, since: number, at: number) =>
        messenger.recognises?.({ index, since: now + since }, message, { settings, now: now + at });
      expect(recognises(0, 1_000, 2 * minute)).toBe(true);
      expect(recognises(1, 1_000, 2 * minute)).toBe(false);
      expect(recognises(0, 1_000, 20 * minute)).toBe(false);
      expect(recognises(1, 20 * minute, 21 * minute)).toBe(true);
      expect(recognises(1, 20 * minute, 25 * minute)).toBe(false);
    });
  });

  test('shows typing of a person, and of an agent once the command shows no "thinking…" any more', async () => {
    const { body } = await discord.interact(place.inbound, { channel: '645027906669510668' });
    const kept = { application: discord.applicationId, token: body.token, channel: body.channel_id };
    const to = { ...{ channel: 'channel_1', conversation: null, user: 'ada', thread: null, lastEventAt: null } };
    const show = (role: 'human' | 'assistant', after = 0) => {
      const now = Date.now() + after;
      const of = { ...to, role, context: { ...kept, at: String(Date.now()) } };
      return messenger.typing?.show(of, context({ now }));
    };
    const typing = () => discord.asked(`POST /api/v10/channels/${body.channel_id}/typing`).length;
    await show('assistant');
    expect(typing()).toBe(0);
    await show('human');
    await show('assistant', 20 * minute);
    expect(typing()).toBe(2);
    discord.outside.add(body.channel_id);
    expect(await failureOf(show('human'))).toMatchObject({ code: 'no_access', isRefusal: false });
  });

  test('reads a channel for a test', () => {
    const read = (text: string) => messenger.recipient?.read(text);
    expect(read(' 645027906669510667 ')).toMatchObject({ context: { channel: '645027906669510667' } });
    expect(['', 'general', '#general', '12', '1'.repeat(30)].map(read)).toEqual(Array.from({ length: 5 }));
  });

  test('knows an Ed25519 key from other digits', () => {
    const keys = Array.from({ length: 20 }, () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x);
    expect(keys.every((key) => isPublicKey(Buffer.from(key ?? '', 'base64url').toString('hex')))).toBe(true);
    expect(isPublicKey('ff'.repeat(32))).toBe(false);
    const small = Array.from({ length: 64 }, (_, y) => isPublicKey(y.toString(16).padStart(2, '0').padEnd(64, '0')));
    // About half of all numbers are no point of the curve.
    const points = small.filter(Boolean).length;
    expect([points > 16, points < 48]).toEqual([true, true]);
    const wrong = { ...settings, publicKey: 'ff'.repeat(32) };
    expect(kindOf('discord').problems?.(wrong)).toMatchObject([{ path: 'settings.publicKey' }]);
    expect(kindOf('discord').problems?.(settings)).toEqual([]);
  });
});
