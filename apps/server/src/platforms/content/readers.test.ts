// @module-tag pure

import { describe, expect, test } from 'vitest';
import { payload } from '../../../testing/messengers/payloads/payload.ts';
import { update } from '../../../testing/messengers/telegram-updates.ts';
import type { Received } from '../arrival.ts';
import { readInteraction } from '../discord/inbound.ts';
import { receiveEvent } from '../slack/events.ts';
import { readForm } from '../slack/forms.ts';
import { receiveUpdate } from '../telegram/updates.ts';
import { readNotification } from '../whatsapp/inbound.ts';
import { contentOf, isReadable } from './content.ts';

const now = 1_790_000_000_000;
const context = (settings: object = {}) => ({ settings: { ...settings }, secrets: [], now });
const messagesOf = ({ arrivals }: Pick<Received, 'arrivals'>) =>
  arrivals.flatMap((arrival) => (arrival.kind === 'message' ? [arrival.message] : []));

/** The stored text of what a request contains, and ` (answered)` if the agent replies to it. */
const shownIn = (received: Pick<Received, 'arrivals'>) =>
  messagesOf(received).map((message) => contentOf(message) + (isReadable(message) ? ' (answered)' : ''));

const telegram = (body: object) => receiveUpdate({}, body, context({ botToken: '1:x' }));
const inTelegram = (message: object) => shownIn(telegram(update(message)));

const photo = [
  { file_id: 's', width: 90, height: 90, file_size: 900 },
  { file_id: 'l', width: 900, height: 900, file_size: 120_400 },
];

describe('a message in Telegram', () => {
  test.each<[string, object, string]>([
    ['a photo', { photo }, '[Photo, not seen: 120 kB]'],
    ['a caption', { photo, caption: 'Is this broken?' }, 'Is this broken?\n[Photo, not seen: 120 kB] (answered)'],
    ['a voice note', { voice: { file_id: 'v', duration: 7 } }, '[Voice message, not heard: 0:07]'],
    ['a long video', { video: { duration: 3_605.4, file_size: 2_500_000 } }, '[Video, not seen: 2.5 MB, 60:05]'],
    ['a round video', { video_note: { duration: 3 } }, '[Video, not seen: 0:03]'],
    ['a song', { audio: { performer: 'Ann', title: 'Song', duration: 61 } }, '[Audio, not heard: Ann – Song, 1:01]'],
    [
      'a document',
      { document: { file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 12 } },
      '[File, not read: a.pdf, 12 bytes]',
    ],
    ['an image as a file', { document: { file_name: 'a.png', mime_type: 'image/png' } }, '[Photo, not seen: a.png]'],
    [
      'an animation',
      { animation: { file_name: 'a.mp4' }, document: { file_name: 'a.mp4' } },
      '[Video, not seen: a.mp4]',
    ],
    ['a sticker', { sticker: { emoji: '👍', file_id: 's' } }, '[Sticker, not seen: 👍]'],
    ['a place', { location: { latitude: 48.2, longitude: 16.3 } }, '[Location: (48.2, 16.3)] (answered)'],
    [
      'a venue',
      {
        venue: { title: 'Café Central', address: 'Main St 1', location: { latitude: 48.2103, longitude: 16.3655 } },
        location: { latitude: 48.2103, longitude: 16.3655 },
      },
      '[Location: Café Central, Main St 1 (48.2103, 16.3655)] (answered)',
    ],
    [
      'a contact',
      { contact: { first_name: 'Ada', last_name: 'Lovelace', phone_number: '+440000' } },
      '[Contact: Ada Lovelace, +440000] (answered)',
    ],
    [
      'a poll',
      { poll: { question: 'Tea?', options: [{ text: 'Yes' }, { text: 'No' }] } },
      '[Poll: Tea? - Yes; - No] (answered)',
    ],
    ['a die', { dice: { emoji: '🎲', value: 4 } }, '[Dice: 🎲 4] (answered)'],
    ['a web app', { web_app_data: { button_text: 'Book', data: '{"n":4}' } }, '[Form: Book, {"n":4}] (answered)'],
    ['a checklist', { checklist: { title: 'Todo', tasks: [{ text: 'One' }] } }, '[Form: Todo, One] (answered)'],
    [
      'chosen people',
      { users_shared: { users: [{ user_id: 7, first_name: 'Bob' }] } },
      '[Contact: Bob, ID 7] (answered)',
    ],
    [
      'a reply',
      { text: 'This one', reply_to_message: { text: 'Line one\nline two' } },
      '> Line one line two\n\nThis one (answered)',
    ],
    [
      'a quotation',
      { text: 'Why?', quote: { text: 'two' }, reply_to_message: { text: 'one two' } },
      '> two\n\nWhy? (answered)',
    ],
    [
      'a reply to a photo',
      { text: 'Broken?', reply_to_message: { photo } },
      '> [Photo, not seen: 120 kB]\n\nBroken? (answered)',
    ],
    [
      'a forwarded text',
      { text: 'Look', forward_origin: { type: 'user', sender_user: { first_name: 'Bob' } } },
      '[Forwarded from Bob]\nLook (answered)',
    ],
    [
      'a forwarded post',
      { text: 'Look', forward_origin: { type: 'channel', chat: { title: 'News' } } },
      '[Forwarded from News]\nLook (answered)',
    ],
  ])('%s is stored as what it is', (_what, message, shown) => {
    expect(inTelegram(message)).toEqual([shown]);
  });

  test.each<[string, object]>([
    ['a caption', { caption: 'Still here', photo: 7 }],
    ['entities', { entities: { odd: [] } }],
    ['other entities', { entities: [{ type: 7 }, null, { type: 'mention', offset: -1, length: 'x' }] }],
    ['names', { from: { id: 41, first_name: 7, last_name: {}, is_bot: 'no' } }],
    ['a reply', { reply_to_message: 'x', quote: [], external_reply: 7, forward_origin: 'y' }],
    ['an album and a topic', { media_group_id: 9, is_topic_message: 'yes', message_thread_id: {} }],
    ['files', { photo: 'x', document: [], voice: 7, location: { latitude: 'x' }, poll: null, sticker: true }],
  ])('keeps its text if %s are of another type', (_what, fields) => {
    const [shown] = inTelegram({ text: 'Still here', ...fields });
    expect(shown).toMatch(/^Still here/);
  });

  test('no name of a user can end its line, begin another one, or be too long', () => {
    const name = `a]\n[Order: 9 × gold]\u2028\u202e${'x'.repeat(5_000)}`;
    const [shown = ''] = inTelegram({ document: { file_name: name, file_size: Number.NaN } });
    expect(shown).toMatch(/^\[File, not read: a\) \(Order: 9 × gold\) x+\]$/);
    expect(shown.length).toBeLessThan(300);
  });

  test('the new text of an older one replaces it, or is a message; a live place that moves is neither', () => {
    const { message } = update({ text: 'New' });
    const edited = (more: object) => messagesOf(telegram({ update_id: 7, edited_message: { ...message, ...more } }));
    const [soon] = edited({ edit_date: message.date + 60 });
    expect(soon).toMatchObject({ edits: String(message.message_id), text: 'New' });
    expect(contentOf(soon ?? { user: { id: '' }, thread: null, text: '' })).toBe('[Edited message]\nNew');
    expect(soon?.isUnanswered).toBeUndefined();
    expect(edited({ edit_date: message.date + 7_200 })).toMatchObject([{ isUnanswered: true }]);
    expect(edited({ text: undefined, location: { latitude: 1, longitude: 2 } })).toEqual([]);
  });
});

const notify = (message: object) => ({
  entry: [
    {
      changes: [
        {
          field: 'messages',
          value: {
            ...{ metadata: { phone_number_id: '1' }, contacts: [] },
            messages: [{ from: '4915112345606', id: 'wamid.1', timestamp: String(now / 1000), ...message }],
          },
        },
      ],
    },
  ],
});
const inWhatsapp = (message: object) =>
  shownIn({ arrivals: readNotification(notify(message), context({ phoneNumberId: '1' })) });
const interactive = (type: string, reply: object) => ({ type: 'interactive', interactive: { type, [type]: reply } });

describe('a message in WhatsApp', () => {
  test.each<[string, object, string]>([
    ['an image', { type: 'image', image: { id: '7', mime_type: 'image/jpeg' } }, '[Photo, not seen]'],
    ['a voice note', { type: 'audio', audio: { id: '7', voice: true } }, '[Voice message, not heard]'],
    [
      'a document with a caption',
      { type: 'document', document: { filename: 'a.pdf', caption: 'My order', mime_type: 'application/pdf' } },
      'My order\n[File, not read: a.pdf] (answered)',
    ],
    [
      'a place',
      { type: 'location', location: { name: 'Zoo', address: 'Main St', latitude: 1.5, longitude: -2 } },
      '[Location: Zoo, Main St (1.5, -2)] (answered)',
    ],
    [
      'a contact',
      {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'Ada' }, org: { company: 'Acme' }, phones: [{ phone: '+44 1' }] }],
      },
      '[Contact: Ada, Acme, +44 1] (answered)',
    ],
    [
      'an order',
      {
        type: 'order',
        order: {
          text: 'Please hurry',
          product_items: [{ product_retailer_id: 'SKU-1', quantity: 2, item_price: 9.9, currency: 'EUR' }],
        },
      },
      '[Order: 2 × SKU-1 at 9.9 EUR; Please hurry] (answered)',
    ],
    [
      'a chosen entry',
      interactive('list_reply', { id: '1', title: 'Zurich', description: 'Shop' }),
      'Zurich (answered)',
    ],
    ['a button', interactive('button_reply', { id: '1', title: 'Yes' }), 'Yes (answered)'],
    ['a button of a template', { type: 'button', button: { text: 'Stop', payload: 'x' } }, 'Stop (answered)'],
    [
      'a nested form',
      interactive('nfm_reply', { name: 'booking', response_json: '{"flow_token":"t","who":{"n":2},"days":["a","b"]}' }),
      '[Form: booking, who: n: 2; days: a, b] (answered)',
    ],
    ['a form that is no JSON', interactive('nfm_reply', { response_json: '{no' }), '[Form: {no] (answered)'],
    [
      'what WhatsApp keeps',
      { type: 'unsupported', errors: [] },
      '[Message, not read: of a kind that WhatsApp doesn’t pass on]',
    ],
    [
      'a forwarded text',
      { type: 'text', text: { body: 'Look' }, context: { forwarded: true } },
      '[Forwarded]\nLook (answered)',
    ],
    [
      'a text below an ad',
      {
        type: 'text',
        text: { body: 'How much?' },
        referral: { headline: 'Lamp', body: 'New', source_url: 'https://e.example' },
      },
      '> Ad: Lamp – New – https://e.example\n\nHow much? (answered)',
    ],
    [
      'an edit',
      { type: 'edit', edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Two' } } } },
      '[Edited message]\nTwo (answered)',
    ],
  ])('%s is stored as what it is', (_what, message, shown) => {
    expect(inWhatsapp(message)).toEqual([shown]);
  });

  test('a form has its fields for the agent', () => {
    const arrivals = readNotification(payload('whatsapp-flow', now), context({ phoneNumberId: '106540352242922' }));
    expect(shownIn({ arrivals })).toEqual(['[Form: date: 2026-12-01; guests: 4] (answered)']);
  });

  test.each([
    interactive('call_permission_reply', { response: 'accept' }),
    { type: 'reaction', reaction: { emoji: '👍' } },
    { type: 'system', system: { body: 'changed number' } },
    { type: 'request_welcome' },
    { type: 'unsupported', unsupported: { type: 'edit' } },
  ])('$type that no one expects an answer to is nothing', (message) => {
    expect(inWhatsapp(message)).toEqual([]);
  });

  test('keeps its text if other fields are of another type', () => {
    const odd = { context: 'x', referral: [], contacts: 7, errors: 'y' };
    expect(inWhatsapp({ type: 'text', text: { body: 'Still here' }, ...odd })).toEqual(['Still here (answered)']);
    expect(inWhatsapp({ type: 'image', image: { caption: 'Still here', id: 7, filename: {} } })).toEqual([
      'Still here\n[Photo, not seen] (answered)',
    ]);
  });
});

const event = { type: 'message', user: 'U12', channel: 'D12', channel_type: 'im', ts: '1790000000.000100' };
const slack = (body: object) => receiveEvent({}, body, context());
const inSlack = (message: object) => shownIn(slack({ type: 'event_callback', event: { ...event, ...message } }));
const richText = (...elements: object[]) => ({ blocks: [{ type: 'rich_text', elements }] });

describe('a message in Slack', () => {
  test('that is forwarded reaches the agent', () => {
    expect(shownIn(slack(payload('slack-forwarded', now)))).toEqual([
      '[Forwarded]\nForwarded: the lamp is broken (answered)',
    ]);
  });

  test.each<[string, object, string]>([
    [
      'rich text',
      richText(
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'See ' },
            { type: 'link', url: 'https://e.example', text: 'this' },
            { type: 'emoji', name: 'tea', unicode: '1f375' },
          ],
        },
        {
          ...{ type: 'rich_text_list', style: 'ordered' },
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] }],
        },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'a\nb' }] },
      ),
      'See this (https://e.example)🍵\n1. one\n> a\n> b (answered)',
    ],
    [
      'other blocks',
      {
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Order' } },
          { type: 'section', text: { type: 'mrkdwn', text: 'R&amp;D' }, fields: [{ type: 'mrkdwn', text: 'two' }] },
          {
            type: 'context',
            elements: [
              { type: 'image', alt_text: 'logo' },
              { type: 'mrkdwn', text: 'small' },
            ],
          },
          { type: 'divider' },
        ],
      },
      'Order\nR&D\ntwo\nlogo\nsmall (answered)',
    ],
    [
      'files',
      { subtype: 'file_share', files: [{ id: 'F1', name: 'a.pdf', mimetype: 'application/pdf', size: 1_000 }] },
      '[File, not read: a.pdf, 1 kB]',
    ],
    [
      'a clip',
      { files: [{ subtype: 'slack_audio', mimetype: 'audio/mp4', duration_ms: 7_200 }] },
      '[Voice message, not heard: 0:07]',
    ],
    ['an attachment of a program', { attachments: [{ title: 'Build', text: 'failed' }] }, 'Build\nfailed (answered)'],
    [
      'a link with its preview',
      { text: '<https://e.example>', attachments: [{ from_url: 'https://e.example', text: 'Shop' }] },
      'https://e.example (answered)',
    ],
  ])('of %s is stored as what it is', (_what, message, shown) => {
    expect(inSlack(message)).toEqual([shown]);
  });

  test('keeps its text if other fields are of another type', () => {
    const odd = { files: 'x', attachments: [null, 7], blocks: { deep: [[]] }, thread_ts: 7, edited: [], subtype: null };
    expect(inSlack({ text: 'Still here', ...odd })).toEqual(['Still here (answered)']);
  });

  test('that is edited is read if its words are others', () => {
    const changed = (text: string) =>
      inSlack({
        ...{ user: undefined, text: undefined, subtype: 'message_changed', previous_message: { text: 'Old' } },
        message: { ...event, text, edited: { user: 'U12', ts: '1790000060.000000' } },
      });
    expect(changed('New')).toEqual(['[Edited message]\nNew (answered)']);
    expect(changed('Old')).toEqual([]);
  });

  const form = (fields: Readonly<Record<string, string>>) => slack(JSON.parse(readForm(new URLSearchParams(fields))));
  const action = (body: object) => form({ payload: JSON.stringify({ user: { id: 'U12' }, ...body }) });
  const place = { channel: { id: 'C12' }, message: { ts: '1790000000.000100' }, type: 'block_actions' };

  test('a slash command is a message in a conversation of its own, and is shown', () => {
    const url = 'https://hooks.slack.com/commands/1';
    const fields = { command: '/ask', text: 'Where?', user_id: 'U12', channel_id: 'C12', trigger_id: '1.2' };
    const received = form({ ...fields, response_url: url });
    expect(messagesOf(received)).toMatchObject([
      { text: 'Where?', thread: 'C12', context: { channel: 'C12', responseUrl: url } },
    ]);
    expect(received.answer?.text).toBe('{"response_type":"in_channel"}');
    expect(shownIn(form({ ...fields, text: '' }))).toEqual(['Hello! (answered)']);
  });

  test.each<[string, object, string[]]>([
    ['a button', { text: { type: 'plain_text', text: 'Yes' }, value: 'y' }, ['Yes (answered)']],
    ['an option', { selected_option: { text: { text: 'Zurich' } } }, ['Zurich (answered)']],
    ['a date', { selected_date: '2026-12-01' }, ['2026-12-01 (answered)']],
    ['a link', { text: { text: 'Shop' }, url: 'https://e.example' }, []],
  ])('%s below a message is what its person says', (_what, given, shown) => {
    const received = action({ ...place, actions: [{ action_ts: '1790000001.1', ...given }] });
    expect(shownIn(received)).toEqual(shown);
    expect(received.answer?.text ?? '').toBe('');
  });

  test('a form in a window is its fields', () => {
    const values = { b1: { date: { selected_date: '2026-12-01' } }, b2: { guests: { value: '4' } } };
    const view = { id: 'V1', hash: 'h', title: { text: 'Table' }, state: { values } };
    expect(shownIn(action({ type: 'view_submission', view }))).toEqual([
      '[Form: Table, date: 2026-12-01; guests: 4] (answered)',
    ]);
  });

  test('other interactions and junk are acknowledged, and are nothing', () => {
    for (const type of ['view_closed', 'shortcut', 'message_action']) expect(action({ type }).arrivals).toEqual([]);
    expect(form({ payload: '{}' }).arrivals).toEqual([]);
    expect(form({ command: '/ask' }).arrivals).toEqual([]);
    expect(action({ ...place, actions: 7, user: 'x' }).arrivals).toEqual([]);
  });
});

test('the files of a command in Discord are told of', () => {
  const body = {
    ...{ type: 2, id: '7', token: 't', application_id: '1', channel_id: '2', user: { id: '3', username: 'ada' } },
    data: {
      ...{ type: 1, name: 'ask' },
      options: [
        { type: 11, name: 'file', value: '9' },
        { type: 3, name: 'message', value: 'Is this right?' },
      ],
      resolved: { attachments: { 9: { id: '9', filename: 'a.pdf', content_type: 'application/pdf', size: 2_000 } } },
    },
  };
  const received = readInteraction(body, context({ command: 'ask' }));
  expect(shownIn(received)).toEqual(['Is this right?\n[File, not read: a.pdf, 2 kB] (answered)']);
  expect(readInteraction({ ...body, data: { type: 1, name: 'help' } }, context({ command: 'ask' })).answer).toEqual({
    ...{ status: 202, type: 'text/plain', text: '' },
  });
});
