import { type Static, Type } from 'typebox';
import { readAs } from '../any-body.ts';
import type { Received } from '../arrival.ts';
import type { InboundMessage } from '../inbound-message.ts';
import { cutTo, fieldsOf, listOf, stringOf } from '../json-fields.ts';
import type { RequestHeaders, VerifyContext } from '../messenger.ts';
import { attachmentsOf, forwardedFrom, quoteOf } from './content.ts';
import { readPress } from './room.ts';
import { botIdOf, tokenOf, usernameIn } from './token.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields without which a message can't be answered. All others are read one by one: an odd one costs no message. */
const Message = Type.Object({
  message_id: Type.Integer(),
  date: Type.Integer({ minimum: 0 }),
  from: Type.Object({ id: Type.Integer() }),
  chat: Type.Object({ id: Type.Integer(), type: Type.String() }),
});
type Message = Static<typeof Message> & Fields;

/** The bot of the channel. */
interface Bot {
  readonly id: number;
  /** In lower case; empty if it isn't known. */
  readonly username: string;
}

/** A text and the places in it that mean the bot. */
interface Said {
  readonly text: string;
  /** Positions of the bot's name: `@name`, or the end of `/command@name`. */
  readonly names: readonly { readonly from: number; readonly to: number }[];
  /** True if it begins with a command that is for this bot, or names no bot. */
  readonly isCommand: boolean;
}

/**
 * Reads an update (Bot API, `Update`): a new message, the new text of an older one, or a press of a button; no posts of
 * channels or reactions. In groups only what is for the bot: a mention, a reply to it, or a command.
 */
export function receiveUpdate(headers: RequestHeaders, body: object, context: VerifyContext): Received {
  const { update_id: update, message: fresh, edited_message: changed, callback_query: query } = fieldsOf(body);
  if (query !== undefined) return { arrivals: readPress(query) };
  const message = readAs(Message, fresh ?? changed) as Message | undefined;
  if (message === undefined || !Number.isSafeInteger(update)) return { arrivals: [] };
  const { settings } = context;
  const id = botIdOf(settings);
  const username = usernameIn(tokenOf(headers), context.secrets, id) ?? '';
  const bot = { id: Number(id), username: username.toLowerCase() };
  const answered = answeredBy(message, bot, settings);
  const found = contentOf(message, bot, settings) ?? answered?.message;
  if (found === undefined) return { arrivals: [] };
  const isEdit = fresh === undefined || fresh === null;
  // Telegram also tells of a live location that moves: only words are edited.
  if (isEdit && found.text === '') return { arrivals: [] };
  const arrived = { event: String(update), message: isEdit ? edit(found, message) : found };
  if (answered === undefined) return { arrivals: [{ kind: 'message', ...arrived }] };
  const kind = found === answered.message ? 'thread' : 'message';
  return { arrivals: [{ kind, ...arrived, answers: answered.answers }] };
}

/** A message in a group that replies to the bot, as the team reads it; undefined for another one. */
function answeredBy(message: Message, bot: Bot, settings: VerifyContext['settings']) {
  const replied = fieldsOf(message['reply_to_message']);
  const to = replied['message_id'];
  if (message.chat.type === 'private' || fieldsOf(replied['from'])['id'] !== bot.id) return undefined;
  if (!Number.isSafeInteger(to)) return undefined;
  // The settings are about the agent.
  const found = contentOf(message, bot, { ...settings, groups: '', start: '' });
  return found && { message: found, answers: { to: String(to), text: found.text } };
}

/** Age in ms from which an edited message isn't answered again. */
const oldEditMs = 60 * 60_000;

function edit(found: InboundMessage, { date, edit_date: changedAt }: Message): InboundMessage {
  const at = typeof changedAt === 'number' && changedAt >= date ? changedAt * 1000 : date * 1000;
  const { key, album: _, ...rest } = found;
  return { ...rest, edits: key, sentAt: at, ...(at - date * 1000 > oldEditMs && { isUnanswered: true }) };
}

/** A message to the bot; undefined for another one, and for a service message, such as of a new member. */
function contentOf(message: Message, bot: Bot, settings: VerifyContext['settings']): InboundMessage | undefined {
  const said = read(message, bot);
  if (!isForBot(message, { bot, said, groups: settings['groups'] })) return undefined;
  const attachments = attachmentsOf(message);
  const text = said === undefined ? '' : wordsOf(said, attachments.length > 0 ? '' : String(settings['start'] ?? ''));
  if (text === '' && attachments.length === 0) return undefined;
  const [quote, from] = [quoteOf(message), forwardedFrom(message)];
  return {
    ...inbound(message, text),
    ...(attachments.length > 0 && { attachments }),
    ...(quote !== '' && { quote }),
    ...(from !== undefined && { forwardedFrom: from }),
    unreadable: String(settings['unreadable'] ?? ''),
  };
}

/** The text of a message or the caption of what it shows; undefined if it has none. */
function read(message: Message, bot: Bot): Said | undefined {
  const own = stringOf(message['text']);
  const text = own || stringOf(message['caption']);
  if (text.trim() === '') return undefined;
  const found = listOf(message[own === '' ? 'caption_entities' : 'entities']).flatMap((entity) => {
    const { type, offset, length } = entity;
    if (typeof offset !== 'number' || typeof length !== 'number' || offset < 0 || length < 0) return [];
    const [name = '', named] = text.slice(offset, offset + length).split('@', 2);
    const isOwn = bot.username !== '' && named?.toLowerCase() === bot.username;
    return [{ type, offset, length: named === undefined ? 0 : named.length + 1, name, named, isOwn }];
  });
  const names = found
    .filter(({ type, isOwn }) => isOwn && (type === 'mention' || type === 'bot_command'))
    .map(({ offset, name, length }) => ({ from: offset + name.length, to: offset + name.length + length }));
  const isCommand = found.some(
    ({ type, offset, named, isOwn }) => type === 'bot_command' && offset === 0 && (named === undefined || isOwn),
  );
  return { text, names, isCommand };
}

/** Data that decides if a message is for the bot. */
interface Judged {
  readonly bot: Bot;
  readonly said: Said | undefined;
  readonly groups: unknown;
}

/** True if a message is from a person to the bot. */
function isForBot(message: Message, { bot, said, groups }: Judged): boolean {
  const { chat } = message;
  if (fieldsOf(message['from'])['is_bot'] === true || message['is_automatic_forward'] === true) return false;
  if (chat.type === 'private') return true;
  if (groups === 'off' || (chat.type !== 'group' && chat.type !== 'supergroup')) return false;
  const replied = fieldsOf(fieldsOf(message['reply_to_message'])['from'])['id'];
  return replied === bot.id || said?.isCommand === true || (said?.names.length ?? 0) > 0;
}

/**
 * Text for the agent, without the bot's name. For the Start button and a mention without text it is `start`, followed
 * by the payload of a deep link.
 */
function wordsOf({ text, names }: Said, start: string): string {
  const rest = names
    .toSorted((one, other) => other.from - one.from)
    .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), text)
    .trim();
  if (rest === '') return start;
  const started = /^\/start(?: ([A-Za-z0-9_-]{1,64}))?$/.exec(rest);
  if (started === null) return rest;
  const [, payload] = started;
  return start === '' || payload === undefined ? start : `${start} (start=${payload})`;
}

/** Max characters of a name that is kept. */
const maxName = 100;

function inbound(message: Message, text: string): InboundMessage {
  const { chat, date, message_id: id } = message;
  const from = fieldsOf(message['from']);
  const names = [stringOf(from['first_name']), stringOf(from['last_name'])].filter((each) => each !== '').join(' ');
  const name = [...names].slice(0, maxName).join('');
  const topic = message['is_topic_message'] === true ? message['message_thread_id'] : undefined;
  const group = chat.type === 'private' ? null : String(chat.id);
  const album = cutTo(stringOf(message['media_group_id']), 100);
  return {
    user: { id: String(message.from.id), ...(name !== '' && { name }) },
    thread: Number.isSafeInteger(topic) ? `${chat.id}:${topic}` : group,
    ...{ text, key: String(id), context: { message: String(id) }, sentAt: date * 1000 },
    ...(album !== '' && { album }),
  };
}
