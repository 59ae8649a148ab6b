import { type Static, Type } from 'typebox';
import { escapeHtml } from '../../text/html/escape-html.ts';
import { readAs } from '../any-body.ts';
import type { Arrival } from '../arrival.ts';
import { cutTo, fieldsOf, stringOf } from '../json-fields.ts';
import { type SendContext, SendFailure } from '../messenger.ts';
import { choiceForm, maxWords, type PostedNotice, type RoomMessenger, type RoomNotice, type Words } from '../room.ts';
import { type Answer, callMethod, refusedMessage } from './api.ts';

/** A press of a button below a message of the bot (Bot API, `CallbackQuery`). */
const Query = Type.Object({
  id: Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$' }),
  from: Type.Object({ id: Type.Integer() }),
  data: Type.String({ maxLength: 64 }),
  message: Type.Object({ message_id: Type.Integer(), chat: Type.Object({ id: Type.Integer() }) }),
});

/** Reads a press of a button below a notice to the team. */
export function readPress(query: unknown): readonly Arrival[] {
  const press = readAs(Query, query) as Static<typeof Query> | undefined;
  if (press === undefined || !choiceForm.test(press.data)) return [];
  const { id, from, data: value, message } = press;
  const name = cutTo(stringOf(fieldsOf(from)['first_name']), 100);
  return [
    {
      kind: 'press',
      press: {
        ...{ value, user: { id: String(from.id), name }, room: String(message.chat.id) },
        ...{ remote: String(message.message_id), answer: id },
      },
    },
  ];
}

/** Words of others are code, in which Telegram finds neither mentions nor links. */
const htmlOf = (words: Words): string =>
  words
    .map((each) =>
      typeof each === 'string' ? escapeHtml(each) : `<code>${escapeHtml(cutTo(each.said, maxWords)) || ' '}</code>`,
    )
    .join('');

/** A notice as the content of a message. */
function contentOf({ title, content, notes = [], link, choices }: RoomNotice) {
  const lines = [
    htmlOf(title),
    ...(content === undefined ? [] : [`<pre>${escapeHtml(content)}</pre>`]),
    ...notes.map(htmlOf),
    ...(link === undefined ? [] : [`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`]),
  ];
  return {
    ...{ text: lines.join('\n'), parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
    ...(choices !== undefined && {
      reply_markup: { inline_keyboard: [choices.map(({ label, value }) => ({ text: label, callback_data: value }))] },
    }),
  };
}

/** Sends a notice to a chat, or to the supergroup that it has become. */
async function post(content: object, room: string, context: SendContext): Promise<PostedNotice> {
  const send = (to: string): Promise<Answer> => {
    const parameters = { chat_id: Number(to), ...content };
    return callMethod({ name: 'sendMessage', parameters, isOnce: true }, context);
  };
  const first = await send(room);
  const to = first.movedTo === undefined ? room : String(first.movedTo);
  const answer = first.movedTo === undefined ? first : await send(to);
  if (!answer.isOk) throw refusedMessage(answer);
  return { room: to, remote: String(answer.result['message_id']) };
}

/** Notices in a group of Telegram. */
export const telegramRoom: RoomMessenger<SendContext> = {
  title: 'group ID such as -1001234567890',
  read: (text) => /^-[1-9][0-9]{0,15}$/.exec(text)?.[0],
  // Replies have one level: they name the latest message.
  namesNearest: true,
  howToAnswer: 'To answer the visitor, reply to this message.',
  post: (notice, room, context) => post(contentOf(notice), room, context),
  tell: (notice, { room, remote }, context) => {
    const below = { reply_parameters: { message_id: Number(remote), allow_sending_without_reply: true } };
    return post({ ...contentOf(notice), ...below }, room, context);
  },
  edit: async (notice, { room, remote }, context) => {
    const parameters = { chat_id: Number(room), message_id: Number(remote), ...contentOf(notice) };
    const answer = await callMethod({ name: 'editMessageText', parameters }, context);
    if (!answer.isOk && !/not modified/i.test(answer.description)) throw refusedMessage(answer);
  },
  // Without an answer, the button of the person would keep turning.
  answer: async ({ to, text, isRefusal }, context) => {
    const parameters = { callback_query_id: to.answer, text, show_alert: isRefusal };
    const answer = await callMethod({ name: 'answerCallbackQuery', parameters }, context);
    if (!answer.isOk)
      throw new SendFailure('refused', 'Telegram takes no answer to this press any more.', { isFinal: true });
  },
};
