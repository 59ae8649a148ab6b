import { Type } from 'typebox';
import { isSigned, mayBeSigned } from '../../access/standard-webhooks.ts';
import { readAddress } from '../../mail/reading/address.ts';
import { renderMail } from '../../rendering/formats/mail.ts';
import { channelKind } from '../kind.ts';
import { type Finding, messengerOf, type SendContext, SendFailure, type SettingValues } from '../messenger.ts';
import { readMail } from './arrival.ts';
import { composeMail } from './compose.ts';
import { withMailbox } from './imap.ts';
import { pollMailbox } from './poll.ts';
import { EmailSettings, problems, secretsGoTo } from './settings.ts';
import { sendMail, tryLogin } from './smtp.ts';

/** Max bytes of a request: 190,000 of a mail, in base64. Of a longer mail, its sender leaves out the end. */
const maxBytes = 256 * 1024;

/** The body of a request with a mail: as it was received, in base64. */
const InboundBody = Type.Object({
  type: Type.Literal('email'),
  raw: Type.String({ minLength: 1, maxLength: maxBytes }),
});

/** The settings of a channel. Safe: they were validated when they were stored, with every default. */
const of = (settings: SettingValues): EmailSettings => settings as EmailSettings;

/** Finds out whether the servers accept the settings. Throws a `SendFailure`. */
async function findings(context: SendContext): Promise<readonly Finding[]> {
  const settings = of(context.settings);
  await tryLogin(settings, context);
  const smtp = { name: 'smtp', message: `${settings.smtpHost} accepts the login; nothing was sent.` };
  if (settings.inbound !== 'imap') return [smtp];
  await withMailbox(settings, context, async () => undefined);
  return [
    smtp,
    { name: 'imap', message: `${settings.imapHost} accepts the login, and ${settings.imapMailbox} is there.` },
  ];
}

const messenger = messengerOf({
  maxBytes,
  mayBe: mayBeSigned,
  verify: (request, context) => of(context.settings).inbound === 'webhook' && isSigned(request, context),
  body: InboundBody,
  receive: async (_headers, { raw }, { settings }) => {
    const arrival = await readMail(Buffer.from(raw, 'base64'), of(settings));
    return { arrivals: arrival === undefined ? [] : [arrival] };
  },
  poll: async (cursor, context) => {
    const settings = of(context.settings);
    return settings.inbound === 'imap'
      ? pollMailbox(cursor, context, settings)
      : { arrivals: [], cursor: 'webhook', hasMore: false };
  },
  sends: () => true,
  // The last mail that a thread gets says that the limit is reached. One is answered in any case.
  maxPerThread: (settings) => Math.max(1, of(settings).maxRepliesPerThread - 1),
  apology: (settings) => of(settings).apology,
  waitsForPerson: true,
  obstacle: ({ user }) =>
    user !== null && readAddress(user) !== undefined
      ? undefined
      : { code: 'no_address', message: 'The conversation has no email address to write to.' },
  isProbed: true,
  // Servers may drop a second mail with the same Message-ID, but none must.
  recognisesRepeats: false,
  render: ({ text }) => renderMail(text),
  send: async (part, message, context) => {
    const settings = of(context.settings);
    const to = readAddress(message.user ?? '');
    if (to === undefined) {
      throw new SendFailure('no_address', 'The user has no email address.', { isFinal: true, isOfMessage: true });
    }
    const { raw, messageId } = await composeMail(settings, { part, message, to, now: context.now });
    await sendMail(settings, context, { from: settings.address, to, raw });
    return messageId;
  },
  recipient: {
    title: 'Email address',
    description: 'Address that gets the test, such as your own.',
    read: (text) => {
      const user = readAddress(text);
      return user === undefined ? undefined : { user, thread: null, context: null };
    },
  },
  check: (_place, context) => findings(context),
  tryOut: findings,
});

/** A mailbox: people write to an address, and get replies in the same thread. */
export const email = channelKind({
  title: 'Email',
  description: 'A mailbox: the agent answers mail in its thread.',
  settings: EmailSettings,
  secretsGoTo,
  secret: 'signature',
  urls: ['inbound'],
  steps: [
    'Use a mailbox of its own, such as support@example.com: every mail from a person to it is answered.',
    'Enter its SMTP server. Gmail: smtp.gmail.com, 465, tls. Microsoft 365: smtp.office365.com, 587, starttls.',
    'With two-step login, create an app password and enter it. Gmail: https://myaccount.google.com/apppasswords',
    'For incoming mail by IMAP, enter the IMAP server. Gmail: imap.gmail.com, 993.',
    'For incoming mail by a webhook, send each mail, signed as Standard Webhooks describes, to: {inbound}',
    'Test the channel: it logs in at each server, and sends nothing unless you name an address.',
  ],
  problems,
  messenger,
});
