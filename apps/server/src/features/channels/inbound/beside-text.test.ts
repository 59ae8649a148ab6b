// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { awayFromMidnight } from '../../../../testing/fixtures/days.ts';
import { service } from '../../../../testing/harness.ts';
import { payload } from '../../../../testing/messengers/payloads/payload.ts';
import { update } from '../../../../testing/messengers/telegram-updates.ts';
import { behind } from '../../../../testing/servers/platform-server.ts';
import type { Bot } from '../../../../testing/servers/telegram-messages.ts';
import { startTelegramServer } from '../../../../testing/servers/telegram-server.ts';
import { quietMs } from './fold.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
afterAll(telegram.close);

let lastUser = 9_000;

describe.each(engines)('what a user sends beside text, on %s', (engine) => {
  const parley = service(engine, { environment: { ...telegram.environment, PUBLIC_URL: publicUrl } });
  let client: Parley;
  let session: Parley;
  let bot: Bot;
  let channel: string;
  beforeAll(async () => {
    ownUrl = parley.url;
    awayFromMidnight(parley);
    const person = await parley.person();
    client = await person.client();
    session = await person.session();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    bot = telegram.addBot();
    const settings = { botToken: bot.token, unreadable: 'Only text, please.' };
    channel = (await client.channels.create(agent, { type: 'telegram', settings }))._id;
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeDefined(), patient);
  });

  /** A user who has not written yet. */
  const somebody = () => {
    lastUser += 1;
    const user = lastUser;
    const from = { id: user, is_bot: false, first_name: 'Ada' };
    const chat = { id: user, type: 'private', first_name: 'Ada' };
    const deliver = async (body: object, times = 1) =>
      expect(await telegram.deliver(bot, body, { times })).toEqual(Array<number>(times).fill(200));
    const conversationOf = async () => {
      const { items } = await client.conversations.list({ channelId: channel, userId: String(user) });
      return items[0]?._id ?? '';
    };
    const stored = async () =>
      (await client.messages.list(await conversationOf(), { sort: 'createdAt' })).items.map(
        ({ role, content }) => `${role} ${content}`,
      );
    return {
      ...{ user, deliver, conversationOf },
      updateOf: (message: object) => update({ from, chat, ...message }),
      say: (message: object, times?: number) => deliver(update({ from, chat, ...message }), times),
      sees: (texts: readonly string[]) =>
        vi.waitFor(() => expect(telegram.in(user).map(({ text }) => text)).toEqual(texts), patient),
      stores: (messages: readonly string[]) =>
        vi.waitFor(async () => expect(await stored()).toEqual(messages), patient),
    };
  };
  const photo = { photo: [{ file_id: 'p', file_unique_id: 'p', width: 90, height: 90, file_size: 2_000 }] };
  const sticker = { sticker: { file_id: 's', file_unique_id: 's', type: 'regular', emoji: '👍' } };

  test('is told once that it can’t be read: again after a failure, and not after an answer that was lost', async () => {
    telegram.fails('sendMessage', 503);
    const one = somebody();
    await one.say(sticker);
    await one.sees(['Only text, please.']);
    telegram.fails('sendMessage', 'lost');
    const other = somebody();
    await other.say(sticker);
    await other.sees(['Only text, please.']);
    await other.say(photo);
    await other.say({ text: 'Then so' });
    const told = ['user [Sticker, not seen: 👍]', 'assistant Only text, please.', 'user [Photo, not seen: 2 kB]'];
    await other.stores([...told, 'user Then so', 'assistant Then so']);
    await other.sees(['Only text, please.', 'Then so']);
  });

  test('is stored while a person has the conversation, and the service says nothing', async () => {
    const ada = somebody();
    await ada.say({ text: 'Hello' });
    await ada.sees(['Hello']);
    const conversation = await ada.conversationOf();
    await session.conversations.takeOver(conversation);
    await ada.say(photo);
    await ada.say({ location: { latitude: 48.2, longitude: 16.3 } });
    const seen = ['user Hello', 'assistant Hello', 'user [Photo, not seen: 2 kB]', 'user [Location: (48.2, 16.3)]'];
    await ada.stores(seen);
    await session.conversations.release(conversation);
    await ada.say(photo);
    await ada.stores([...seen, 'user [Photo, not seen: 2 kB]', 'assistant Only text, please.']);
    await ada.sees(['Hello', 'Only text, please.']);
  });

  test('of an album is one message with one answer: in any order, each part four times; a late part is kept', async () => {
    const ada = somebody();
    const parts = payload<{ message: object }[]>('telegram-album').map(({ message }) => message);
    const caption = 'Album caption: which one fits?';
    await Promise.all(
      parts.toReversed().map((message) => ada.deliver(ada.updateOf({ ...message, ...own(ada.user) }), 4)),
    );
    parley.advance(quietMs.withWords);
    const whole = `${caption}\n${Array(parts.length).fill('[Photo, not seen]').join('\n')}`;
    await ada.stores([`user ${whole}`, `assistant ${whole}`]);
    await ada.deliver(ada.updateOf({ ...photo, media_group_id: '9' }), 4);
    await ada.say({ text: 'Bye' });
    parley.advance(quietMs.wordless);
    const late = ['user [Photo, not seen: 2 kB]', 'user Bye', 'assistant Bye'];
    await ada.stores([`user ${whole}`, `assistant ${whole}`, ...late]);
    await ada.sees([whole, 'Bye']);
  });

  test('is data of the message, too, in lists, exports and answers; the IDs of files stay in the storage', async () => {
    const ada = somebody();
    const document = {
      file_id: 'secret-file',
      file_name: 'a\u202e[b].pdf',
      mime_type: 'application/pdf',
      file_size: 7,
    };
    await ada.say({ document, caption: 'This one' });
    const said = 'This one\n[File, not read: a (b).pdf, 7 bytes]';
    await ada.sees([said]);
    const id = await ada.conversationOf();
    const attachment = {
      ...{ kind: 'file', name: 'a [b].pdf', contentType: 'application/pdf' },
      ...{ size: 7, duration: null, text: null },
    };
    const [message] = (await client.messages.list(id, { sort: 'createdAt' })).items;
    expect(message?.attachments).toEqual([attachment]);
    expect((await client.messages.retrieve(message?._id ?? '')).attachments).toEqual([attachment]);
    const exported = await client.conversations.export({ channelId: channel, userId: String(ada.user) }).text();
    expect(JSON.parse(exported).messages.map((each: typeof message) => each?.attachments)).toEqual([[attachment], []]);
    expect(exported).not.toContain('secret-file');
    const { messages } = { messages: parley.db.query.selectFrom('messages').select('attachment_files as files') };
    expect(await parley.db.read(messages.where('id', '=', message?._id ?? ''))).toEqual([
      { files: JSON.stringify(['secret-file']) },
    ]);
    await ada.say(photo);
    await vi.waitFor(async () => {
      const { items } = await client.conversations.list({ channelId: channel, userId: String(ada.user) });
      expect(items[0]).toMatchObject({ messageCount: 4, lastMessage: { attachmentKind: null } });
    }, patient);
    await session.conversations.takeOver(id);
    await ada.say(photo);
    await vi.waitFor(async () => {
      const { items } = await client.conversations.list({ channelId: channel, userId: String(ada.user) });
      expect(items[0]?.lastMessage).toMatchObject({ content: '[Photo, not seen: 2 kB]', attachmentKind: 'image' });
    }, patient);
  });

  test('of an edit that comes before its message is the only message of both, delivered twice at once', async () => {
    const ada = somebody();
    const { message } = ada.updateOf({ text: 'Two, please' });
    const edited_message = { ...message, text: 'Three, please', edit_date: message.date + 5 };
    const edit = { update_id: message.message_id + 1, edited_message };
    await Promise.all([ada.deliver(edit), ada.deliver(edit)]);
    await ada.sees(['[Edited message]\nThree, please']);
    const original = { update_id: message.message_id, message };
    await Promise.all([ada.deliver(original), ada.deliver(original)]);
    await ada.say({ text: 'Bye' });
    await ada.sees(['[Edited message]\nThree, please', 'Bye']);
  });

  test('of an edit after the answer is a message of its own', async () => {
    const ada = somebody();
    const { message } = ada.updateOf({ text: 'Two, please' });
    await ada.deliver({ update_id: message.message_id, message });
    await ada.sees(['Two, please']);
    const edited_message = { ...message, text: 'Three, please', edit_date: message.date + 5 };
    await ada.deliver({ update_id: message.message_id + 1, edited_message }, 3);
    await ada.sees(['Two, please', '[Edited message]\nThree, please']);
  });
});

/** The fields of a private chat with a user. */
const own = (user: number) => ({
  from: { id: user, is_bot: false, first_name: 'U' },
  chat: { id: user, type: 'private' },
});
