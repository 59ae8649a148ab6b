import type { EncodingHints } from '../../../text/encodings/decode.ts';
import { type MailLine, plainLines, textOfLines } from '../mail-line.ts';
import { unflowed } from './flowed.ts';
import { decodeBytes, hintsOf, withUtf8Words } from './header-charsets.ts';
import { htmlLines } from './html.ts';

/** A part of a mail as postal-mime has parsed it, with its content still in bytes. */
export interface MimePart {
  readonly contentType: { readonly parsed: Parsed; readonly multipart: string | false };
  readonly contentDisposition: { readonly parsed: Parsed };
  readonly contentId?: string | undefined;
  readonly content: ArrayBuffer | null;
  readonly childNodes: readonly MimePart[];
}

/** A structured header. */
interface Parsed {
  /** In lower case. */
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The content of a mail's parts. */
export interface MailBody {
  readonly lines: readonly MailLine[];
  /** The names of attachments that a person would see as such. */
  readonly attachments: readonly string[];
  /** Methods of the calendar objects (RFC 5546, section 1.4), in upper case. */
  readonly calendarMethods: readonly string[];
  /** The media types of all parts, in lower case. */
  readonly types: readonly string[];
}

/** Max parts of text that are read, characters of a text, and bytes of a calendar object in which a method is looked for. */
const most = { texts: 30, characters: 100_000, calendar: 4_000 } as const;

/** Signatures beside a signed text, which no person sees. */
const signatures = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/;

/** Text of a leaf, decoded when it is needed. */
export interface TextPart {
  readonly isHtml: boolean;
  read(): readonly MailLine[];
  /** The whole text, without the breaks of flowed lines. */
  decoded(decode: (bytes: Uint8Array, hints: EncodingHints) => string): string;
}

/** Reads the parts of a mail: of alternatives the plain text if it has one, else the HTML. */
export function readBody(root: MimePart, decodeName: (name: string) => string): MailBody {
  const parts = [...leavesOf(root, false)];
  const lines = textsOf(root)
    .slice(0, most.texts)
    .flatMap(({ read }, index) => (index === 0 ? read() : [{ text: '', kind: 'own' as const }, ...read()]));
  return {
    lines,
    attachments: parts.flatMap(({ part, isRelated }) => attachmentOf(part, isRelated, decodeName)),
    calendarMethods: parts.flatMap(({ part }) => methodOf(part)),
    types: parts.map(({ part }) => part.contentType.parsed.value),
  };
}

function* leavesOf(part: MimePart, isRelated: boolean): Generator<{ part: MimePart; isRelated: boolean }> {
  if (part.contentType.multipart === false) yield { part, isRelated };
  for (const child of part.childNodes) {
    yield* leavesOf(child, isRelated || part.contentType.multipart === 'related');
  }
}

/** True for text that is shown, and for a multipart whose boundary is missing or never comes. */
const isText = ({ contentType, contentDisposition, childNodes }: MimePart): boolean =>
  contentType.multipart === false
    ? contentDisposition.parsed.value !== 'attachment' && /^text\/(?:plain|html)$/.test(contentType.parsed.value)
    : childNodes.length === 0;

/** The texts of a mail that are shown: of alternatives the plain text if it has one, else the HTML. */
export function textsOf(part: MimePart): readonly TextPart[] {
  if (isText(part)) return part.content === null ? [] : [textPart(part, part.content)];
  const texts = part.childNodes.flatMap(textsOf);
  return part.contentType.multipart === 'alternative' ? preferred(texts) : texts;
}

/** The plain texts of alternatives, unless they say nothing, or only that the reader's program shows no HTML. */
function preferred(texts: readonly TextPart[]): readonly TextPart[] {
  const plain = texts.filter(({ isHtml }) => !isHtml);
  const html = texts.filter(({ isHtml }) => isHtml);
  if (html.length === 0 || plain.length === 0) return texts;
  const letters = (parts: readonly TextPart[]) =>
    parts.map(({ read }) => textOfLines(read()).replace(/[^\p{L}\p{N}]/gu, '')).join('');
  const said = letters(plain);
  if (said === '') return html;
  // A long text is no stand-in. Links and pictures have other words in both.
  return said.length > 300 || letters(html).includes(said.slice(0, 24)) ? plain : html;
}

function textPart({ contentType: { parsed } }: MimePart, content: ArrayBuffer): TextPart {
  const isHtml = parsed.value === 'text/html';
  const { charset, format = '', delsp = '' } = parsed.params;
  let lines: readonly MailLine[] | undefined;
  const isFlowed = !isHtml && /^flowed$/i.test(format);
  const decoded: TextPart['decoded'] = (decode) => {
    const text = decode(new Uint8Array(content), hintsOf(charset, isHtml));
    return isFlowed ? unflowed(text, /^yes$/i.test(delsp)) : text;
  };
  return {
    isHtml,
    decoded,
    read: () => {
      const text = () => decoded((bytes) => decodeBytes(bytes, charset, isHtml));
      lines ??= isHtml ? htmlLines(text()) : plainLines(text().slice(0, most.characters));
      return lines;
    },
  };
}

function attachmentOf(part: MimePart, isRelated: boolean, decodeName: (name: string) => string): string[] {
  const { contentType, contentDisposition, contentId, content } = part;
  const type = contentType.parsed.value;
  const disposition = contentDisposition.parsed.value;
  const isSeen = content !== null && !isText(part) && !signatures.test(type);
  const isPicture = (isRelated && contentId !== undefined) || (disposition === 'inline' && type.startsWith('image/'));
  if (!isSeen || isPicture) return [];
  const name = contentDisposition.parsed.params['filename'] ?? contentType.parsed.params['name'] ?? '';
  return [name === '' ? type : decodeName(withUtf8Words(name))];
}

function methodOf({ contentType: { parsed }, content }: MimePart): string[] {
  if (!/^(?:text\/calendar|application\/ics)$/.test(parsed.value)) return [];
  const source = Buffer.from(content ?? new ArrayBuffer(0))
    .subarray(0, most.calendar)
    .toString('latin1');
  const method = parsed.params['method'] ?? /^METHOD:([a-z]{1,20})/im.exec(source)?.[1];
  return method === undefined ? [] : [method.trim().toUpperCase()];
}
