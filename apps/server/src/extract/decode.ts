import { SourceFailure, type Warning } from './document.ts';
import { decodeAs, detectEncoding } from './encodings/detect.ts';
import { tolerantUtf8 } from './encodings/utf8.ts';
import { decodeWide, wideEncoding, wideMark } from './encodings/wide.ts';

/** Number of bytes at the beginning that may name the encoding (HTML names it within 1,024). */
const head = 4_096;
const metaCharset = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/** Text, and notes on what was not clear about its encoding. */
export interface Decoded {
  readonly text: string;
  /** `encoding_guessed` if nothing names the encoding and it isn't Unicode, `encoding_errors` if bytes were replaced. */
  readonly warnings: readonly Warning[];
}

/** Hints at the encoding of some bytes. */
export interface EncodingHints {
  readonly charset?: string | undefined;
  /** The bytes are HTML, which names its encoding in a `meta` element. */
  readonly isHtml?: boolean;
}

/** Encodings that are declared by habit, whatever the text is in. */
const habitual: ReadonlySet<string> = new Set(['windows-1252', 'utf-8']);
/** Confidence of a detection that outweighs a habitual declaration. */
const sure = 0.2;

/**
 * Decodes text: by its byte order mark, as UTF-16 or UTF-32 if its bytes show that, by an encoding that is declared and
 * fits, as UTF-8 unless too many bytes aren't valid, else in the encoding that its letters speak for. Throws
 * `broken_file` if none fits: letters that no one could read are never returned.
 */
export function decode(bytes: Uint8Array, { charset, isHtml = false }: EncodingHints = {}): Decoded {
  const wide = wideMark(bytes) ?? wideEncoding(bytes);
  if (wide !== undefined) return counted(decodeWide(bytes, wide));
  const declared = encodingNamed(charset) ?? (isHtml ? encodingNamed(charsetIn(bytes)) : undefined);
  if (declared === 'iso-2022-jp' || (declared === undefined && hasShifts(bytes))) {
    return counted(decodeAs(bytes, 'iso-2022-jp'));
  }
  const utf8 = declared === undefined || habitual.has(declared) ? tolerantUtf8(bytes) : undefined;
  if (utf8 !== undefined) return { text: utf8.text, warnings: replacedBytes(utf8.replaced) };
  if (declared !== undefined && !habitual.has(declared)) {
    const text = decodeAs(bytes, declared);
    if (replacedIn(text) <= text.length / 50) return counted(text);
  }
  return guessed(bytes, declared);
}

function guessed(bytes: Uint8Array, declared: string | undefined): Decoded {
  const found = detectEncoding(bytes);
  if (declared === 'windows-1252' && (found === undefined || found.confidence < sure)) {
    return counted(decodeAs(bytes, declared));
  }
  if (found === undefined) {
    throw new SourceFailure('broken_file', {
      message: 'The encoding of the text is not clear.',
      hint: 'Save the file as UTF-8 and upload it again.',
    });
  }
  const { text, warnings } = counted(decodeAs(bytes, found.encoding));
  return { text, warnings: found.encoding === declared ? warnings : [guessedEncoding(found.encoding), ...warnings] };
}

const replacedIn = (text: string): number => text.match(/\ufffd/g)?.length ?? 0;

/** A decoded text with a note on the bytes that have no character. */
const counted = (text: string): Decoded => ({ text, warnings: replacedBytes(replacedIn(text)) });

const replacedBytes = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        {
          code: 'encoding_errors',
          message: `Characters that are damaged, replaced by \ufffd: ${count.toLocaleString('en')}.`,
        },
      ];

const guessedEncoding = (encoding: string): Warning => ({
  code: 'encoding_guessed',
  message: `The encoding was not clear and was read as ${encoding}. If letters look wrong, save the file as UTF-8.`,
});

/** The standard name of an encoding (https://encoding.spec.whatwg.org), or undefined for an unknown one. */
function encodingNamed(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

const charsetIn = (bytes: Uint8Array): string | undefined =>
  metaCharset.exec(Buffer.from(bytes.subarray(0, head)).toString('latin1'))?.[1];

/** True if ASCII has the sequences that shift ISO-2022-JP to Japanese characters. */
function hasShifts(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (
    ['\x1b$B', '\x1b$@'].some((shift) => buffer.includes(shift, 0, 'latin1')) && !bytes.some((byte) => byte > 0x7f)
  );
}
