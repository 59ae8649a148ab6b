import { frameOf, type TextItem } from './items.ts';

/** Items nearer than this share of their size, with the same text, are drawn twice to look bold. */
const near = 0.15;
/** Width and height in points of a cell of places. */
const cell = 4;

/** The items without those that repeat another one at nearly the same place, as programs draw bold letters. */
export function withoutDoubles(items: readonly TextItem[]): TextItem[] {
  const places = createPlaces();
  return items.flatMap((item): TextItem[] => {
    if (item.str.trim() === '') return [item];
    const { x, y, size } = frameOf(item);
    const isDouble = places.has(item.str, { x, y, distance: size * near });
    // The end of its line is kept.
    if (isDouble) return item.hasEOL ? [{ ...item, str: '' }] : [];
    places.add(item.str, { x, y });
    return [{ ...item, str: withoutDoubledLetters(item.str) }];
  });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Max places of a text that are kept in a cell. */
const maxPlaces = 100;

/** The places of texts on a page, in cells, so that a look-up takes the same time on a page of any length. */
function createPlaces() {
  const cells = new Map<string, Place[]>();
  const key = (text: string, column: number, row: number) => `${column} ${row} ${text}`;
  const around = [-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => [column, row] as const));
  return {
    has(text: string, { x, y, distance }: Place & { readonly distance: number }): boolean {
      return around.some(([column, row]) =>
        cells
          .get(key(text, Math.floor(x / cell) + column, Math.floor(y / cell) + row))
          ?.some((place) => Math.hypot(place.x - x, place.y - y) <= distance),
      );
    },
    add(text: string, place: Place) {
      const name = key(text, Math.floor(place.x / cell), Math.floor(place.y / cell));
      const own = cells.get(name);
      if (own === undefined) cells.set(name, [place]);
      else if (own.length < maxPlaces) own.push(place);
    },
  };
}

const doubledLetters = /^(?:(\S)\1|\s){6,}$/u;

/** "EEmmeerrggeennccyy": each letter is drawn twice. */
const withoutDoubledLetters = (text: string): string =>
  doubledLetters.test(text) && /\p{L}/u.test(text) ? text.replace(/(\S)\1/gu, '$1') : text;

const spaced = /^\p{L}(?: \p{L}){0,100}$/u;
/** Letters from which on a line is a word with gaps, not a row of signs. */
const least = 5;

/** Joins the letters of a line that are set with gaps: "C A N C E L". Larger gaps stay as those between words. */
export function withoutGaps(texts: readonly string[]): readonly string[] {
  const filled = texts.filter((text) => text.trim() !== '');
  if (!filled.every((text) => spaced.test(text.trim()))) return texts;
  const letters = filled.join(' ').split(/\s+/);
  if (letters.length < least || isAlphabet(letters)) return texts;
  return texts.map((text) => (text.trim() === '' ? text : text.replaceAll(' ', '')));
}

/** True for letters in the order of the alphabet, as the heads of columns or the choices of a form. */
const isAlphabet = (letters: readonly string[]): boolean =>
  letters.every((letter, at) => at === 0 || letter.charCodeAt(0) - (letters[at - 1]?.charCodeAt(0) ?? 0) === 1);
