/** Control characters other than tab and line feed, byte order marks, soft hyphens, marks that turn the order of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const invisible = /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const lineEnds = /\r\n?|[\u2028\u2029\x85]/g;
/**
 * More combining marks than any script has on a letter. Sorting a long run of them for NFC would take quadratic time
 * (the stream-safe format of UAX #15 allows 30).
 */
const piledUp = /(\p{M}{30})\p{M}+/gu;

/** The text as documents store it: well-formed, NFC, no control characters, `\n` as the only line end. */
export function cleaned(text: string): string {
  const lines = text.toWellFormed().replace(lineEnds, '\n').replace(invisible, '');
  return lines.replace(spaces, ' ').replace(piledUp, '$1').normalize('NFC');
}

/** The cleaned lines of a block that have text, without white space at their ends. */
export function linesOf(block: string): string[] {
  return cleaned(block)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

const whiteSpace = /\s+/g;

/** The cleaned text on one line. */
export const oneLine = (text: string): string => cleaned(text).replace(whiteSpace, ' ').trim();

/** The text on one line, cut between two graphemes at a length. */
export function shortened(text: string, max: number): string {
  const line = oneLine(text.slice(0, max * 4));
  if (line.length <= max) return line;
  return line
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
