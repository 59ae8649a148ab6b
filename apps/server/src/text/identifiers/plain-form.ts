/** A text in plain forms of its characters, and the places of these in the original. */
export interface PlainForm {
  readonly text: string;
  /** The place in the original of a UTF-16 unit of `text`; of its length, the end of the original. */
  place(at: number): number;
}

const isAscii = /^[\0-\x7f]*$/;
const special = /[^\0-\x7f]/gu;

/** Characters without a width: soft hyphen, joiners, variation selectors, marks of direction. */
const unseen =
  /^(?:\u00ad|\ufeff|[\u200b\u200e\u200f\u2060]|[\u202a-\u202e]|[\u2066-\u2069]|\u200c|\u200d|[\ufe00-\ufe0f])$/u;

/** Hyphens, dashes and minus signs. */
const hyphen = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]$/u;

/** The zeros of digits that NFKC keeps, such as those of Arabic and Devanagari. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810,
];

const others: Readonly<Record<string, string>> = {
  '\u00d7': 'x',
  '\u066b': '.',
  '\u066c': ',',
  '\u2019': "'",
  '\u2116': '#',
};

function plainOf(character: string): string {
  if (unseen.test(character)) return '';
  if (hyphen.test(character)) return '-';
  const other = others[character];
  if (other !== undefined) return other;
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((each) => code >= each && code <= each + 9);
  return zero === undefined ? character.normalize('NFKC') : String(code - zero);
}

/**
 * Returns a text in the characters that people type: NFKC, character by character, one hyphen for all dashes, western
 * digits, `x` for the multiplication sign, and nothing for characters without a width.
 */
export function plainForm(original: string): PlainForm {
  if (isAscii.test(original)) return { text: original, place: (at) => at };
  const known = new Map<string, string>();
  const parts: string[] = [];
  // The places where the two texts stop being in step: in the plain one, and in the original.
  const shifts: (readonly [at: number, place: number])[] = [];
  let length = 0;
  let from = 0;
  for (const { 0: character, index } of original.matchAll(special)) {
    const plain = known.get(character) ?? plainOf(character);
    known.set(character, plain);
    if (plain === character) continue;
    parts.push(original.slice(from, index), plain);
    length += index - from + plain.length;
    from = index + character.length;
    if (plain.length === character.length) continue;
    for (let back = plain.length; back > 0; back -= 1) shifts.push([length - back, index]);
    shifts.push([length, from]);
  }
  parts.push(original.slice(from));
  return { text: parts.join(''), place: (at) => placeOf(shifts, at) };
}

function placeOf(shifts: readonly (readonly [at: number, place: number])[], at: number): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shifts[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const [from, place] = shifts[low - 1] ?? [0, 0];
  return place + at - from;
}
