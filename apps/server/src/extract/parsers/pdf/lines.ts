import { finite, frameOf, type TextItem } from './items.ts';
import { withoutGaps } from './repair-items.ts';

/** A line of a page, with its place in points from the lower left corner. */
export interface Line {
  readonly text: string;
  /** Size of the letters, rounded to half points. */
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  /** Direction of the text in quarters of a circle: others begin a paragraph. */
  readonly turn: number;
  /** It has a wide gap, as a row of a table has: it ends on purpose. */
  readonly isGapped: boolean;
}

/** A line, and its parts between wide gaps. */
export interface GappedLine extends Line {
  readonly parts: readonly Line[];
}

/** A gap of so many times the size of the letters may be that between two columns. */
const wideGap = 1;

/** Joins the items of a page to lines; a line without text is left out. */
export function linesOfItems(items: readonly TextItem[]): GappedLine[] {
  const lines: GappedLine[] = [];
  let line: TextItem[] = [];
  const end = () => {
    lines.push(...lineOf(line));
    line = [];
  };
  for (const item of items) {
    const [first] = line;
    if (first !== undefined && item.str.trim() !== '' && frameOf(first).turn !== frameOf(item).turn) end();
    if (item.str !== '') line.push(item);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function lineOf(items: readonly TextItem[]): GappedLine[] {
  const texts = withoutGaps(items.map(({ str }) => str));
  const repaired = items.map((item, index) => ({ ...item, str: texts[index] ?? '' }));
  const whole = joined(repaired);
  if (whole === undefined) return [];
  const groups: TextItem[][] = [[]];
  for (const item of repaired) {
    if (item.str.trim() === '' && finite(item.width) > wideGap * whole.size) groups.push([]);
    else groups.at(-1)?.push(item);
  }
  const parts = groups.flatMap((group) => joined(group) ?? []);
  return [{ ...whole, isGapped: parts.length > 1, parts }];
}

function joined(items: readonly TextItem[]): Line | undefined {
  const text = items
    .map(({ str }) => str)
    .join('')
    .trim();
  if (text === '') return undefined;
  let [left, right, longest, size] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  let [base, turn] = [0, 0];
  for (const item of items) {
    const frame = frameOf(item);
    left = Math.min(left, frame.x);
    right = Math.max(right, frame.x + finite(item.width));
    if (item.str.length > longest) {
      longest = item.str.length;
      size = Math.round(frame.size * 2) / 2;
      ({ y: base, turn } = frame);
    }
  }
  return { text, size, left, right, base, turn, isGapped: false };
}
