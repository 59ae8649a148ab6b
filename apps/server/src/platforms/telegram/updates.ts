import { type Static, Type } from 'typebox';
import { readAs } from '../any-body.ts';
import type { Arrival, InboundMessage, Received, RequestHeaders, VerifyContext } from '../messenger.ts';
import { botIdOf, tokenOf, usernameIn } from './token.ts';

const User = Type.Object({
  id: Type.Integer(),
  is_bot: Type.Optional(Type.Boolean()),
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
});

/** A part of a text with a meaning. Its place is in UTF-16 code units, as in JavaScript. */
const Entity = Type.Object({
  type: Type.String(),
  offset: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 0 }),
});

const Message = Type.Object({
  message_id: Type.Integer(),
  date: Type.Integer({ minimum: 0 }),
  from: User,
  chat: Type.Object({ id: Type.Integer(), type: Type.String() }),
  message_thread_id: Type.Optional(Type.Integer()),
  is_topic_message: Type.Optional(Type.Boolean()),
  is_automatic_forward: Type.Optional(Type.Boolean()),
  text: Type.Optional(Type.String()),
  entities: Type.Optional(Type.Array(Entity)),
  caption: Type.Optional(Type.String()),
  caption_entities: Type.Optional(Type.Array(Entity)),
  reply_to_message: Type.Optional(Type.Object({ from: Type.Optional(User) })),
});
type Message = Static<typeof Message>;

/**
 * Fields of an update that are read (Bot API, `Update`): new messages, but no edits, posts of channels or reactions.
 */
const Update = Type.Object({ update_id: Type.Integer(), message: Message });

/** Content of a message without a text. A message without both is a service message, such as of a new member. */
const media = [
  ...['animation', 'audio', 'checklist', 'contact', 'dice', 'document', 'game', 'live_photo', 'location'],
  ...['paid_media', 'photo', 'poll', 'sticker', 'story', 'venue', 'video', 'video_note', 'voice'],
] as const;

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

/** Reads an update. In groups only what is for the bot: a mention, a reply to it, or a command. */
export function receiveUpdate(headers: RequestHeaders, body: object, context: VerifyContext): Received {
  const update = readAs(Update, body);
  if (update === undefined) return { arrivals: [] };
  const { settings } = context;
  const id = botIdOf(settings);
  const username = usernameIn(tokenOf(headers), context.secrets, id) ?? '';
  const bot = { id: Number(id), username: username.toLowerCase() };
  const arrival = arrivalOf(update, bot, settings);
  return { arrivals: arrival === undefined ? [] : [arrival] };
}

function arrivalOf(
  { update_id: id, message }: Static<typeof Update>,
  bot: Bot,
  settings: VerifyContext['settings'],
): Arrival | undefined {
  const said = read(message, bot);
  if (!isForBot(message, { bot, said, groups: settings['groups'] })) return undefined;
  const event = String(id);
  if (said === undefined) {
    if (!media.some((name) => name in message)) return undefined;
    const says = String(settings['unreadable'] ?? '');
    return { kind: 'unreadable', event, message: inbound(message, ''), says };
  }
  const text = wordsOf(said, String(settings['start'] ?? ''));
  return text === '' ? undefined : { kind: 'message', event, message: inbound(message, text) };
}

/** The text of a message or the caption of what it shows; undefined if it has none. */
function read(message: Message, bot: Bot): Said | undefined {
  const text = message.text ?? message.caption ?? '';
  if (text.trim() === '') return undefined;
  const entities = message.text === undefined ? message.caption_entities : message.entities;
  const found = (entities ?? []).map(({ type, offset, length }) => {
    const [name = '', named] = text.slice(offset, offset + length).split('@', 2);
    const isOwn = bot.username !== '' && named?.toLowerCase() === bot.username;
    return { type, offset, length: named === undefined ? 0 : named.length + 1, name, named, isOwn };
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
  const { from, chat, reply_to_message: replied, is_automatic_forward: isForwarded } = message;
  if (from.is_bot === true || isForwarded === true) return false;
  if (chat.type === 'private') return true;
  if (groups === 'off' || (chat.type !== 'group' && chat.type !== 'supergroup')) return false;
  return replied?.from?.id === bot.id || said?.isCommand === true || (said?.names.length ?? 0) > 0;
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

function inbound({ from, chat, date, ...message }: Message, text: string): InboundMessage {
  const name = [...[from.first_name, from.last_name].filter(Boolean).join(' ')].slice(0, maxName).join('');
  const topic = message.is_topic_message === true ? message.message_thread_id : undefined;
  const group = chat.type === 'private' ? null : String(chat.id);
  return {
    user: { id: String(from.id), ...(name !== '' && { name }) },
    thread: topic === undefined ? group : `${chat.id}:${topic}`,
    text,
    context: { message: String(message.message_id) },
    sentAt: date * 1000,
  };
}
