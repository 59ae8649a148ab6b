import { Type } from 'typebox';
import { renderDiscord } from '../../rendering/formats/discord.ts';
import { anyBody } from '../any-body.ts';
import { MessengerHandover } from '../handover.ts';
import { fieldsOf, stringOf } from '../json-fields.ts';
import { channelKind, toPlatform } from '../kind.ts';
import { messengerOf, type Recipient } from '../messenger.ts';
import { confirmationField, secretField, waitingApology } from '../messenger-settings.ts';
import { MessengerSatisfaction } from '../satisfaction.ts';
import { check, connect, disconnect, tryOut } from './connect.ts';
import { readInteraction } from './inbound.ts';
import { isInteraction, isPublicKey, mayBeInteraction } from './key.ts';
import { recognisesPart, sendPart, showTyping } from './send.ts';

const DiscordSettings = Type.Object(
  {
    applicationId: Type.String({
      ...{ pattern: '^[0-9]{17,20}$', title: 'Application ID', examples: ['1203958129389124618'] },
      description: 'On the General Information page of the application: 17 to 20 digits.',
    }),
    publicKey: Type.String({
      ...{ pattern: '^[0-9A-Fa-f]{64}$', title: 'Public key' },
      description: 'On the same page: 64 hexadecimal digits. Requests of Discord are checked with it.',
      examples: ['d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'],
    }),
    botToken: secretField(
      'Bot token',
      'On the Bot page of the application, by Reset Token.',
      '^[A-Za-z0-9._-]{20,200}$',
    ),
    command: Type.String({
      ...{ pattern: '^[a-z0-9_-]{1,32}$', default: 'ask', title: 'Command', examples: ['ask'] },
      description: 'Name of the slash command: 1 to 32 small letters, digits, `-` and `_`.',
    }),
    apology: waitingApology,
    confirmation: confirmationField,
    handover: MessengerHandover,
    satisfaction: MessengerSatisfaction,
  },
  { additionalProperties: false },
);

const recipient: Recipient = {
  title: 'Channel ID',
  description:
    'Switch on Developer Mode in Discord’s settings under Advanced, then right-click a channel that the bot can write in and ' +
    'choose Copy Channel ID.',
  read: (text) => {
    const channel = text.trim();
    if (!/^\d{17,20}$/.test(channel)) return undefined;
    return { user: null, thread: channel, context: { channel } };
  },
};

const messenger = messengerOf({
  origin: 'https://discord.com',
  maxBytes: 256 * 1024,
  mayBe: mayBeInteraction,
  verify: (request, { settings }) => isInteraction(request, stringOf(settings['publicKey'])),
  body: anyBody,
  receive: (_headers, body, context) => readInteraction(fieldsOf(body), context),
  sends: () => true,
  apology: ({ apology }) => stringOf(apology),
  waitsForPerson: true,
  isProbed: true,
  recognisesRepeats: false,
  recognises: recognisesPart,
  render: ({ text }) => renderDiscord(text),
  send: sendPart,
  typing: { everyMs: 8_000, show: showTyping },
  recipient,
  ...{ connect, disconnect, check, tryOut },
});

/** A slash command in Discord: its interactions come in over HTTP, and replies fill in their answers. */
export const discord = channelKind({
  title: 'Discord',
  description: 'A slash command in your Discord server, and in direct messages with the bot.',
  settings: DiscordSettings,
  secretsGoTo: { botToken: toPlatform },
  secret: null,
  urls: ['inbound'],
  steps: [
    'Open https://discord.com/developers/applications and choose New Application; its name is what people see.',
    'On General Information, copy Application ID and Public Key.',
    'On Bot, choose Reset Token and copy the token; it is shown once.',
    'Save the three here. The channel then registers its command and its address by itself: {inbound}',
    'On Installation, under Default Install Settings for Guild Install, add the scopes applications.commands and bot, and ' +
      'the permissions View Channels and Send Messages.',
    'Open the Install Link of that page, and add the bot to your server.',
    'Type the command in a channel of the server, such as: /ask Where is my parcel?',
  ],
  problems: ({ publicKey }) =>
    isPublicKey(publicKey) ? [] : [{ path: 'settings.publicKey', message: 'must be an Ed25519 public key' }],
  messenger,
});
