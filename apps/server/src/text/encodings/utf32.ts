/** Bytes of a character. */
const width = 4;

/** Characters that become a text at a time: more would be too many arguments. */
const most = 4_096;

/**
 * Decodes UTF-32, which TextDecoder doesn't know. The byte order mark is left out; what is no character, and a part of
 * one at the end, becomes U+FFFD.
 */
export function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  let codes: number[] = [];
  for (let at = 0; at + width <= bytes.length; at += width) {
    codes.push(scalarValue(view.getUint32(at, isLittleEndian)));
    if (codes.length < most) continue;
    parts.push(String.fromCodePoint(...codes));
    codes = [];
  }
  if (bytes.length % width !== 0) codes.push(0xfffd);
  parts.push(String.fromCodePoint(...codes));
  return parts.join('').replace(/^\ufeff/, '');
}

/** The code point itself, unless it is a surrogate or beyond Unicode. */
const scalarValue = (code: number): number => (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0xfffd : code);
