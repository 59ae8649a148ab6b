import { oneLine } from '../../mail/reading/address.ts';
import { markerHeader } from '../../mail/reading/automatic/automatic.ts';
import { messageIdOf } from '../../mail/reading/message-ids.ts';
import { subjects } from '../../mail/reading/quotes/quote-words.ts';
import type { OutboundMessage, SentPart } from '../messenger.ts';
import type { EmailSettings } from './settings.ts';

/** A mail to be composed. */
interface Draft {
  readonly part: SentPart;
  readonly message: OutboundMessage;
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Composes a mail: plain text and HTML, in the thread of the mail that it answers. */
export async function composeMail(settings: Pick<EmailSettings, 'address' | 'fromName'>, draft: Draft) {
  const { address, fromName } = settings;
  const { part, message, to, now } = draft;
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const messageId = messageIdOf(part.id, message.thread, address);
  const { inReplyTo, references } = message.context ?? {};
  const raw = await new MailComposer({
    ...{ disableFileAccess: true, disableUrlAccess: true, newline: '\r\n', messageId, date: new Date(now) },
    from: { name: oneLine(fromName, 100), address },
    // An object, and not a text that could be read as a list.
    to: { name: '', address: to },
    subject: subjectOf(message, fromName || address),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references !== undefined && references !== '' && { references }),
    headers: {
      // Asks programs for no answer (RFC 3834, MS-OXCMAIL). A message by a person is no automatic mail.
      ...(message.role === 'assistant' && { 'Auto-Submitted': 'auto-replied' }),
      'X-Auto-Response-Suppress': 'All',
      [markerHeader]: address,
    },
    text: part.plain,
    html: `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>${part.text}</body></html>`,
  })
    .compile()
    .build();
  return { raw, messageId };
}

function subjectOf({ context }: OutboundMessage, name: string): string {
  const subject = oneLine(context?.['subject'] ?? '', 200);
  if (context === null) return `A message from ${oneLine(name, 100)}`;
  return subjects.answer.test(subject) ? subject : `Re: ${subject}`.trim();
}
