import { escapeSlack } from '../../rendering/formats/slack.ts';
import type { Arrival } from '../arrival.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import type { SendContext } from '../messenger.ts';
import { choiceForm, maxWords, type PostedNotice, type RoomMessenger, type RoomNotice, type Words } from '../room.ts';
import { callMethod, respondPrivately } from './api.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Beginning of the `action_id` of each button below a notice. */
const prefix = 'room-';

/** True for a button below a notice to the team. */
export const isOfNotice = ({ action_id: id }: Fields): boolean => stringOf(id).startsWith(prefix);

/** Reads the presses of buttons below notices to the team. */
export function readPresses(body: Fields): readonly Arrival[] {
  const [container, message, user] = [body['container'], body['message'], body['user']].map(fieldsOf);
  const room = stringOf(fieldsOf(body['channel'])['id'] ?? container?.['channel_id']);
  const id = stringOf(user?.['id']);
  const remote = stringOf(message?.['ts'] ?? container?.['message_ts']);
  const answer = cutTo(stringOf(body['response_url']), 1_000);
  const name = cutTo(stringOf(user?.['name'] ?? user?.['username']), 100);
  if (!/^[A-Z0-9]{2,40}$/.test(id) || !/^[A-Z0-9]{2,40}$/.test(room) || !/^[0-9.]{1,40}$/.test(remote)) return [];
  return listOf(body['actions']).flatMap((action): readonly Arrival[] => {
    const value = stringOf(action['value']);
    if (!isOfNotice(action) || !choiceForm.test(value)) return [];
    return [{ kind: 'press', press: { value, user: { id, name }, room, remote, answer } }];
  });
}

const textOf = (words: Words): string =>
  cutTo(words.map((each) => (typeof each === 'string' ? each : each.said)).join(''), maxWords);

/** A text without any format: Slack makes neither mentions nor links of it. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** A text that is shown as it is: the elements of rich text have types, and nothing in a text becomes another one. */
const preformatted = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
});

const buttons = ({ choices = [] }: RoomNotice) =>
  choices.map(({ label, value, isDanger = false }, index) => ({
    ...{ type: 'button', action_id: `${prefix}${index}`, text: plain(label), value },
    style: isDanger ? 'danger' : 'primary',
  }));

/** A notice as the content of a message. Notifications show its `text`. */
function contentOf(notice: RoomNotice) {
  const { title, content, notes = [], link } = notice;
  const elements = [
    ...notes.map((note) => plain(textOf(note))),
    ...(link === undefined
      ? []
      : [{ type: 'mrkdwn', text: `<${link.url}|${escapeSlack(link.label)}>`, verbatim: true }]),
  ];
  const blocks = [
    { type: 'section', text: plain(textOf(title)) },
    ...(content === undefined ? [] : [preformatted(content)]),
    ...(elements.length === 0 ? [] : [{ type: 'context', elements }]),
    ...(notice.choices === undefined ? [] : [{ type: 'actions', elements: buttons(notice) }]),
  ];
  return { text: escapeSlack(textOf(title)), blocks, unfurl_links: false, unfurl_media: false };
}

async function post(
  parameters: { readonly channel: string; readonly thread_ts?: string },
  context: SendContext,
): Promise<PostedNotice> {
  const { json } = await callMethod({ name: 'chat.postMessage', parameters, isOnce: true }, context);
  return { room: parameters.channel, remote: String(json['ts'] ?? '') };
}

/** Notices in a channel of Slack. */
export const slackRoom: RoomMessenger<SendContext> = {
  title: 'channel ID such as C0123456789',
  read: (text) => /^[CG][A-Z0-9]{4,30}$/.exec(text)?.[0],
  namesNearest: false,
  howToAnswer: 'To answer the visitor, write in this thread. Mention the app, unless it may read the channel.',
  post: (notice, room, context) => post({ channel: room, ...contentOf(notice) }, context),
  tell: (notice, { room, remote }, context) =>
    post({ channel: room, thread_ts: remote, ...contentOf(notice) }, context),
  edit: async (notice, { room, remote }, context) => {
    await callMethod({ name: 'chat.update', parameters: { channel: room, ts: remote, ...contentOf(notice) } }, context);
  },
  // The notice itself shows a decision.
  answer: async ({ to, text, isRefusal }, context) => {
    if (isRefusal) await respondPrivately({ url: to.answer, text: escapeSlack(text) }, context);
  },
};
