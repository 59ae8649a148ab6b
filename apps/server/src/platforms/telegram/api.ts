import {
  type Finding,
  type OutboundMessage,
  type Place,
  type SendContext,
  SendFailure,
  type SentPart,
  type TypingTo,
} from '../messenger.ts';
import { callPlatform } from '../platform-call.ts';
import { botIdOf, secretToken } from './token.ts';

/** Answer of Telegram to a call of a method (Bot API, "Making requests"). */
export interface Answer {
  readonly isOk: boolean;
  readonly result: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** The error in Telegram's words, without their prefix for the kind of error. */
  readonly description: string;
  /** The ID of the supergroup that a group has become. */
  readonly movedTo: number | undefined;
}

/** A method of the Bot API. */
interface Method {
  readonly name:
    | ('getMe' | 'getWebhookInfo' | 'setWebhook' | 'deleteWebhook')
    | ('sendMessage' | 'sendChatAction' | 'editMessageText' | 'answerCallbackQuery');
  readonly parameters?: object;
  readonly isOnce?: boolean;
}

/** Calls a method. Throws a `SendFailure` for a token that isn't accepted, and for what `callPlatform` throws. */
export async function callMethod(
  { name, parameters = {}, isOnce = false }: Method,
  context: SendContext,
): Promise<Answer> {
  const url = `${context.origin}/bot${String(context.settings['botToken'])}/${name}`;
  const { status, json } = await callPlatform({ platform: 'Telegram', url, json: parameters, isOnce }, context);
  // A token that was never valid is an unknown path.
  if (status === 401 || status === 404) throw refusedToken();
  if (typeof json['ok'] !== 'boolean') throw unreadable(status, isOnce && status === 200);
  const { result, parameters: more } = json as { result?: unknown; parameters?: { migrate_to_chat_id?: unknown } };
  const description = String(json['description'] ?? '').replace(/^(Bad Request|Forbidden|Conflict): /, '');
  const movedTo = more?.migrate_to_chat_id;
  return {
    ...{ isOk: json['ok'], status, description: description.slice(0, 200) },
    result: typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {},
    movedTo: typeof movedTo === 'number' ? movedTo : undefined,
  };
}

const refusedToken = () =>
  new SendFailure(
    'token_refused',
    'Telegram does not accept the bot token. Copy the current one from @BotFather into the channel’s settings.',
    { isRefusal: true },
  );

const unreadable = (status: number, isUnknown: boolean) =>
  new SendFailure('platform_failed', `Telegram gave an answer that isn’t from its API (status ${status}).`, {
    isUnknown,
  });

/** Calls a method that configures the bot. Throws a `SendFailure` unless Telegram accepts it. */
async function demand(method: Method, context: SendContext): Promise<Answer> {
  const answer = await callMethod(method, context);
  if (answer.isOk) return answer;
  throw new SendFailure('refused', `Telegram refuses ${method.name}: ${answer.description}.`, { isFinal: true });
}

const usernameOf = ({ result }: Answer) => String(result['username'] ?? '');

/** Destination of the messages of a conversation: a private chat, a group or a topic of a group. */
function chatOf({ thread, user }: Pick<OutboundMessage, 'thread' | 'user'>) {
  const [chat = '', topic] = (thread ?? user ?? '').split(':');
  return { chat: Number(chat), topic: topic === undefined ? undefined : Number(topic) };
}

/** The ID of a chat is negative unless it is the chat with a user. */
const isGroup = (chat: number) => chat < 0;

/** True if a message goes to one user. */
export const isPrivate = (message: Pick<OutboundMessage, 'user' | 'thread'>): boolean => chatOf(message).chat > 0;

/** Sends a part; as plain text if Telegram can't parse it, and to the supergroup that the group has become. */
export async function sendPart(
  { text, plain, index, replies = [] }: SentPart,
  message: OutboundMessage,
  context: SendContext,
): Promise<string> {
  const { chat, topic } = chatOf(message);
  const replied = message.context?.['message'];
  const common = {
    link_preview_options: { is_disabled: true },
    ...(topic !== undefined && { message_thread_id: topic }),
    ...(replies.length > 0 && {
      reply_markup: {
        keyboard: replies.map((reply) => [{ text: reply }]),
        ...{ one_time_keyboard: true, resize_keyboard: true },
      },
    }),
    ...(isGroup(chat) &&
      index === 0 &&
      replied !== undefined && {
        reply_parameters: { message_id: Number(replied), allow_sending_without_reply: true },
      }),
  };
  const send = (to: number, words: object) =>
    callMethod({ name: 'sendMessage', parameters: { chat_id: to, ...words, ...common }, isOnce: true }, context);
  const formatted = { text, parse_mode: 'HTML' };
  let to = chat;
  let answer = await send(to, formatted);
  if (answer.movedTo !== undefined) {
    to = answer.movedTo;
    answer = await send(to, formatted);
  }
  if (/can't parse entities/i.test(answer.description)) answer = await send(to, { text: plain });
  if (!answer.isOk) throw refusedMessage(answer);
  return String(answer.result['message_id']);
}

/** Shows in a chat that an answer is being written: Telegram shows it for 5 s, or until the next message. */
export async function showTyping(to: TypingTo, context: SendContext): Promise<void> {
  const { chat, topic } = chatOf(to);
  const place = { chat_id: chat, ...(topic !== undefined && { message_thread_id: topic }) };
  const answer = await callMethod({ name: 'sendChatAction', parameters: { ...place, action: 'typing' } }, context);
  if (!answer.isOk) throw refusedMessage(answer);
}

/** Reasons why only this message is refused, in words for the team, by a part of Telegram's description. */
const refusals: readonly (readonly [RegExp, string, string])[] = [
  [/blocked by the user/, 'blocked', 'The user has blocked the bot.'],
  [/user is deactivated/, 'user_gone', 'The user’s Telegram account is deactivated.'],
  [/kicked|not a member/, 'not_in_group', 'The bot is no member of the group any more.'],
  [/can't initiate conversation/, 'not_started', 'The user has not started a chat with the bot; only they can.'],
  [/chat not found/, 'chat_not_found', 'Telegram finds no such chat of the bot.'],
  [
    /not enough rights|have no rights/,
    'no_rights',
    'The bot may not write in the group: give it the right to send messages.',
  ],
  [/topic_closed|topic is closed|thread not found/i, 'topic_closed', 'The topic of the group is closed or deleted.'],
];

/** The refusal of a message, in words for the team. */
export function refusedMessage({ description, status }: Answer): SendFailure {
  const known = refusals.find(([words]) => words.test(description));
  const [, code = 'refused', message = `Telegram refuses the message: ${description} (${status}).`] = known ?? [];
  return new SendFailure(code, message, { isFinal: true, isOfMessage: true });
}

/**
 * Registers the channel's address. Always, because Telegram doesn't tell which secret it has; the same again changes
 * nothing. The bot's username goes along with the secret: see `secretToken`.
 */
export async function register({ inbound }: Place, context: SendContext): Promise<void> {
  const username = usernameOf(await demand({ name: 'getMe' }, context));
  const [secret = ''] = context.secrets;
  const parameters = {
    ...{ url: inbound, allowed_updates: ['message', 'edited_message', 'callback_query'], max_connections: 40 },
    secret_token: secretToken(secret, { id: botIdOf(context.settings), username }),
  };
  const answer = await callMethod({ name: 'setWebhook', parameters }, context);
  if (answer.isOk) return;
  throw new SendFailure(
    'webhook_refused',
    `Telegram refuses the address of this channel: ${answer.description}. It takes https on port 443, 80, 88 or 8443.`,
    { isFinal: true },
  );
}

/** Removes the webhook, unless it is another channel's or program's by now. */
export async function unregister({ inbound }: Place, context: SendContext): Promise<void> {
  const { result } = await demand({ name: 'getWebhookInfo' }, context);
  if (result['url'] === inbound) await demand({ name: 'deleteWebhook' }, context);
}

/** Finds the bot of the token. */
export async function findBot(context: SendContext): Promise<Finding> {
  const username = usernameOf(await demand({ name: 'getMe' }, context));
  return { name: 'token', message: `Telegram accepts the token of @${username}.` };
}

/** Maximum age in ms of an error of Telegram's deliveries that is reported. */
const recentMs = 15 * 60_000;

/** Checks that Telegram sends the bot's messages here, and can. Throws a `SendFailure` if not. */
export async function findWebhook({ inbound }: Place, context: SendContext): Promise<Finding> {
  const { result } = await demand({ name: 'getWebhookInfo' }, context);
  const { url, pending_update_count: pending, last_error_date: failedAt, last_error_message: why } = result;
  if (url === '' || url === undefined) throw nowhere();
  if (url !== inbound) throw elsewhere();
  const isRecent = Number(failedAt ?? 0) * 1000 > context.now - recentMs;
  if (Number(pending ?? 0) > 0 && isRecent) throw failing(Number(pending), String(why).slice(0, 200));
  return { name: 'webhook', message: 'Telegram sends the messages of the bot to this channel.' };
}

const nowhere = () =>
  new SendFailure(
    'webhook_missing',
    'Telegram sends the messages of the bot nowhere. Save the channel’s settings to register its address again.',
    { isFinal: true },
  );

const elsewhere = () =>
  new SendFailure(
    'webhook_elsewhere',
    'Telegram sends the messages of the bot to another address: another channel or program uses the same bot. ' +
      'Give each channel a bot of its own, or save this channel’s settings to take the bot over.',
    { isFinal: true },
  );

const failing = (count: number, why: string) =>
  new SendFailure(
    'webhook_failing',
    `Telegram can’t deliver messages to this server (${why}); ${count} wait. Its public address must be reachable.`,
  );
