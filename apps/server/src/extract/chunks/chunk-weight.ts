/**
 * Weight of a UTF-16 unit. A character of a script without spaces, or a syllable of Hangul, says as much as two and a
 * half Latin letters, so chunks of such texts have fewer characters.
 */
const narrow = 2;
const wide = 5;

/** Max weight of a chunk: 1,000 Latin letters or 400 Chinese characters. */
export const maxWeight = 1_000 * narrow;

/** The weight of the UTF-16 unit at a place. */
export function weightAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0x0e00 && isWide(code) ? wide : narrow;
}

/** Thai and Lao, Myanmar, Hangul, Khmer, Chinese and Japanese, their rarer characters (high surrogates). */
const isWide = (code: number): boolean =>
  code < 0x0f00 ||
  (code >= 0x1000 && code < 0x1200) ||
  (code >= 0x1780 && code < 0x1800) ||
  (code >= 0x2e80 && code < 0xa4d0) ||
  (code >= 0xac00 && code < 0xd7b0) ||
  (code >= 0xd840 && code < 0xd880) ||
  (code >= 0xf900 && code < 0xfb00) ||
  (code >= 0xff00 && code < 0xfff0);

/** The weight of a part of a text. */
export function weigh(text: string, start: number, end: number): number {
  let weight = 0;
  for (let at = start; at < end; at += 1) weight += weightAt(text, at);
  return weight;
}
