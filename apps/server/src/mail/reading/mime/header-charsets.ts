import { decodeText, type EncodingHints } from '../../../text/encodings/decode.ts';

/** One encoded word (RFC 2047, section 2), also with the spaces that some programs leave inside. */
const encodedWord = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([QqBb])\?([^?]{0,4000})\?=/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape shifts ISO-2022-JP.
const foreign = /[\x80-\xff]|\x1b\$/;

/** Max lines and runs of encoded words that are decoded by their bytes: a header of a person has a few. */
const most = { lines: 100, runs: 200 } as const;

/** An encoded word at its place. */
interface Word {
  readonly at: number;
  readonly end: number;
  readonly label: string;
  readonly bytes: Buffer;
}

/**
 * Returns the mail with its header in ASCII and UTF-8: bytes beyond ASCII are decoded as the body is, or as they look,
 * and encoded words in a charset that is wrong or unknown become ones in UTF-8. A header in ASCII is returned unchanged.
 */
export function withReadableHeader(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const end = headerEnd(bytes);
  const header = bytes.subarray(0, end).toString('latin1');
  if (!foreign.test(header) && !header.includes('=?')) return raw;
  const charset = foreign.test(header) ? likelyCharset(bytes, header) : undefined;
  let left = most.lines;
  const readable = (line: string): string => {
    if (!foreign.test(line)) return line;
    left -= 1;
    const encoded = Buffer.from(line, 'latin1');
    return left < 0 ? encoded.toString() : decodeBytes(encoded, charset);
  };
  const decoded = header.split('\n').map(readable).join('\n');
  return Buffer.concat([Buffer.from(withUtf8Words(decoded)), bytes.subarray(end)]);
}

function headerEnd(bytes: Buffer): number {
  const ends = [bytes.indexOf('\n\n'), bytes.indexOf('\n\r\n')].filter((at) => at !== -1);
  return ends.length === 0 ? bytes.length : Math.min(...ends) + 1;
}

/** The charset that the header declares for the body, else the one in which the bytes of the mail speak. */
function likelyCharset(bytes: Buffer, header: string): string | undefined {
  const declared =
    /^content-type:[^\n]{0,400}(?:\n[ \t][^\n]{0,400}){0,5}?charset\s{0,5}=\s{0,5}"?([\w.:-]{1,60})/im.exec(header);
  return declared?.[1] ?? decodeText(bytes, { mayBeWide: false })?.guessed;
}

/** Replaces the encoded words of a text by ones in UTF-8. Neighbours of one charset may share a character. */
export function withUtf8Words(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const run of wordRuns(text).slice(0, most.runs)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    const decoded = decodeBytes(Buffer.concat(run.map(({ bytes }) => bytes)), first.label);
    parts.push(text.slice(end, first.at), `=?utf-8?B?${Buffer.from(decoded).toString('base64')}?=`);
    end = last.end;
  }
  parts.push(text.slice(end));
  return parts.join('');
}

/** The encoded words, those together that follow each other in one charset. */
function wordRuns(text: string): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  for (const found of text.matchAll(encodedWord)) {
    const [source, label = '', encoding = '', content = ''] = found;
    const bytes = /b/i.test(encoding) ? Buffer.from(content, 'base64') : fromQ(content);
    const word = { at: found.index, end: found.index + source.length, label: label.toLowerCase(), bytes };
    const before = runs.at(-1)?.at(-1);
    const isNext = before?.label === word.label && text.slice(before.end, word.at).trim() === '';
    if (isNext) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** Decodes the encoding "Q" (RFC 2047, section 4.2), which may contain raw characters. */
function fromQ(content: string): Buffer {
  const plain = content.replace(/=\s{1,5}(?=[0-9a-f])/gi, '=').replace(/[_\s]/g, ' ');
  return Buffer.concat(
    plain
      .split(/((?:=[0-9a-f]{2})+)/i)
      .map((part, index) => (index % 2 === 1 ? Buffer.from(part.replaceAll('=', ''), 'hex') : Buffer.from(part))),
  );
}

/** Returns the hints at the encoding of a part, by the charset that it declares. */
export const hintsOf = (charset: string | undefined, isHtml = false): EncodingHints => ({
  ...{ charset, isHtml, mayBeWide: charset === undefined || /utf-?(?:16|32)|ucs|unicode/i.test(charset) },
});

/** Decodes bytes in any case: as Western European if nothing else fits. */
export function decodeBytes(bytes: Uint8Array, charset: string | undefined, isHtml = false): string {
  const decoded = decodeText(bytes, hintsOf(charset, isHtml));
  return decoded?.text ?? new TextDecoder('windows-1252').decode(bytes);
}
