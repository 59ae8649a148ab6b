import { createHash } from 'node:crypto';
import { isSameMailbox, oneLine } from '../../mail/reading/address.ts';
import { automaticBy } from '../../mail/reading/automatic/automatic.ts';
import { passesDmarc } from '../../mail/reading/dmarc.ts';
import { isOurs, referencesTo, threadOf } from '../../mail/reading/message-ids.ts';
import { type Mail, type MailAddress, parseMail } from '../../mail/reading/parse.ts';
import { subjects } from '../../mail/reading/quotes/quote-words.ts';
import { type MailRole, ownText } from '../../mail/reading/quotes/quoted.ts';
import { isEncrypted } from '../../mail/reading/quotes/without-openpgp.ts';
import type { Arrival, InboundMessage, ReplyContext } from '../messenger.ts';
import type { EmailSettings } from './settings.ts';

/** Max characters of what is kept of a mail, and how many attachments are named. */
const most = { text: 19_000, subject: 200, name: 100, attachment: 80, attachments: 10 } as const;

/** Settings that reading a mail needs. */
type Reading = Pick<EmailSettings, 'address' | 'authServer'>;

/**
 * Reads a mail that came in. Returns undefined for what is never answered: automatic mail, mail of the mailbox itself,
 * mail without a sender, mail that its server did not verify if that is demanded, and what is no mail.
 */
export async function readMail(raw: Uint8Array, { address, authServer }: Reading): Promise<Arrival | undefined> {
  const mail = await parseMail(raw);
  if (mail === undefined || automaticBy(mail, address) !== undefined) return undefined;
  if (authServer !== '' && !passesDmarc(mail, authServer)) return undefined;
  // The user is the sender, and replies go to that address, so no one gets another person's messages. No server vouches
  // for `Reply-To`, so it is used for neither.
  const sender = mail.from;
  if (sender === undefined || isSameMailbox(sender.address, address)) return undefined;
  const event = mail.ids.own ?? `<${createHash('sha256').update(raw).digest('hex')}>`;
  const thread = threadOf(mail.ids, address, event);
  const text = textOf(mail, address);
  const user = { id: sender.address, ...nameOf(sender) };
  const message = { user, thread, text, context: contextOf(mail), sentAt: mail.date };
  return text === '' ? unreadable(event, message, mail) : { kind: 'message', event, message };
}

const nameOf = ({ name }: MailAddress): { readonly name?: string } => {
  const line = oneLine(name, most.name);
  return line === '' ? {} : { name: line };
};

/** Data of a mail that a reply needs: at most 3.5 KiB. */
function contextOf({ ids, subject }: Mail): ReplyContext {
  return {
    subject: oneLine(subject, most.subject),
    references: referencesTo(ids).join(' '),
    ...(ids.own !== undefined && { inReplyTo: ids.own }),
  };
}

const isAnswer = ({ subject, ids }: Mail): boolean =>
  ids.inReplyTo.length > 0 || ids.references.length > 0 || subjects.answer.test(subject);

/**
 * Returns the relation of a mail to its thread. A reply to another mailbox counts as a first mail if this mailbox is only
 * in `Cc` and the mail refers to none of its mails: the agent has not read the quoted text before.
 */
function roleOf(mail: Mail, address: string): MailRole {
  const { subject, ids, to, cc } = mail;
  if (subjects.passedOn.test(subject)) return 'forward';
  if (!isAnswer(mail)) return 'first';
  const isKnown = [...ids.inReplyTo, ...ids.references].some((id) => isOurs(id, address));
  const isHere = (one: string) => isSameMailbox(one, address);
  return !isKnown && to.length > 0 && !to.some(isHere) && cc.some(isHere) ? 'first' : 'reply';
}

/** The text for the agent: without quotes, with the subject of a mail that begins a thread, and with attachments named. */
function textOf(mail: Mail, address: string): string {
  const { lines, subject, attachments } = mail;
  if (isUnreadable(mail)) return '';
  const body = ownText(lines, roleOf(mail, address));
  const title = oneLine(subject, most.subject);
  const parts = [
    ...(isAnswer(mail) || title === '' ? [] : [`Subject: ${title}`]),
    ...(body === '' ? [] : [shortened(body)]),
  ];
  if (parts.length === 0 || (body === '' && attachments.length > 0)) return '';
  return [...parts, ...(attachments.length === 0 ? [] : [`[Attached, not read: ${named(attachments)}]`])].join('\n\n');
}

/** True for mail that is encrypted, or signed in a form in which the text can't be read either. */
const isUnreadable = ({ types, lines }: Mail): boolean =>
  isEncrypted(lines) ||
  (types.some((type) => /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/.test(type)) &&
    lines.every(({ text }) => text.trim() === ''));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

function shortened(text: string): string {
  const clean = text.replace(unprintable, '').toWellFormed();
  return clean.length <= most.text ? clean : `${clean.slice(0, most.text).toWellFormed()}\n\n[The rest was left out.]`;
}

function named(attachments: readonly string[]): string {
  const names = attachments.slice(0, most.attachments).map((name) => oneLine(name, most.attachment));
  const more = attachments.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A mail without a text: its sender is told so. */
function unreadable(event: string, message: InboundMessage, mail: Mail): Arrival {
  const { attachments, isCut } = mail;
  const what = isUnreadable(mail)
    ? 'Your mail is encrypted, or signed in a form that can’t be read here'
    : isCut
      ? 'Your mail is too large to be read'
      : attachments.length > 0
        ? `Your mail has only attachments (${named(attachments)}), which can’t be read here`
        : 'Your mail has no text';
  return { kind: 'unreadable', event, message, says: `${what}. Please write what you need as text.` };
}
