import type { Address, Attachment, Email } from 'postal-mime';
import { textsOf } from '../../../mail/reading/mime/body.ts';
import { type ParsedMime, parseMime } from '../../../mail/reading/mime/parse-mime.ts';
import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure, type Warning } from '../../document.ts';
import type { Input } from '../input.ts';
import { headOf, type MailText, mailDocument } from './mail-text.ts';

/** Bounds of the parser; beyond them `broken_file`. Mails within a mail are read apart. */
const bounds = { maxNestingDepth: 100, maxHeadersSize: 2 ** 20, maxRfc822NestingDepth: 0 };

/** Max depth of mails within mails that are read. Deeper ones are attachments. */
const maxForwards = 5;

/** A mail, with the texts and attachments of those within it behind its own. */
interface ReadMail {
  readonly email: Email;
  readonly texts: readonly MailText[];
  readonly attachments: readonly Attachment[];
  readonly warnings: readonly Warning[];
}

/** Reads a mail (EML: RFC 5322, MIME), in any charset, whatever it declares. */
export async function readEml({ bytes, fileName, url }: Input): Promise<Extraction> {
  const { email, texts, attachments, warnings } = await readMail(bytes, 0);
  const isBlank = texts.every(({ text }) => text.trim() === '');
  if (attachments.some(({ mimeType }) => /pkcs7-mime|pgp-encrypted/i.test(mimeType)) && isBlank) {
    throw new SourceFailure('encrypted_file', { message: 'The mail is encrypted.' });
  }
  const names = attachments.flatMap(({ filename, mimeType, related }) =>
    related === true ? [] : [filename ?? mimeType],
  );
  const read = mailDocument({ ...headersOf(email), texts, attachments: names }, { fileName, url });
  return { ...read, warnings: [...read.warnings, ...warnings] };
}

async function readMail(bytes: Uint8Array, depth: number): Promise<ReadMail> {
  const { email, root } = await parse(bytes);
  const warnings = new Map<string, Warning>();
  const decoded = (part: Uint8Array, hints: Parameters<typeof decode>[1]): string => {
    const { text, warnings: found } = decode(part, hints);
    for (const warning of found) warnings.set(warning.code, warning);
    return text;
  };
  const texts: MailText[] = textsOf(root).map((part) => ({ text: part.decoded(decoded), isHtml: part.isHtml }));
  const attachments: Attachment[] = [];
  for (const attachment of email.attachments) {
    const { content, rfc822DepthExceeded: isForwarded = false } = attachment;
    if (!isForwarded || typeof content === 'string' || depth >= maxForwards) {
      attachments.push(attachment);
      continue;
    }
    const inner = await readMail(new Uint8Array(content), depth + 1);
    texts.push(headOf(headersOf(inner.email)), ...inner.texts);
    attachments.push(...inner.attachments);
    for (const warning of inner.warnings) warnings.set(warning.code, warning);
  }
  return { email, texts, attachments, warnings: [...warnings.values()] };
}

async function parse(bytes: Uint8Array): Promise<ParsedMime> {
  return await parseMime(bytes, bounds).catch((error: unknown) => {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `mail: ${error.message}` });
  });
}

const headersOf = ({ subject = '', from, to = [], cc = [], date }: Email) => ({
  subject,
  from: inWords(from === undefined ? [] : [from]),
  to: inWords([...to, ...cc]),
  date: date === undefined ? undefined : new Date(date),
});

const inWords = (addresses: readonly Address[]): string =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .join(', ');
