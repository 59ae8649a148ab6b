import { decodeAs, detectEncoding } from './detect.ts';
import { encodingNamed } from './labels.ts';
import { hasManyMultiByte, tolerantUtf8 } from './utf8.ts';
import { decodeWide, wideEncoding, wideMark } from './wide.ts';

/** Number of bytes at the beginning that may name the encoding (HTML names it within 1,024). */
const head = 4_096;
const metaCharset = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/** Hints at the encoding of some bytes. */
export interface EncodingHints {
  /** The label that is declared, known or not. */
  readonly charset?: string | undefined;
  /** The bytes are HTML, which names its encoding in a `meta` element. */
  readonly isHtml?: boolean;
  /** False if the bytes can't be in UTF-16 or UTF-32 unless that is declared. */
  readonly mayBeWide?: boolean;
}

/** A decoded text. */
export interface DecodedText {
  readonly text: string;
  /** Characters that are damaged and became U+FFFD. */
  readonly replaced: number;
  /** The encoding, if nothing names it and it isn't Unicode. */
  readonly guessed?: string;
}

/** Encodings that are declared by habit, whatever the text is in. */
const habitual: ReadonlySet<string> = new Set(['windows-1252', 'utf-8']);
/** Confidence of a detection that outweighs a habitual declaration. */
const sure = 0.2;
/** Encodings of one byte a character, in which valid UTF-8 makes no words. */
const singleByte = /^(?:iso-8859-|windows-|koi8-|macintosh|x-mac-|ibm866|cp\d)/;

/**
 * Decodes text: by its byte order mark, as UTF-16 or UTF-32 if its bytes show that, by an encoding that is declared and
 * fits, as UTF-8 unless too many bytes aren't valid, else in the encoding that its letters speak for. Returns undefined
 * if none fits.
 */
export function decodeText(bytes: Uint8Array, hints: EncodingHints = {}): DecodedText | undefined {
  const { charset, isHtml = false, mayBeWide = true } = hints;
  const wide = wideMark(bytes) ?? (mayBeWide ? wideEncoding(bytes) : undefined);
  if (wide !== undefined) return counted(decodeWide(bytes, wide));
  const declared = encodingNamed(charset) ?? (isHtml ? encodingNamed(charsetIn(bytes)) : undefined);
  const isVague = declared === undefined || habitual.has(declared);
  if (declared === 'iso-2022-jp' || (isVague && hasShifts(bytes))) return counted(decodeAs(bytes, 'iso-2022-jp'));
  const utf8 = isVague || isSurelyUtf8(bytes, declared) ? tolerantUtf8(bytes) : undefined;
  if (utf8 !== undefined) return utf8;
  if (!isVague) {
    const text = decodeAs(bytes, declared);
    if (replacedIn(text) <= text.length / 50) return counted(text);
  }
  return guessedText(bytes, declared);
}

/** True if the bytes are UTF-8 although another encoding is declared: that is more likely than that they are so by chance. */
const isSurelyUtf8 = (bytes: Uint8Array, declared: string): boolean =>
  !declared.startsWith('utf') && hasManyMultiByte(bytes, singleByte.test(declared) ? 1 : 4);

function guessedText(bytes: Uint8Array, declared: string | undefined): DecodedText | undefined {
  const found = detectEncoding(bytes);
  if (declared === 'windows-1252' && (found === undefined || found.confidence < sure)) {
    return counted(decodeAs(bytes, declared));
  }
  if (found === undefined) return undefined;
  const decoded = counted(decodeAs(bytes, found.encoding));
  return found.encoding === declared ? decoded : { ...decoded, guessed: found.encoding };
}

const replacedIn = (text: string): number => text.match(/\ufffd/g)?.length ?? 0;

const counted = (text: string): DecodedText => ({ text, replaced: replacedIn(text) });

const charsetIn = (bytes: Uint8Array): string | undefined =>
  metaCharset.exec(Buffer.from(bytes.subarray(0, head)).toString('latin1'))?.[1];

/** True if ASCII has the sequences that shift ISO-2022-JP to Japanese characters. */
function hasShifts(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (
    ['\x1b$B', '\x1b$@'].some((shift) => buffer.includes(shift, 0, 'latin1')) && !bytes.some((byte) => byte > 0x7f)
  );
}
