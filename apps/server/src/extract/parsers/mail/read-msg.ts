import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';
import { rtfToHtml } from '../rtf/to-html.ts';
import { mailDocument } from './mail-text.ts';

/** The class of the package, which is CommonJS. */
const MsgReader = msgReader.default;

/** Reads a message of Outlook (MSG: MS-OXMSG). */
export function readMsg({ bytes, fileName, url }: Input): Extraction {
  const fields = fieldsOf(bytes);
  const { subject = '', senderName = '', senderSmtpAddress, senderEmail = '', body = '' } = fields;
  const time = fields.clientSubmitTime ?? fields.messageDeliveryTime;
  const address = senderSmtpAddress ?? senderEmail;
  return mailDocument(
    {
      subject,
      from: named(senderName, address),
      to: (fields.recipients ?? [])
        .map(({ name = '', smtpAddress, email = '' }) => named(name, smtpAddress ?? email))
        .join(', '),
      date: time === undefined ? undefined : new Date(time),
      texts: [body.trim() === '' ? { text: htmlOf(fields), isHtml: true } : { text: body, isHtml: false }],
      attachments: (fields.attachments ?? []).flatMap((one) =>
        one.attachmentHidden === true ? [] : [one.fileName ?? one.fileNameShort ?? one.name ?? 'unnamed'],
      ),
    },
    { fileName, url },
  );
}

function fieldsOf(bytes: Uint8Array): FieldsData {
  try {
    const fields = new MsgReader(bytes.slice().buffer).getFileData();
    if (fields.error !== undefined) throw new Error(fields.error);
    return fields;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `msg: ${error.message}` });
  }
}

function htmlOf({ bodyHtml, html, compressedRtf }: FieldsData): string {
  if (bodyHtml !== undefined && bodyHtml.trim() !== '') return bodyHtml;
  if (html !== undefined) return decode(html, { isHtml: true }).text;
  if (compressedRtf === undefined) return '';
  return rtfToHtml(Buffer.from(decompressRTF([...compressedRtf])).toString('latin1')).html;
}

/** Addresses within Exchange are no addresses of mail. */
const named = (name: string, address: string): string => {
  if (!address.includes('@') || address === name) return name;
  return name === '' ? address : `${name} <${address}>`;
};
