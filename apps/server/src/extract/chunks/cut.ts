import type { CutChunk, Mark } from '../document.ts';
import { type BreakKind, breakAt, isWhite, kinds, placeWithoutSpace } from './breaks.ts';
import { maxWeight, weigh, weightAt } from './chunk-weight.ts';
import { headingEnd, type Section, sectionsOf, skipWhite } from './sections.ts';

/** Text that is to be cut. */
export interface Cuttable {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Maximum size of a chunk relative to the even share of its section, so that it can end at a better place. */
const stretch = 1.2;
/** The parts of a chunk's max weight from which on each kind of break may end it. */
const least: Record<BreakKind, number> = {
  paragraph: 0.3,
  line: 0.5,
  sentence: 0.5,
  clause: 0.6,
  space: 0.6,
  none: 1,
};
/** From this part on, the end of a paragraph is taken even if the next one doesn't fit in a chunk. */
const leastBeforeLong = 0.6;

/**
 * Cuts a document into chunks of at most `maxWeight`. Each is an exact slice without white space at its ends. They are
 * in order, don't overlap, and contain all text but white space. A chunk is within one page and one section under a
 * heading of level 1 or 2. It ends at the end of a paragraph, line, sentence, clause or word, the best that is near.
 * Takes linear time.
 */
export function cutChunks({ text, marks }: Cuttable): CutChunk[] {
  const chunks: CutChunk[] = [];
  const places = createPlaces(text, marks);
  const headings = new Set(marks.flatMap((mark) => (mark.heading ? [mark.at] : [])));
  for (const section of sectionsOf(text, marks)) {
    for (const { start, end } of cutSection(text, section, headings)) {
      chunks.push({ text: text.slice(start, end), start, end, ...places.at(start, end) });
    }
  }
  return chunks;
}

function* cutSection(text: string, { start, end }: Section, headings: ReadonlySet<number>): Generator<Section> {
  let rest = weigh(text, start, end);
  let from = start;
  while (from < end) {
    const begin = skipWhite(text, from, end);
    rest -= weigh(text, from, begin);
    if (begin === end) return;
    const to = rest <= maxWeight ? end : cutAfter(text, { start: begin, end, rest, headings });
    yield { start: begin, end: withoutWhite(text, begin, to) };
    rest -= weigh(text, begin, to);
    from = to;
  }
}

interface Breaks {
  /** The last useful place of each kind. */
  readonly best: Map<BreakKind, number>;
  /** Index at which the chunk is full. */
  readonly at: number;
}

/** The places at which the next chunk may end. */
function breaksOf(text: string, { start, end, rest, headings }: Rest): Breaks {
  const share = rest / Math.ceil(rest / maxWeight);
  const max = Math.min(maxWeight, share * stretch);
  const best = new Map<BreakKind, number>();
  let weight = weightAt(text, start);
  let at = start + 1;
  let isAfterHeading = headings.has(start);
  for (; at < end && weight + weightAt(text, at) <= max; at += 1) {
    const kind = isWhite(text, at) ? 'none' : breakAt(text, at);
    if (kind !== 'none') {
      // A heading stays with what it announces.
      if (weight >= least[kind] * max && !(isAfterHeading && kind === 'paragraph')) best.set(kind, at);
      if (kind === 'paragraph') isAfterHeading = headings.has(at);
    }
    weight += weightAt(text, at);
  }
  return { best, at };
}

interface Rest extends Section {
  readonly rest: number;
  readonly headings: ReadonlySet<number>;
}

/** Returns the index at which the next chunk of a section ends. */
function cutAfter(text: string, section: Rest): number {
  const { start, end } = section;
  const { best, at } = breaksOf(text, section);
  const paragraph = best.get('paragraph');
  if (paragraph !== undefined && !isWorthwhile(text, { start, end: at, paragraph, last: end }))
    best.delete('paragraph');
  for (const kind of kinds.toReversed()) {
    const place = best.get(kind);
    if (place !== undefined) return place;
  }
  return placeWithoutSpace(text, start + 1, Math.max(at, start + 1));
}

/** True if a chunk should end early at a paragraph: the next paragraph is then whole, or the chunk is full enough. */
function isWorthwhile(
  text: string,
  { start, end, paragraph, last }: Section & { readonly paragraph: number; readonly last: number },
): boolean {
  if (paragraph - start >= leastBeforeLong * (end - start)) return true;
  let weight = 0;
  for (let at = paragraph; at < last && weight <= maxWeight; at += 1) {
    if (text[at] === '\n' && text[at + 1] === '\n') return true;
    weight += weightAt(text, at);
  }
  return weight <= maxWeight;
}

function withoutWhite(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isWhite(text, last - 1)) last -= 1;
  return last;
}

/** Follows the headings and pages of a text from its beginning to its end. */
function createPlaces(text: string, marks: readonly Mark[]) {
  let path: { readonly level: number; readonly text: string }[] = [];
  let page: number | null = null;
  let next = 0;
  const take = ({ heading, page: begun }: Mark) => {
    if (heading !== undefined) path = [...path.filter(({ level }) => level < heading.level), heading];
    page = begun ?? page;
    next += 1;
  };
  return {
    /** The place of a chunk; the headings that it begins with belong to its path. */
    at(start: number, end: number): { readonly headings: readonly string[]; readonly page: number | null } {
      let body = start;
      for (let mark = marks[next]; mark !== undefined && mark.at <= body && mark.at < end; mark = marks[next]) {
        take(mark);
        if (mark.at >= start && mark.heading !== undefined) body = skipWhite(text, headingEnd(mark), end);
      }
      return { headings: path.map((heading) => heading.text), page };
    },
  };
}
