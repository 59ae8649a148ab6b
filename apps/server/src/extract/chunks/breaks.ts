/** Kinds of places at which a text can be cut, the best last. */
export const kinds = ['none', 'space', 'clause', 'sentence', 'line', 'paragraph'] as const;

/** The unit that ends before a place. */
export type BreakKind = (typeof kinds)[number];

/** Signs by what they mean for cuts; a table, because each character of a text is looked up. */
const signs = { white: 1, closer: 2, end: 3, wideEnd: 4, clauseEnd: 5, wideClauseEnd: 6 } as const;
const classes = new Uint8Array(2 ** 16);
const classify = (characters: string, sign: number) => {
  for (let at = 0; at < characters.length; at += 1) classes[characters.charCodeAt(at)] = sign;
};
classify(' \t\n\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff', signs.white);
classify('\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a', signs.white);
classify('"\'”’»›)]}」』）】》〉', signs.closer);
classify('.!?…', signs.end);
// They end a sentence without a space after them.
classify('。！？｡।॥။။۔؟', signs.wideEnd);
classify(',;:–—،؛', signs.clauseEnd);
classify('，、；：', signs.wideClauseEnd);

const signAt = (text: string, at: number): number => classes[text.charCodeAt(at)] ?? 0;

/** True if the UTF-16 unit at a place is white space. */
export const isWhite = (text: string, at: number): boolean => signAt(text, at) === signs.white;

/** Returns the unit that ends before a place that isn't white space, judged by the characters beside it. */
export function breakAt(text: string, at: number): BreakKind {
  const before = signAt(text, at - 1);
  if (before === 0 || before === signs.end || before === signs.clauseEnd) return 'none';
  if (before === signs.white) {
    if (text[at - 1] === '\n') return text[at - 2] === '\n' ? 'paragraph' : 'line';
    return spaceAfter(text, at - 2, at);
  }
  const here = signAt(text, at);
  if (here === signs.closer || here === signs.wideEnd) return 'none';
  if (signAt(text, withoutClosers(text, at - 1)) === signs.wideEnd) return 'sentence';
  return before === signs.wideClauseEnd ? 'clause' : 'none';
}

/** Returns the unit that ends before a space; `last` is the place before the space, and `next` the place after it. */
function spaceAfter(text: string, last: number, next: number): BreakKind {
  const end = withoutClosers(text, last);
  const sign = signAt(text, end);
  if (sign === signs.wideEnd) return 'sentence';
  if (sign === signs.end) {
    const isNone = isLower(text[next] ?? '') || (text[end] === '.' && isAbbreviation(text, end));
    return isNone ? 'space' : 'sentence';
  }
  return sign === signs.clauseEnd || sign === signs.wideClauseEnd ? 'clause' : 'space';
}

/** Max closing quotes and brackets after the end of a sentence. */
const maxClosers = 3;

function withoutClosers(text: string, last: number): number {
  let end = last;
  while (end > last - maxClosers && signAt(text, end) === signs.closer) end -= 1;
  return end;
}

const isLower = (character: string): boolean =>
  character !== character.toUpperCase() && character === character.toLowerCase();

/** True if at most two letters precede a full stop: "Dr.", "z. B.", "No. 5". */
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

/**
 * Returns the last boundary after `from`. The text after `most` is read, too, because it may belong to the last
 * segment.
 */
function lastBoundary(text: string, { granularity, from, most }: Window): number | undefined {
  const start = isInPair(text, from) ? from + 1 : from;
  let found: number | undefined;
  for (const { index } of segmenters[granularity].segment(text.slice(start, most + maxGrapheme))) {
    if (start + index > most) break;
    if (index > 0) found = start + index;
  }
  return found;
}

/** True if a place is between the halves of a surrogate pair. */
const isInPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;
