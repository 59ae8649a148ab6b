/** How well a text can be cut at a place, the best last. */
export const kinds = ['none', 'space', 'clause', 'sentence', 'line', 'paragraph'] as const;

/** What ends before a place. */
export type BreakKind = (typeof kinds)[number];

const closers = new Set('"\'”’»›)]}」』）】》〉');
const ends = new Set('.!?…');
/** They end a sentence without a space after them. */
const wideEnds = new Set('。！？｡।॥။။។۔؟');
const clauseEnds = new Set(',;:–—،؛');
const wideClauseEnds = new Set('，、；：');

/** Whether the UTF-16 unit at a place is white space. */
export function isWhite(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code === 0xa0 || code === 0xfeff || (code >= 0x1680 && isWideSpace(code));
}

const isWideSpace = (code: number): boolean =>
  code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || [0x2028, 0x2029, 0x202f, 0x205f, 0x3000].includes(code);

/** What ends before a place, judged by the characters beside it. */
export function breakAt(text: string, at: number): BreakKind {
  const before = text[at - 1] ?? '';
  if (before === '\n') return text[at - 2] === '\n' ? 'paragraph' : 'line';
  const here = text[at] ?? '';
  if (isWhite(text, at - 1)) return spaceAfter(text, at - 2, here);
  if (closers.has(here) || wideEnds.has(here)) return 'none';
  const last = text[withoutClosers(text, at - 1)] ?? '';
  if (wideEnds.has(last)) return 'sentence';
  return wideClauseEnds.has(before) ? 'clause' : 'none';
}

/** What ends before a space; `last` is the place before it, and `next` the character after it. */
function spaceAfter(text: string, last: number, next: string): BreakKind {
  const end = withoutClosers(text, last);
  const sign = text[end] ?? '';
  if (wideEnds.has(sign)) return 'sentence';
  if (ends.has(sign)) return isLower(next) || (sign === '.' && isAbbreviation(text, end)) ? 'space' : 'sentence';
  return clauseEnds.has(sign) || wideClauseEnds.has(sign) ? 'clause' : 'space';
}

/** Max closing quotes and brackets after the end of a sentence. */
const maxClosers = 3;

function withoutClosers(text: string, last: number): number {
  let end = last;
  while (end > last - maxClosers && closers.has(text[end] ?? '')) end -= 1;
  return end;
}

const isLower = (character: string): boolean =>
  character !== character.toUpperCase() && character === character.toLowerCase();

/** Whether at most two letters stand before a full stop: "Dr.", "z. B.", "No. 5". */
const isAbbreviation = (text: string, stop: number): boolean =>
  !isWhite(text, stop - 1) && (stop < 3 || isWhite(text, stop - 2) || isWhite(text, stop - 3));

/** Characters before a place in which a word may begin. */
const back = 200;
/** Max length of a grapheme; a longer one, such as a letter with a hundred accents, is cut. */
const maxGrapheme = 64;
const segmenters = {
  word: new Intl.Segmenter('und', { granularity: 'word' }),
  grapheme: new Intl.Segmenter('und', { granularity: 'grapheme' }),
};

/** The last place from `least` to `most` between two words, or else between two graphemes or characters. */
export function placeWithoutSpace(text: string, least: number, most: number): number {
  const word = lastBoundary(text, { granularity: 'word', from: Math.max(least, most - back), most });
  if (word !== undefined) return word;
  const from = Math.max(least, most - maxGrapheme);
  const grapheme = lastBoundary(text, { granularity: 'grapheme', from, most });
  if (grapheme !== undefined) return grapheme;
  return isInPair(text, most) ? most - 1 : most;
}

interface Window {
  readonly granularity: keyof typeof segmenters;
  readonly from: number;
  readonly most: number;
}

/** The last boundary after `from`. What follows `most` is read, too, because it may belong to the last segment. */
function lastBoundary(text: string, { granularity, from, most }: Window): number | undefined {
  const start = isInPair(text, from) ? from + 1 : from;
  let found: number | undefined;
  for (const { index } of segmenters[granularity].segment(text.slice(start, most + maxGrapheme))) {
    if (start + index > most) break;
    if (index > 0) found = start + index;
  }
  return found;
}

/** Whether a place is between the halves of a surrogate pair. */
const isInPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;
