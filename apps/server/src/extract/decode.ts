/** Number of bytes at the beginning that may name the encoding (HTML names it within 1,024). */
const head = 4_096;
const metaCharset = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/** Text and how sure its encoding is. */
export interface Decoded {
  readonly text: string;
  /** The encoding was guessed: nothing named it, and the bytes aren't UTF-8. */
  readonly isGuess: boolean;
}

/** Hints at the encoding of some bytes. */
export interface EncodingHints {
  readonly charset?: string | undefined;
  /** The bytes are HTML, which names its encoding in a `meta` element. */
  readonly isHtml?: boolean;
}

/**
 * Decodes text: by its byte order mark, the declared encoding, HTML's `meta`, as UTF-8 if the bytes are valid, as UTF-16
 * if every other byte is zero, else as windows-1252.
 */
export function decode(bytes: Uint8Array, { charset, isHtml = false }: EncodingHints = {}): Decoded {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return known(bytes, mark);
  const utf8 = validUtf8(bytes);
  const declared = encodingNamed(charset) ?? (isHtml ? encodingNamed(charsetIn(bytes)) : undefined);
  // Web servers declare Latin encodings by habit. Text in one of them is hardly ever valid as UTF-8.
  if (utf8 !== undefined && (declared === undefined || declared === 'utf-8' || declared === 'windows-1252')) {
    return { text: utf8, isGuess: false };
  }
  if (declared !== undefined) return known(bytes, declared);
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return known(bytes, wide);
  return { ...known(bytes, 'windows-1252'), isGuess: true };
}

const known = (bytes: Uint8Array, encoding: string): Decoded => {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text: encoding === 'windows-1252' ? withLatinSigns(text) : text, isGuess: false };
};

/** The characters of windows-1252 from 0x80 to 0x9f; the zeros stand for bytes that have none. */
const latinSigns = '€0‚ƒ„…†‡ˆ‰Š‹Œ0Ž00‘’“”•–—˜™š›œ0žŸ';

/** Resolves the bytes of windows-1252 that some versions of Node.js decode as controls of ISO 8859-1. */
const withLatinSigns = (text: string): string =>
  text.replace(/[\x80-\x9f]/g, (sign) => {
    const found = latinSigns[sign.charCodeAt(0) - 0x80] ?? '0';
    return found === '0' ? sign : found;
  });

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

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

/** The text if the bytes are valid UTF-8 without NUL: UTF-16 of Latin letters is valid UTF-8, too. */
function validUtf8(bytes: Uint8Array): string | undefined {
  if (wideEncoding(bytes) !== undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 if at least a third of the characters at the beginning have a zero byte, all at the same side. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, head);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(1, sample.length / 6);
  if (odd >= enough && even === 0) return 'utf-16le';
  if (even >= enough && odd === 0) return 'utf-16be';
  return undefined;
}
