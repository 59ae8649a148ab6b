import type { Mark } from '../document.ts';
import { isWhite } from './breaks.ts';

/** A part of a text that chunks don't cross: it begins at a page or at a heading of level 1 or 2. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** Headings from this level on may share a chunk. */
const minor = 3;

/** The first place from `at` on that isn't white space. */
export function skipWhite(text: string, at: number, end: number): number {
  let place = at;
  while (place < end && isWhite(text, place)) place += 1;
  return place;
}

/** Index of the end of a heading's text. */
export const headingEnd = ({ at, heading }: Mark): number => at + (heading?.text.length ?? 0);

/** Divides a text into sections. Headings without text of their own belong to the section after them. */
export function sectionsOf(text: string, marks: readonly Mark[]): Section[] {
  const sections: Section[] = [];
  let start = 0;
  /** The end of the headings that the section consists of so far. */
  let headingsEnd = 0;
  for (const mark of marks) {
    const isBorder = mark.page !== undefined || (mark.heading !== undefined && mark.heading.level < minor);
    const hasOnlyHeadings = mark.page === undefined && skipWhite(text, headingsEnd, mark.at) === mark.at;
    if (isBorder && !hasOnlyHeadings && mark.at > start) {
      sections.push({ start, end: mark.at });
      start = mark.at;
      headingsEnd = start;
    }
    if (mark.heading !== undefined && skipWhite(text, headingsEnd, mark.at) === mark.at) headingsEnd = headingEnd(mark);
  }
  if (start < text.length) sections.push({ start, end: text.length });
  return sections;
}
