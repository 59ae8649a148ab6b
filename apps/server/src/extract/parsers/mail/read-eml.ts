import PostalMime, { type Address } from 'postal-mime';
import { type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';
import { mailDocument } from './mail-text.ts';

/** Bounds of the parser; beyond them `broken_file`. */
const bounds = { maxNestingDepth: 100, maxHeadersSize: 2 ** 20, maxRfc822NestingDepth: 5 };

/** Reads a mail (EML: RFC 5322, MIME). */
export async function readEml({ bytes, fileName, url }: Input): Promise<Extraction> {
  const mail = await PostalMime.parse(bytes, bounds).catch((error: unknown) => {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `mail: ${error.message}` });
  });
  if (mail.attachments.some(({ mimeType }) => /pkcs7-mime|pgp-encrypted/i.test(mimeType)) && !mail.text && !mail.html) {
    throw new SourceFailure('encrypted_file', { message: 'The mail is encrypted.' });
  }
  return mailDocument(
    {
      subject: mail.subject ?? '',
      from: inWords(mail.from === undefined ? [] : [mail.from]),
      to: inWords([...(mail.to ?? []), ...(mail.cc ?? [])]),
      date: mail.date === undefined ? undefined : new Date(mail.date),
      text: mail.text ?? '',
      html: mail.html ?? '',
      attachments: mail.attachments.flatMap(({ filename, mimeType, related }) =>
        related === true ? [] : [filename ?? mimeType],
      ),
    },
    { fileName, url },
  );
}

const inWords = (addresses: readonly Address[]): string =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .join(', ');
