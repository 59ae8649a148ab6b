import { type Extraction, SourceFailure, type Warning } from '../../document.ts';
import { cleaned, oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { addHtml } from '../markup/html.ts';
import { paragraphsOf } from '../paragraphs.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';

/** A mail whose parts are decoded. */
export interface MailContent {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly date: Date | undefined;
  readonly text: string;
  /** Counts if there is no plain text. */
  readonly html: string;
  /** The names of the attachments. */
  readonly attachments: readonly string[];
}

/** Max names of attachments that are listed. */
const maxNames = 100;
/** Max characters of a list of addresses. */
const maxAddresses = 2_000;

/** The document of a mail: its subject, sender, recipients and date, its text, and the names of its attachments. */
export function mailDocument(mail: MailContent, { fileName, url }: Pick<Input, 'fileName' | 'url'>): Extraction {
  const builder = createTextBuilder();
  const { subject, date, attachments } = mail;
  builder.heading(1, subject);
  const head = [
    ['From', mail.from],
    ['To', mail.to.slice(0, maxAddresses)],
    ['Date', date === undefined || Number.isNaN(date.getTime()) ? '' : timeInWords(date)],
  ];
  const lines = head.flatMap(([name, value = '']) => (oneLine(value) === '' ? [] : [`${name}: ${oneLine(value)}`]));
  builder.block(lines.join('\n'));
  const before = builder.length();
  if (mail.text.trim() !== '') for (const paragraph of paragraphsOf(cleaned(mail.text))) builder.block(paragraph);
  else addHtml(mail.html, builder);
  if (builder.length() === before && oneLine(subject) === '') {
    throw new SourceFailure('no_text', { message: 'The mail has no text.' });
  }
  if (attachments.length > 0) {
    builder.block(`Attachments: ${attachments.slice(0, maxNames).map(oneLine).join(', ')}`);
  }
  return {
    documents: [builder.build({ title: oneLine(subject) || titleFrom({ fileName, url }) })],
    warnings: attachments.length > 0 ? [unreadAttachments(attachments.length)] : [],
  };
}

const unreadAttachments = (count: number): Warning => ({
  code: 'attachments_left_out',
  message: `Only the names of the attachments were read: ${count.toLocaleString('en')}. Upload them as files of their own.`,
});

const timeInWords = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
