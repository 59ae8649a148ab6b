import { readAddress } from './address.ts';
import { htmlToText } from './html.ts';
import { readIds, type ThreadIds } from './message-ids.ts';

/**
 * Bounds of the part of a mail that is parsed; the rest, such as long attachments, is not read. Parsing runs in the
 * server's process, and takes about 10 µs a line.
 */
export const parsed = { bytes: 512 * 1024, lines: 10_000, headerBytes: 256 * 1024, depth: 20 } as const;

/** Max characters of the text of a mail, before anything is cut off. */
const maxText = 100_000;

/** A mail as far as it is read. */
export interface Mail {
  /** The values of its own headers, by their names in lower case, in their order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly from: MailAddress | undefined;
  readonly replyTo: MailAddress | undefined;
  readonly subject: string;
  readonly ids: ThreadIds;
  /** Time of sending, in ms since 1970, if the mail tells. */
  readonly date: number | undefined;
  /** The plain text, else the HTML as text; with quotes. */
  readonly text: string;
  /** The same without what the HTML marks as a quote; equal to `text` for a plain one. */
  readonly unquoted: string;
  /** The names of attachments that a person would see as such. */
  readonly attachments: readonly string[];
  /** True if the mail was longer than the part that was read. */
  readonly isCut: boolean;
}

/** An address, and the name beside it. */
export interface MailAddress {
  /** In lower case. */
  readonly address: string;
  readonly name: string;
}

/** Parses a mail (RFC 5322, MIME) in bounded time. Returns undefined if it is no mail, or beyond the bounds. */
export async function parseMail(raw: Uint8Array): Promise<Mail | undefined> {
  // Loaded with the first mail: most installations get none.
  const { default: PostalMime } = await import('postal-mime');
  const bytes = bounded(raw);
  const options = {
    ...{ maxNestingDepth: parsed.depth, maxHeadersSize: parsed.headerBytes, maxRfc822NestingDepth: 0 },
  };
  const email = await PostalMime.parse(bytes, options).catch(() => undefined);
  if (email === undefined) return undefined;
  const headers = new Map<string, string[]>();
  for (const { key, value } of email.headers) headers.set(key, [...(headers.get(key) ?? []), value]);
  const plain = (email.text ?? '').slice(0, maxText);
  const html = plain.trim() === '' ? (email.html ?? '') : '';
  const text = html === '' ? plain : htmlToText(html, { withQuotes: true }).slice(0, maxText);
  return {
    ...{ headers, text, isCut: bytes.length < raw.length },
    unquoted: html === '' ? plain : htmlToText(html, { withQuotes: false }).slice(0, maxText),
    from: addressIn([email.from]),
    replyTo: addressIn(email.replyTo ?? []),
    subject: email.subject ?? '',
    ids: {
      own: readIds(email.messageId)[0],
      inReplyTo: readIds(email.inReplyTo),
      references: readIds(email.references),
    },
    date: timeOf(email.date),
    attachments: email.attachments.flatMap(({ filename, mimeType, related, disposition }) =>
      related === true || (disposition === 'inline' && mimeType.startsWith('image/')) ? [] : [filename ?? mimeType],
    ),
  };
}

/** The beginning of a mail that is parsed. */
function bounded(raw: Uint8Array): Uint8Array {
  const bytes = raw.subarray(0, parsed.bytes);
  let at = -1;
  for (let line = 0; line < parsed.lines; line += 1) {
    at = bytes.indexOf(0x0a, at + 1);
    if (at === -1) return bytes;
  }
  return bytes.subarray(0, at + 1);
}

/** An address of a header, as the parser has it. */
interface ParsedAddress {
  readonly address?: string | undefined;
  readonly name: string;
  readonly group?: readonly { readonly address: string; readonly name: string }[] | undefined;
}

function addressIn(found: readonly (ParsedAddress | undefined)[]): MailAddress | undefined {
  const [first] = found;
  const { address, name } = first?.group?.[0] ?? first ?? {};
  const read = address === undefined ? undefined : readAddress(address);
  return read === undefined ? undefined : { address: read, name: name ?? '' };
}

function timeOf(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
