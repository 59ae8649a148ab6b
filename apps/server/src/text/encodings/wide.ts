import { decodeUtf32 } from './utf32.ts';

/** An encoding of two or four bytes a character. */
export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** Number of bytes at the beginning that are judged: a multiple of four. */
const head = 4_096;

/** Decodes a wide encoding; its byte order mark is left out, and half a character at the end becomes U+FFFD. */
export function decodeWide(bytes: Uint8Array, encoding: WideEncoding): string {
  if (encoding.startsWith('utf-16')) return new TextDecoder(encoding).decode(bytes);
  return decodeUtf32(bytes, encoding === 'utf-32le');
}

/** Returns the wide encoding that a byte order mark names. */
export function wideMark(bytes: Uint8Array): WideEncoding | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? 'utf-32be' : undefined;
}

/** Returns the wide encoding of bytes without a mark, judged by their zeros, or by the characters that they form. */
export function wideEncoding(bytes: Uint8Array): WideEncoding | undefined {
  const sample = bytes.subarray(0, head);
  const { zeros, controls } = countsOf(sample);
  if (controls === 0) return undefined;
  const byZeros = (bytes.length % 4 === 0 ? fourByZeros(zeros, sample) : undefined) ?? twoByZeros(zeros, sample);
  if (byZeros !== undefined) return byZeros;
  return isNarrow(sample, controls) ? undefined : wideByCharacters(sample);
}

/** Tab, line ends, and the escape of terminals. */
const spaces: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

type Zeros = readonly [number, number, number, number];

/** The zero bytes by their place among four, and the bytes that no narrow text has. */
function countsOf(sample: Uint8Array): { readonly zeros: Zeros; readonly controls: number } {
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  let controls = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[(at % 4) as 0 | 1 | 2 | 3] += 1;
    if (byte < 0x20 && !spaces.has(byte)) controls += 1;
  }
  return { zeros, controls };
}

/** The first of four bytes is zero for any character, the second for most. */
function fourByZeros([a, b, c, d]: Zeros, { length }: Uint8Array): WideEncoding | undefined {
  const quarter = Math.floor(length / 4);
  if (quarter === 0) return undefined;
  if (d >= quarter && c >= quarter / 2 && a < quarter) return 'utf-32le';
  return a >= quarter && b >= quarter / 2 && d < quarter ? 'utf-32be' : undefined;
}

/** Every other byte of Latin letters is zero; a third is enough. */
function twoByZeros([a, b, c, d]: Zeros, { length }: Uint8Array): WideEncoding | undefined {
  const enough = Math.max(1, length / 6);
  if (b + d >= enough && a + c === 0) return 'utf-16le';
  return a + c >= enough && b + d === 0 ? 'utf-16be' : undefined;
}

/** True for bytes that are UTF-8 with a few controls. */
const isNarrow = (sample: Uint8Array, controls: number): boolean =>
  controls < sample.length / 10 && !new TextDecoder().decode(sample, { stream: true }).includes('\ufffd');

/** Characters of texts. */
const printed = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]/gu;
/** Spaces, and punctuation of Chinese and Japanese: any text of some length has them. */
const usual = /[\n \u3000-\u3002\uff0c]/g;

/** Texts in other scripts than Latin have few zero bytes. In the wrong order of bytes, they have no spaces. */
function wideByCharacters(sample: Uint8Array): WideEncoding | undefined {
  const even = sample.subarray(0, sample.length - (sample.length % 2));
  const [first, second] = (['utf-16le', 'utf-16be'] as const).map((encoding) => {
    const text = decodeWide(even, encoding);
    const isPrinted = text.length >= 4 && (text.match(printed)?.length ?? 0) >= text.length * 0.97;
    return { encoding, spaces: isPrinted ? (text.match(usual)?.length ?? 0) : 0 };
  });
  const best = (first?.spaces ?? 0) >= (second?.spaces ?? 0) ? first : second;
  return best !== undefined && best.spaces > 0 ? best.encoding : undefined;
}
