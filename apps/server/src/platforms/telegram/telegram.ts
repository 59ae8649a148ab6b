import { Type } from 'typebox';
import { renderTelegram } from '../../rendering/formats/telegram.ts';
import { withButtons } from '../../rendering/with-buttons.ts';
import { anyBody } from '../any-body.ts';
import { MessengerHandover } from '../handover.ts';
import { channelKind, toPlatform } from '../kind.ts';
import { messengerOf } from '../messenger.ts';
import { confirmationField, groupsField, secretField, unreadableField, waitingApology } from '../messenger-settings.ts';
import { MessengerSatisfaction } from '../satisfaction.ts';
import { findBot, findWebhook, isPrivate, register, sendPart, showTyping, unregister } from './api.ts';
import { telegramRoom } from './room.ts';
import { botIdOf, tokenOf, usernameIn } from './token.ts';
import { receiveUpdate } from './updates.ts';

const TelegramSettings = Type.Object(
  {
    botToken: secretField(
      'Bot token',
      'The token that @BotFather gives you for the bot, such as `123456:ABC-…`.',
      '^[0-9]{4,20}:[A-Za-z0-9_-]{30,80}$',
    ),
    start: Type.String({
      ...{ maxLength: 500, default: 'Hello!', title: 'Message of the Start button' },
      description:
        'Message to the agent when a user presses Start: up to 500 characters. The text after `?start=` of a link ' +
        'follows it in brackets. Empty: no message, so that the user writes first.',
      examples: ['Hello!'],
    }),
    groups: groupsField,
    unreadable: unreadableField,
    apology: waitingApology,
    confirmation: confirmationField,
    handover: MessengerHandover,
    satisfaction: MessengerSatisfaction,
  },
  { additionalProperties: false },
);

const messenger = messengerOf({
  origin: 'https://api.telegram.org',
  maxBytes: 256 * 1024,
  // Telegram doesn't say when it has sent a request, and repeats an update for a day.
  mayBe: (headers) => tokenOf(headers) !== '',
  verify: ({ headers }, { secrets, settings }) =>
    usernameIn(tokenOf(headers), secrets, botIdOf(settings)) !== undefined,
  body: anyBody,
  receive: receiveUpdate,
  sends: () => true,
  apology: ({ apology }) => String(apology ?? ''),
  waitsForPerson: true,
  recognisesRepeats: false,
  // In groups, all members would get the keyboard, and a bot doesn't see the choice.
  render: (message) => withButtons(message.text, renderTelegram, { fits: () => isPrivate(message) }),
  send: sendPart,
  typing: { everyMs: 4_000, show: showTyping },
  room: telegramRoom,
  connect: register,
  disconnect: unregister,
  isProbed: true,
  recipient: {
    title: 'Chat ID',
    description: 'The ID of a user who has written to the bot, as their conversation shows it, or of a group.',
    read: (text) => {
      const id = /^\s{0,9}(-?[1-9][0-9]{0,15})\s{0,9}$/.exec(text)?.[1];
      if (id === undefined) return undefined;
      return id.startsWith('-') ? { user: null, thread: id, context: null } : { user: id, thread: null, context: null };
    },
  },
  check: async (place, context) => [await findBot(context), await findWebhook(place, context)],
  tryOut: async (context) => [await findBot(context)],
});

/** A bot in Telegram: private chats, groups and their topics. */
export const telegram = channelKind({
  title: 'Telegram',
  description: 'A bot in Telegram answers in private chats, and in groups where it is mentioned.',
  settings: TelegramSettings,
  secretsGoTo: { botToken: toPlatform },
  secret: 'verification',
  urls: ['inbound'],
  steps: [
    'Open https://t.me/BotFather in Telegram and send /newbot.',
    'Choose a name, and a username that ends in “bot”. BotFather answers with the token.',
    'Enter the token as “Bot token”. The bot’s webhook is registered as soon as the channel is saved.',
    'Open the bot by the link that BotFather gave you, press “Start” and write to it.',
    'For groups: add the bot as a member. It answers where it is mentioned, replied to or given a command.',
  ],
  messenger,
});
