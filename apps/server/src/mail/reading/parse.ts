import { readAddress } from './address.ts';
import type { MailLine } from './mail-line.ts';
import { readIds, type ThreadIds } from './message-ids.ts';

/**
 * Bounds of the part of a mail that is parsed; the rest, such as long attachments, is not read. Parsing runs in the
 * server's process, and takes about 10 µs a line.
 */
export const parsed = { bytes: 512 * 1024, lines: 10_000, headerBytes: 256 * 1024, depth: 20 } as const;

/** Max recipients that are looked at. */
const maxAddresses = 200;

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
  /** The addresses of `To` and of `Cc`, in lower case. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** The plain text, else the HTML as text. */
  readonly lines: readonly MailLine[];
  /** The names of attachments that a person would see as such. */
  readonly attachments: readonly string[];
  /** Methods of the calendar objects in it, in upper case. */
  readonly calendarMethods: readonly string[];
  /** The media types of its parts, in lower case. */
  readonly types: readonly string[];
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
  const [{ decodeWords }, { parseMime }, { readBody }] = await Promise.all([
    import('postal-mime'),
    import('./mime/parse-mime.ts'),
    import('./mime/body.ts'),
  ]);
  const bytes = bounded(raw);
  const bounds = { maxNestingDepth: parsed.depth, maxHeadersSize: parsed.headerBytes, maxRfc822NestingDepth: 0 };
  const mime = await parseMime(bytes, bounds).catch(() => undefined);
  if (mime === undefined) return undefined;
  const { email, root } = mime;
  const headers = new Map<string, string[]>();
  for (const { key, value } of email.headers) headers.set(key, [...(headers.get(key) ?? []), value]);
  return {
    ...{ headers, ...readBody(root, decodeWords), isCut: bytes.length < raw.length },
    from: addressIn([email.from]),
    replyTo: addressIn(email.replyTo ?? []),
    ...{ to: addressesIn(email.to), cc: addressesIn(email.cc) },
    subject: email.subject ?? '',
    ids: {
      own: readIds(email.messageId)[0],
      inReplyTo: readIds(email.inReplyTo),
      references: readIds(email.references),
    },
    date: timeOf(email.date),
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

function addressesIn(found: readonly ParsedAddress[] = []): readonly string[] {
  const flat = found
    .slice(0, maxAddresses)
    .flatMap((one): readonly { readonly address?: string | undefined }[] => one.group ?? [one]);
  return flat.flatMap(({ address = '' }) => readAddress(address) ?? []);
}

function timeOf(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
