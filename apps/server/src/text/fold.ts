/** Marks that people leave out when they search: of Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels. */
const marks =
  /(?<!\u0438)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;

/**
 * Invisible characters inside words, which people don't type: soft hyphens, joiners, variation selectors, the Arabic
 * tatweel.
 */
const unseen = /\u00ad|\u0640|[\u200c\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g;

/** Letters that don't decompose, as they are written without their alphabet. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'n' },
  ς: 'σ',
};
const special = /[ßæœøłđðþħıŋς]/g;

const isAscii = /^[\0-\x7f]*$/;

/**
 * A text as searches compare it: compatible forms, lower case, and without the marks that people leave out. The marks
 * of Indic scripts, Thai, Japanese and the Cyrillic й are letters to their readers, so they stay.
 */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(marks, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .normalize('NFC');
}

/**
 * One character with its marks, or letters that are one character together: what `fold` may be applied to by itself.
 */
const unit = /[\u1100-\u11ff]+|\P{M}(?:\p{M}|[\uff9e\uff9f]|[\u200c\u200d]|\u00ad)*|\p{M}+/gu;

/** A folded text, with the place in the original where each of its UTF-16 units begins, and where the text ends. */
export interface Folded {
  readonly text: string;
  readonly places: readonly number[];
}

/** Folds a text and remembers the places. */
export function foldWithPlaces(original: string): Folded {
  let text = '';
  const places: number[] = [];
  for (const { 0: part, index } of original.matchAll(unit)) {
    const folded = fold(part);
    text += folded;
    for (let at = 0; at < folded.length; at += 1) places.push(index);
  }
  places.push(original.length);
  return { text, places };
}
