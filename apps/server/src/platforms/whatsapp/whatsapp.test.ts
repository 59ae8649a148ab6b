import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { patient, startWorld, type World } from '../../../testing/messengers/messenger-world.ts';
import { says } from '../../../testing/servers/fake-provider.ts';
import {
  graphError,
  type MessageDraft,
  startWhatsappServer,
  type WhatsappServer,
  type Writer,
} from '../../../testing/servers/whatsapp-server.ts';
import type { Engine } from '../../storage/database.ts';

const hour = 60 * 60_000;
let numbers = 16_505_550_000;

describe.each(anyEngine)('WhatsApp, on %s', (engine: Engine) => {
  let whatsapp: WhatsappServer;
  let world: World;
  let channel: Awaited<ReturnType<World['connect']>>;
  beforeAll(async () => {
    whatsapp = await startWhatsappServer();
    const { phoneNumberId, accessToken, appSecret, accountId, url, advance } = whatsapp;
    const settings = { phoneNumberId, accessToken, appSecret, businessAccountId: accountId };
    world = await startWorld(engine, { type: 'whatsapp', url, advance, settings });
    channel = await world.connect();
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await whatsapp.close();
  });

  /** Creates another person, so that a test has its own conversation. */
  const somebody = (hides = false) => {
    numbers += 1;
    const phone = String(numbers);
    const by: Writer = { scoped: `US.${randomUUID()}`, name: 'Ada', ...(!hides && { phone }) };
    const to = (hides ? by.scoped : phone) ?? '';
    return {
      by,
      say: (text: string, draft: MessageDraft = {}) => whatsapp.say(channel.inbound, { by, text, ...draft }),
      seen: (texts: readonly string[]) =>
        vi.waitFor(() => {
          const found = whatsapp.seen(to);
          expect(found.map(({ text }) => text)).toEqual(texts);
          return found;
        }, patient),
    };
  };
  type Somebody = ReturnType<typeof somebody>;
  const conversationOf = async ({ by }: Somebody) => {
    const { items } = await world.client().conversations.list({ channelId: channel._id, limit: 100 });
    return items.find(({ userId }) => userId === by.scoped)?._id ?? '';
  };
  const eventsNow = async () => (await world.events(channel._id)).length;
  const status = async () => (await world.client().channels.retrieve(channel._id)).status;

  test('a message is answered as a text without a preview, and the receipts move its delivery', async () => {
    const ada = somebody();
    expect(await ada.say('Hello https://example.com')).toEqual({
      status: 200,
      body: { success: true, data: { received: true } },
    });
    const [shown] = await ada.seen(['Hello https://example.com']);
    expect(shown?.previewUrl).toBe(false);
    const conversation = await conversationOf(ada);
    expect(await world.client().conversations.retrieve(conversation)).toMatchObject({
      ...{ channel: channel._id, userId: ada.by.scoped, metadata: { name: 'Ada' } },
    });
    await world.delivered(conversation, ['sent']);
    if (shown === undefined) throw new Error('Nothing was sent.');
    await whatsapp.tell(channel.inbound, shown, ['sent']);
    await whatsapp.tell(channel.inbound, shown, ['read']);
    await whatsapp.tell(channel.inbound, shown, ['delivered']);
    await world.delivered(conversation, ['delivered']);
  });

  test('typing of a person is shown below the last message, which is read by then', async () => {
    const ada = somebody();
    const last = `wamid.${randomUUID()}`;
    await ada.say('Hello', { id: last });
    await ada.seen(['Hello']);
    const conversation = await conversationOf(ada);
    const session = await world.session();
    await session.conversations.takeOver(conversation);
    await session.conversations.presence(conversation, { typing: true });
    const isShown = ({ json }: { json: object }) => 'typing_indicator' in json && Object.values(json).includes(last);
    await vi.waitFor(() => expect(whatsapp.asked('/messages').some(isShown)).toBe(true), patient);
  });

  test('a quote by its ID has its text, of the own message and of a reply; a stranger’s and an unknown one have none', async () => {
    const [ada, bob] = [somebody(), somebody()];
    const [mine, his] = [`wamid.${randomUUID()}`, `wamid.${randomUUID()}`];
    await ada.say('The red one', { id: mine });
    const [reply] = await ada.seen(['The red one']);
    await bob.say('A secret', { id: his });
    await bob.seen(['A secret']);
    const quoting = (text: string, id: string | undefined) =>
      ada.say('', { as: { type: 'text', text: { body: text }, context: { from: '15550783881', id } } });
    const seen = ['The red one'];
    for (const [text, id, quoted] of [
      ['Is it this?', mine, '> The red one\n\n'],
      ['Or that?', reply?.id, '> The red one\n\n'],
      ['Whose?', his, ''],
      ['None?', 'wamid.unknown', ''],
    ] as const) {
      await quoting(text, id);
      seen.push(`${quoted}${text}`);
      await ada.seen(seen);
    }
    const { items } = await world.client().messages.list(await conversationOf(ada), { sort: 'createdAt' });
    expect(items.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(seen);
  });

  test('a receipt of a failure says why', async () => {
    const ada = somebody();
    await ada.say('Hello');
    const [shown] = await ada.seen(['Hello']);
    if (shown === undefined) throw new Error('Nothing was sent.');
    const errors = [
      { code: 131026, title: 'Message undeliverable', error_data: { details: 'Message Undeliverable.' } },
    ];
    await whatsapp.tell(channel.inbound, shown, ['failed', errors]);
    const [failed] = await world.delivered(await conversationOf(ada), ['failed']);
    expect(failed?.error).toMatchObject({ code: 'unreachable_user', message: expect.stringContaining('blocks') });
  });

  test('a message whose answer was lost is unknown until its receipt comes, and isn’t sent twice', async () => {
    const ada = somebody();
    whatsapp.fails('/messages', 'lost');
    await ada.say('Lost');
    const conversation = await vi.waitFor(async () => {
      const found = await conversationOf(ada);
      expect(found).not.toBe('');
      return found;
    }, patient);
    await world.delivered(conversation, ['unknown']);
    const [shown] = await ada.seen(['Lost']);
    if (shown === undefined) throw new Error('Nothing was sent.');
    await whatsapp.tell(channel.inbound, shown, ['delivered']);
    await world.delivered(conversation, ['delivered']);
    expect(whatsapp.shown.filter(({ text }) => text === 'Lost')).toHaveLength(1);
  });

  test('the same event three times, out of order and after a restart, is one message and one reply', async () => {
    const ada = somebody();
    const [first, second] = ['One', 'Two'].map((text) => whatsapp.messageOf({ by: ada.by, text }));
    const send = (...changes: readonly (object | undefined)[]) =>
      whatsapp.post(channel.inbound, whatsapp.notification(...changes.filter((each) => each !== undefined)));
    const replies = await Promise.all([send(second, first), send(first), send(first, second)]);
    expect(replies.map((each) => each.status)).toEqual([200, 200, 200]);
    const sorted = () =>
      whatsapp
        .seen(ada.by.phone)
        .map(({ text }) => text)
        .toSorted();
    await vi.waitFor(() => expect(sorted()).toEqual(['One', 'Two']), patient);
    await world.restart();
    await send(second, first);
    await ada.say('Zero');
    await vi.waitFor(() => expect(sorted()).toEqual(['One', 'Two', 'Zero']), patient);
    expect((await world.client().messages.list(await conversationOf(ada))).items).toHaveLength(6);
  });

  test('who hides the number behind a username is answered by the ID for the business', async () => {
    const bob = somebody(true);
    await bob.say('Hidden');
    await bob.seen(['Hidden']);
    const [sent] = whatsapp.asked('/messages').filter(({ json }) => json['recipient'] === bob.by.scoped);
    expect(sent?.json['to']).toBeUndefined();
    await bob.say('Shown', { by: { ...bob.by, phone: '16505559999' } });
    await vi.waitFor(() => expect(whatsapp.seen('16505559999').map(({ text }) => text)).toEqual(['Shown']), patient);
    expect((await world.client().messages.list(await conversationOf(bob))).items).toHaveLength(4);
  });

  test('refuses another secret, other bytes and no signature, and stores nothing', async () => {
    const before = await eventsNow();
    const body = whatsapp.notification(whatsapp.messageOf({ text: 'Forged' }));
    const forged = { secret: '0'.repeat(32) };
    expect((await whatsapp.post(channel.inbound, body, forged)).status).toBe(401);
    expect((await whatsapp.post(channel.inbound, body, { instead: JSON.stringify({ entry: [] }) })).status).toBe(401);
    const headers = { 'content-type': 'application/json' };
    const unsigned = await fetch(channel.inbound, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([unsigned.status, await eventsNow()]).toEqual([401, before]);
  });

  test('a challenge is answered with the verify token only', async () => {
    const ask = async (token: string, mode = 'subscribe') => {
      const query = { 'hub.mode': mode, 'hub.challenge': '1158201444', 'hub.verify_token': token };
      const response = await fetch(`${channel.inbound}?${new URLSearchParams(query).toString()}`);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    expect(await ask(channel.secret ?? '')).toEqual([200, 'text/plain; charset=utf-8', '1158201444']);
    const wrong = [await ask('wrong'), await ask(''), await ask(channel.secret ?? '', 'unsubscribe')];
    expect(wrong.map(([code]) => code)).toEqual([401, 401, 401]);
  });

  test.each<[string, object, string]>([
    ['a button', { type: 'button', button: { text: 'Yes', payload: 'yes' } }, 'Yes'],
    [
      'a reply button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'No' } } },
      'No',
    ],
    [
      'a list',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Later', description: '' } },
      },
      'Later',
    ],
    [
      'a caption',
      { type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'x', caption: 'My parcel' } },
      'My parcel\n[Photo, not seen]',
    ],
  ])('%s is read as a text', async (_what, as, text) => {
    const ada = somebody();
    await ada.say('', { as });
    await ada.seen([text]);
  });

  test('what has no text is answered in words, once a day', async () => {
    const ada = somebody();
    await ada.say('', { as: { type: 'audio', audio: { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true } } });
    await ada.seen(['I can’t listen to voice messages. Please write what you need.']);
    await ada.say('', { as: { type: 'sticker', sticker: { id: '1', mime_type: 'image/webp', animated: false } } });
    await ada.say('Then so');
    await ada.seen(['I can’t listen to voice messages. Please write what you need.', 'Then so']);
    const stored = (await world.client().messages.list(await conversationOf(ada), { sort: 'createdAt' })).items;
    expect(stored.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      ...['[Voice message, not heard]', '[Sticker, not seen]', 'Then so'],
    ]);
  });

  test.each<[string, (own: WhatsappServer) => object]>([
    [
      'a reaction',
      (own) => own.messageOf({ as: { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } } }),
    ],
    [
      'a changed number',
      (own) => own.messageOf({ as: { type: 'system', system: { type: 'user_changed_number', body: 'x' } } }),
    ],
    [
      'an edit',
      (own) =>
        own.messageOf({ as: { type: 'unsupported', unsupported: { type: 'edit' }, errors: [{ code: 131051 }] } }),
    ],
    ['a group', (own) => own.messageOf({ as: { type: 'text', text: { body: 'Hi' }, group_id: 'Y2FwaV9ncm91cDox' } })],
    [
      'another number',
      (own) => own.changeOf({ messages: [{ from: '1', id: 'x', type: 'text', text: { body: 'Hi' } }] }, '999'),
    ],
    ['an old message', (own) => own.messageOf({ at: Date.now() - 8 * 24 * hour })],
    [
      'no time',
      (own) => own.changeOf({ messages: [{ from: '16505551234', id: 'x', type: 'text', text: { body: 'Hi' } }] }),
    ],
    [
      'no sender',
      (own) => own.changeOf({ messages: [{ id: 'x', timestamp: '1', type: 'text', text: { body: 'Hi' } }] }),
    ],
    [
      'errors',
      (own) => own.changeOf({ errors: [{ code: 130429, title: 'Rate limit hit', message: 'Rate limit hit' }] }),
    ],
    ['another field', () => ({ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } })],
    [
      'a receipt of nothing known',
      (own) => own.changeOf({ statuses: [{ id: 'wamid.none', status: 'delivered', timestamp: '1' }] }),
    ],
    ['odd values', (own) => own.changeOf({ messages: { from: [] }, statuses: 'x', contacts: null })],
  ])('%s is acknowledged and starts nothing', async (_what, change) => {
    const before = await eventsNow();
    const sent = await whatsapp.post(channel.inbound, whatsapp.notification(change(whatsapp)));
    expect([sent.status, await eventsNow()]).toEqual([200, before]);
  });

  test.each([{}, { entry: 'x' }, { entry: [null, { changes: 7 }] }, { object: 'page', entry: [{ messaging: [] }] }])(
    'junk is acknowledged: %j',
    async (body) => {
      expect((await whatsapp.post(channel.inbound, body)).status).toBe(200);
    },
  );

  test('waits as long as WhatsApp says, and sends again what its failure kept back', async () => {
    const ada = somebody();
    const busy = { status: 429, headers: { 'retry-after': '1' }, json: { error: { code: 130429 } } };
    whatsapp.fails('/messages', busy, graphError(131000, 'Something went wrong', { status: 500 }));
    await ada.say('Slowly');
    await ada.seen(['Slowly']);
    const tries = whatsapp.asked('/messages').filter(({ json }) => json['to'] === ada.by.phone);
    expect(tries).toHaveLength(3);
    expect((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('a text that is too long is split at sentences, in order', async () => {
    // The echo of what the model reads.
    await world.client().channels.update(channel._id, { limits: { messageLength: 20_000 } });
    const ada = somebody();
    const text = Array.from(
      { length: 160 },
      (_, index) => `This is sentence number ${index + 1} of a long reply.`,
    ).join(' ');
    await ada.say(text);
    const found = await vi.waitFor(() => {
      const seen = whatsapp.seen(ada.by.phone);
      expect(seen.map((each) => each.text).join(' ')).toBe(text);
      return seen;
    }, patient);
    for (const each of found) expect([each.text.length <= 4_096, each.text.at(-1)]).toEqual([true, '.']);
    expect(found.length).toBeGreaterThan(1);
  });

  test('a person who can’t be reached is a failure of the message alone', async () => {
    const ada = somebody();
    whatsapp.fails('/messages', graphError(131030, 'Recipient phone number not in allowed list'));
    await ada.say('Hello');
    await vi.waitFor(async () => expect(await conversationOf(ada)).not.toBe(''), patient);
    const [failed] = await world.delivered(await conversationOf(ada), ['failed']);
    expect(failed?.error).toMatchObject({ code: 'number_not_allowed', message: expect.stringContaining('API Setup') });
    expect(await status()).toBe('active');
  });

  test('after 24 hours nothing is asked of a model, and who writes is told why', async () => {
    const { provider } = world;
    provider.play('helper', says('At your service.'));
    const client = world.client();
    const { _id: agent } = await client.agents.create({ name: 'Helper', model: 'fake/helper' });
    const own = await world.connect(agent);
    const ada = somebody();
    const wroteAt = Date.now();
    await whatsapp.say(own.inbound, { by: ada.by, text: 'Hello' });
    await ada.seen(['At your service.']);
    const [conversation] = (await client.conversations.list({ channelId: own._id })).items;
    const asked = provider.asked.length;
    world.advance(25 * hour);
    const closed = client.messages.send(conversation?._id ?? '', { content: 'Are you still there?' });
    await expect(closed).rejects.toMatchObject({
      status: 409,
      code: 'undeliverable',
      details: [{ message: 'window_closed' }],
    });
    await expect(closed).rejects.toThrow(/since 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
    // A message that was written before, and comes only now.
    await whatsapp.say(own.inbound, { by: ada.by, text: 'Late', at: wroteAt + 1_000 });
    await vi.waitFor(async () => {
      const { items } = await client.messages.list(conversation?._id ?? '', { sort: 'createdAt' });
      expect(items.map(({ content }) => content)).toEqual(['Hello', 'At your service.', 'Late']);
    }, patient);
    const events = await loggedEvents(world.parley().db);
    expect(events.filter(({ type }) => type === 'channel.undeliverable')).toHaveLength(1);
    expect(provider.asked).toHaveLength(asked);
    await whatsapp.say(own.inbound, { by: ada.by, text: 'Now' });
    await ada.seen(['At your service.', 'At your service.']);
    // An old message that comes again doesn't close the window.
    await whatsapp.say(own.inbound, { by: ada.by, text: 'Older', at: wroteAt + 2_000 });
    whatsapp.advance(0);
    await vi.waitFor(async () => {
      expect((await client.messages.list(conversation?._id ?? '')).items.map(({ content }) => content)).toContain(
        'Older',
      );
    }, patient);
    await client.messages.send(conversation?._id ?? '', { content: 'Open?' });
  });

  test('a token that is revoked puts the channel in error and stops retries', async () => {
    const ada = somebody();
    whatsapp.revoke();
    await ada.say('Hello');
    await vi.waitFor(async () => expect(await status()).toBe('error'), patient);
    const failing = await world.client().channels.retrieve(channel._id);
    expect(failing.lastError).toMatchObject({ code: 'token_revoked', message: expect.stringContaining('system user') });
    expect(failing.lastError?.message).not.toContain(whatsapp.accessToken);
    await world.delivered(await conversationOf(ada), ['failed']);
    const before = whatsapp.asked('/messages').length;
    await ada.say('Still there?');
    await vi.waitFor(async () => {
      const { items } = await world.client().messages.list(await conversationOf(ada));
      expect(items.map(({ content }) => content)).toEqual(['Still there?', 'Hello', 'Hello']);
    }, patient);
    expect(whatsapp.asked('/messages')).toHaveLength(before);
    whatsapp.restore();
  });
});
