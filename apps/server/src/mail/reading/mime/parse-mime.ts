import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import type { MimePart } from './body.ts';
import { withReadableHeader } from './header-charsets.ts';

/** A parsed mail, and its parts. */
export interface ParsedMime {
  readonly email: Email;
  readonly root: MimePart;
}

/**
 * The members of a parser that its types don't name. It decodes text by the declared charset, which is wrong too often:
 * so the bytes of the parts are needed.
 */
interface Insides {
  readonly root: MimePart;
  readonly currentNode: { readonly contentTransferEncoding: { readonly encoding?: string | false } };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/** Parses a mail (RFC 5322, MIME), whose header may be in any charset. Throws an `Error` beyond the bounds. */
export async function parseMime(raw: Uint8Array, bounds: PostalMimeOptions): Promise<ParsedMime> {
  const parser = new PostalMime(bounds);
  const insides = parser as unknown as Insides;
  const processLine = insides.processLine.bind(parser);
  insides.processLine = (line, isFinal) => {
    const { encoding } = insides.currentNode.contentTransferEncoding;
    return processLine(encoding === 'quoted-printable' ? withoutBlanks(line) : line, isFinal);
  };
  const email = await parser.parse(withReadableHeader(raw));
  return { email, root: insides.root };
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/**
 * Removes blanks behind the sign of a soft line break, which programs on the way have added (RFC 2045, section 6.7, rule
 * 3); the parser takes such a sign for text.
 */
function withoutBlanks(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (isBlank(line[end - 1])) end -= 1;
  return line[end - 1] === 0x3d ? line.subarray(0, end) : line;
}
