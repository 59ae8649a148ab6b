/** A piece of text on a page, as PDF.js gives it. */
export interface TextItem {
  readonly str: string;
  /** The matrix: its last two numbers are the place, the two before them have the size of the letters. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
}

/** A line of a page, with its place in points from the lower left corner. */
export interface Line {
  readonly text: string;
  /** Size of the letters, rounded to half points. */
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly base: number;
}

const finite = (value: number | undefined): number => (Number.isFinite(value) ? Number(value) : 0);

/** Joins the items of a page to lines; a line without text is left out. */
export function linesOfItems(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let line: TextItem[] = [];
  for (const item of items) {
    if (item.str !== '') line.push(item);
    if (!item.hasEOL) continue;
    lines.push(...lineOf(line));
    line = [];
  }
  lines.push(...lineOf(line));
  return lines;
}

function lineOf(items: readonly TextItem[]): Line[] {
  const text = items
    .map(({ str }) => str)
    .join('')
    .trim();
  if (text === '') return [];
  let [left, right, longest, size] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const { str, transform, width } of items) {
    const x = finite(transform[4]);
    left = Math.min(left, x);
    right = Math.max(right, x + finite(width));
    if (str.length > longest) {
      longest = str.length;
      size = Math.round(Math.hypot(finite(transform[2]), finite(transform[3])) * 2) / 2;
    }
  }
  return [{ text, size, left, right, base: finite(items[0]?.transform[5]) }];
}
