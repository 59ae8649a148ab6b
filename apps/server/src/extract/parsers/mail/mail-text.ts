import { utcMinutes } from '../../../text/shown/utc-minutes.ts';
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
  /** In their order. */
  readonly texts: readonly MailText[];
  /** The names of the attachments. */
  readonly attachments: readonly string[];
}

/** One text of a mail. */
export interface MailText {
  readonly text: string;
  readonly isHtml: boolean;
}

/** Max names of attachments that are listed. */
const maxNames = 100;
/** Max characters of a list of addresses. */
const maxAddresses = 2_000;

/** The document of a mail: its subject, sender, recipients and date, its text, and the names of its attachments. */
export function mailDocument(mail: MailContent, { fileName, url }: Pick<Input, 'fileName' | 'url'>): Extraction {
  const builder = createTextBuilder();
  const { subject, attachments } = mail;
  const date = timeInWords(mail.date);
  builder.heading(1, subject);
  builder.block(linesOf([...peopleOf(mail), ['Date', date]]));
  const before = builder.length();
  for (const { text, isHtml } of mail.texts) {
    if (isHtml) addHtml(text, builder);
    else for (const paragraph of paragraphsOf(cleaned(text))) builder.block(paragraph);
  }
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

/** The head of a mail within another one, as a text. */
export const headOf = (mail: Pick<MailContent, 'subject' | 'from' | 'to' | 'date'>): MailText => ({
  text: linesOf([['Subject', mail.subject], ...peopleOf(mail), ['Date', timeInWords(mail.date)]]),
  isHtml: false,
});

const peopleOf = ({ from, to }: Pick<MailContent, 'from' | 'to'>): (readonly [string, string])[] => [
  ['From', from],
  ['To', to.slice(0, maxAddresses)],
];

const linesOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.flatMap(([name, value]) => (oneLine(value) === '' ? [] : [`${name}: ${oneLine(value)}`])).join('\n');

const timeInWords = (date: Date | undefined): string =>
  date === undefined || Number.isNaN(date.getTime()) ? '' : utcMinutes(date.getTime());
