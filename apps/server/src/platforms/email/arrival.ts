import { createHash } from 'node:crypto';
import { isSameMailbox, oneLine } from '../../mail/reading/address.ts';
import { automaticBy } from '../../mail/reading/automatic/automatic.ts';
import { passesDmarc } from '../../mail/reading/dmarc.ts';
import { isOurs, referencesTo, threadOf } from '../../mail/reading/message-ids.ts';
import { type Mail, type MailAddress, parseMail } from '../../mail/reading/parse.ts';
import { subjects } from '../../mail/reading/quotes/quote-words.ts';
import { type MailRole, ownText } from '../../mail/reading/quotes/quoted.ts';
import { isEncrypted } from '../../mail/reading/quotes/without-openpgp.ts';
import type { Arrival } from '../arrival.ts';
import { type Attachment, attachmentOf, bounded } from '../content/attachment.ts';
import type { ReplyContext } from '../inbound-message.ts';
import type { EmailSettings } from './settings.ts';

/** Max characters of what is kept of a mail, and how many attachments the answer to a mail without a text names. */
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
  const user = { id: sender.address, ...nameOf(sender) };
  const content = { text: textOf(mail, address), attachments: attachmentsOf(mail), unreadable: unreadable(mail) };
  return { kind: 'message', event, message: { user, thread, ...content, context: contextOf(mail), sentAt: mail.date } };
}

/** The attachments of a mail, by their names; the mail itself if it is too large for its text to be read. */
function attachmentsOf(mail: Mail): readonly Attachment[] {
  const { attachments, isCut, lines } = mail;
  if (isUnreadable(mail)) return [attachmentOf('message', { text: 'encrypted or signed' })];
  if (isCut && lines.every(({ text }) => text.trim() === '')) return [attachmentOf('message', { text: 'too large' })];
  return bounded(attachments.map((name) => attachmentOf('file', { name })));
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

/** The text for the agent: without quotes, with the subject of a mail that begins a thread. */
function textOf(mail: Mail, address: string): string {
  const { lines, subject } = mail;
  if (isUnreadable(mail)) return '';
  const body = ownText(lines, roleOf(mail, address));
  const title = oneLine(subject, most.subject);
  const parts = [
    ...(isAnswer(mail) || title === '' ? [] : [`Subject: ${title}`]),
    ...(body === '' ? [] : [shortened(body)]),
  ];
  return parts.join('\n\n');
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

/** Text for the sender of a mail without a text. */
function unreadable(mail: Mail): string {
  const { attachments, isCut } = mail;
  const what = isUnreadable(mail)
    ? 'Your mail is encrypted, or signed in a form that can’t be read here'
    : isCut
      ? 'Your mail is too large to be read'
      : attachments.length > 0
        ? `Your mail has only attachments (${named(attachments)}), which can’t be read here`
        : 'Your mail has no text';
  return `${what}. Please write what you need as text.`;
}
