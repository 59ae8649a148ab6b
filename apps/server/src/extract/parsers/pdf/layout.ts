import { dividesWord, endsInWord } from '../hyphens.ts';
import type { TextBuilder } from '../text-builder.ts';
import type { Line } from './lines.ts';

/** The lines of each page. Undefined stands for a page that can't be read. */
export type Pages = readonly (readonly Line[] | undefined)[];

/** A gap between two lines of a paragraph is at most so many times the size of their letters. */
const maxGap = 1.7;
/** Letters of a heading are at least so much larger than those of the text. */
const larger = 1.15;
/** A heading has at most so many lines and characters. */
const headingBounds = { lines: 3, characters: 200 };
/** A line that ends so much of its paragraph's width before the margin was broken on purpose. */
const short = 0.15;

const letter = /\p{L}/u;
const item = /^\s*(?:[-–•‣▪◦·*]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/u;
/** A hyphen after which the next word belongs to the same one: "X-300", "E-Mail". */
const compound = /[\p{L}\p{N}][-\u2010]$/u;
const compoundEnd = /^[\p{Lu}\p{N}]/u;
const wideEnd = /[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]$/;
const wideStart = /^[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef]/;

/** Adds the lines of pages to a text as paragraphs and headings, and after those of each page its further blocks. */
export function addPages(pages: Pages, further: readonly (readonly string[])[], builder: TextBuilder): void {
  const body = bodySize(pages);
  const paragraphs = pages.map((lines) => paragraphsOf(lines ?? []));
  const sizes = headingSizes(paragraphs, body);
  for (const [index, page] of paragraphs.entries()) {
    builder.page(index + 1);
    for (const paragraph of page) {
      const size = paragraph[0]?.size ?? 0;
      if (isHeading(paragraph, body)) builder.heading(Math.min(sizes.indexOf(size) + 1, 3), textOf(paragraph));
      else builder.block(textOf(paragraph));
    }
    for (const block of further[index] ?? []) builder.block(block);
  }
}

/** The size of most letters. */
function bodySize(pages: Pages): number {
  const letters = new Map<number, number>();
  for (const lines of pages) {
    for (const { size, text } of lines ?? []) letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  let [body, most] = [0, 0];
  for (const [size, count] of letters) if (count > most) [body, most] = [size, count];
  return body;
}

function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || last === undefined || isApart(last, line)) paragraphs.push([line]);
    else paragraph.push(line);
    last = line;
  }
  return paragraphs;
}

function isApart(last: Line, line: Line): boolean {
  const gap = last.base - line.base;
  return (
    last.size !== line.size || last.turn !== line.turn || gap > maxGap * Math.max(line.size, 1) || gap < -line.size
  );
}

function isHeading(paragraph: readonly Line[], body: number): boolean {
  const size = paragraph[0]?.size ?? 0;
  if (body === 0 || size < body * larger || paragraph.length > headingBounds.lines) return false;
  const text = paragraph.map((line) => line.text).join(' ');
  return text.length <= headingBounds.characters && letter.test(text);
}

/** The sizes of headings, the largest first. */
function headingSizes(pages: readonly (readonly Line[][])[], body: number): number[] {
  const sizes = new Set<number>();
  for (const page of pages) {
    for (const paragraph of page) if (isHeading(paragraph, body)) sizes.add(paragraph[0]?.size ?? 0);
  }
  return [...sizes].sort((one, other) => other - one);
}

/** The text of a paragraph. Lines that were broken at the margin are joined, and words divided there. */
function textOf(lines: readonly Line[]): string {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
  }
  const margin = right - (right - left) * short;
  const parts = lines.map((line, index) => {
    const next = lines[index + 1];
    if (next === undefined) return line.text;
    const between = separator(line, next, margin);
    return between === undefined ? line.text.slice(0, -1) : line.text + between;
  });
  return parts.join('');
}

/**
 * Returns the separator of two lines of a paragraph; undefined if the first ends with a hyphen that joins their words.
 */
function separator(line: Line, next: Line, margin: number): string | undefined {
  if (item.test(next.text) || (line.isGapped && next.isGapped)) return '\n';
  if (endsInWord(line.text, next.text)) return dividesWord(line.text, next.text) ? undefined : ' ';
  if (line.right < margin) return '\n';
  if (compound.test(line.text) && compoundEnd.test(next.text)) return '';
  return wideEnd.test(line.text) && wideStart.test(next.text) ? '' : ' ';
}
