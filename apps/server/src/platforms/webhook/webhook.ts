import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { idOf, isSigned, mayBeSigned } from '../../access/standard-webhooks.ts';
import { type ErrorDetail, invalid } from '../../errors.ts';
import { parseUrl } from '../../parse-url.ts';
import { type AttachmentKind, attachmentKinds, attachmentOf } from '../content/attachment.ts';
import { MessengerHandover } from '../handover.ts';
import { channelKind } from '../kind.ts';
import { messengerOf, type SettingValues } from '../messenger.ts';
import { apologyField, confirmationField } from '../messenger-settings.ts';
import { MessengerSatisfaction } from '../satisfaction.ts';
import { sendSigned } from './standard-webhooks.ts';

const WebhookSettings = Type.Object(
  {
    url: Type.String({
      ...{ maxLength: 2_000, default: '', title: 'Address of your server' },
      description:
        'Address for messages to the user: an `https` URL, up to 2,000 characters. Empty: the channel only receives.',
      examples: ['https://example.com/parley'],
    }),
    apology: apologyField('Sorry, something went wrong. Please try again.'),
    confirmation: confirmationField,
    handover: MessengerHandover,
    satisfaction: MessengerSatisfaction,
  },
  { additionalProperties: false },
);

/** The hosts for which `http` will do: the operator must allow them to be reached at all. */
const ownHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Finds an address to which no message may be sent. */
function problems({ url: text }: { readonly url: string }): readonly ErrorDetail[] {
  if (text === '') return [];
  const url = parseUrl(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && ownHosts.includes(url.hostname));
  const isPlain = url?.username === '' && url.password === '';
  if (isSafe && isPlain) return [];
  return [{ path: 'settings.url', message: 'must be an https URL without a user name or password' }];
}

/** Content beside text, described: the file itself isn't sent. */
const InboundAttachment = Type.Object(
  {
    type: Type.Unsafe<AttachmentKind>(Type.String({ enum: [...attachmentKinds] })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    mimeType: Type.Optional(Type.String({ maxLength: 100 })),
    size: Type.Optional(Type.Number({ minimum: 0 })),
    duration: Type.Optional(Type.Number({ minimum: 0 })),
    text: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);

/** The body of a request with a message. */
const InboundBody = Type.Object(
  {
    type: Type.Literal('message'),
    user: Type.Object(
      { id: Type.String({ minLength: 1, maxLength: 200 }), name: Type.Optional(Type.String({ maxLength: 200 })) },
      { additionalProperties: false },
    ),
    conversation: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' })),
    attachments: Type.Optional(Type.Array(InboundAttachment, { minItems: 1, maxItems: 20 })),
    timestamp: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);

const textOf = (settings: SettingValues, name: string) => String(settings[name] ?? '');

const messenger = messengerOf({
  maxBytes: 256 * 1024,
  mayBe: mayBeSigned,
  verify: isSigned,
  body: InboundBody,
  receive: (headers, { user, conversation = null, text = '', attachments: given = [] }) => {
    if (text === '' && given.length === 0)
      throw invalid([{ path: 'text', message: 'is required without attachments' }]);
    const attachments = given.map(({ type, ...about }) => attachmentOf(type, about));
    const content = { text, ...(attachments.length > 0 && { attachments }) };
    return {
      arrivals: [{ kind: 'message', event: idOf(headers), message: { user, thread: conversation, ...content } }],
    };
  },
  sends: (settings) => textOf(settings, 'url') !== '',
  apology: (settings) => textOf(settings, 'apology'),
  waitsForPerson: false,
  // Its server would get a test each time.
  isProbed: false,
  // The ID of a message is the `webhook-id` of each attempt.
  recognisesRepeats: true,
  render: ({ text }) => [{ text, plain: text }],
  send: async ({ text }, { id, channel, conversation, user, thread, role }, context) => {
    const data = { channel, conversation, message: id, user, thread, text, role };
    await sendSigned(textOf(context.settings, 'url'), { id, type: 'message', data }, context);
    return null;
  },
  check: async ({ channel }, context) => {
    const id = `test_${randomUUID()}`;
    const status = await sendSigned(textOf(context.settings, 'url'), { id, type: 'test', data: { channel } }, context);
    return [{ name: 'delivery', message: `The server answered ${status} to a signed request.` }];
  },
});

/** Messages as signed requests, in both directions. */
export const webhook = channelKind({
  title: 'Webhook',
  description: 'Signed requests in both directions: connect any messenger by your own program.',
  settings: WebhookSettings,
  secretsGoTo: {},
  secret: 'signature',
  urls: ['inbound'],
  steps: [
    'Keep the signing secret in your program; it is shown once.',
    'Send each message of a user to {inbound}, signed as Standard Webhooks describes.',
    'Set the address of your server to get the replies, and check their signature with the same secret.',
  ],
  problems,
  messenger,
});
