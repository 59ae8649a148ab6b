import { between, pick, type Random } from '../../src/random.ts';

/**
 * Text fragments on which engines differ: case, wildcards of LIKE, escapes, marks, white space, multi-byte characters.
 */
const pieces = [
  ...['a', 'A', 'b', 'B', 'z', 'Z', '%', '_', '\\', '\\\\', '"', "'", ';', '--', '$1', '?', ':a', '{', '[', '*', '^'],
  ...['é', 'É', 'e\u0301', 'ß', 'ẞ', 'İ', 'ı', 'ſ', 'Σ', 'ς', 'ﬁ', 'ǅ', '中', '日本', 'א', 'ا', '😀', '👩‍👩‍👧', '𝒜'],
  ...[' ', '\t', '\n', '\u00a0', '\u2028', '\u202e', '\ufeff', '\u200d', '\u0001', '\u007f', '\ufffd', '\uffff'],
] as const;

/** Several fragments in a row. */
export const word = (random: Random, most = 6): string =>
  Array.from({ length: between(random, 1, most) }, () => pick(random, pieces)).join('');

/** Any code points except NUL and lone surrogates. */
export function anyText(random: Random, most = 30): string {
  const codePoint = () => {
    const point = between(random, 1, pick(random, [0x7f, 0x7ff, 0xffff, 0x10ffff]));
    return point >= 0xd800 && point <= 0xdfff ? 0x20 : point;
  };
  return String.fromCodePoint(...Array.from({ length: between(random, 1, most) }, codePoint));
}

/** A valid agent name, sometimes of maximum length, and often the name of another agent. */
export function nameText(random: Random): string {
  const choice = random();
  if (choice < 0.25) return pick(random, ['a', 'A', 'Z', 'z', 'é', 'É', '_', '%']);
  if (choice < 0.7) return `${word(random)}x`;
  if (choice < 0.95) return `${anyText(random)}x`;
  return pick(random, ['x', '😀', 'é']).repeat(200);
}

/** A search text: a fragment, several of them, or one that differs only in case. */
export const searchText = (random: Random): string => {
  const text = random() < 0.6 ? pick(random, pieces) : word(random, 3);
  return random() < 0.3 ? text.toUpperCase() : text;
};
