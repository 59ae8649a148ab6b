import { type Block, isBlank, lengthOf, type Run, textOf } from './blocks.ts';
import { cutPosition } from './cut-position.ts';
import { plainOf } from './formats/plain.ts';
import type { Part } from './message-part.ts';

/** A platform's format. */
export interface Format {
  /** Max size of a part. */
  readonly limit: number;
  /** Writes blocks in the format. */
  readonly write: (blocks: readonly Block[]) => string;
  /** Size as the platform measures it; the length of the text in UTF-16 units if undefined. */
  readonly sizeOf?: (blocks: readonly Block[]) => number;
}

/**
 * Writes blocks as one part, or as several if they are too long for one. Formats and blocks of code that go on in the
 * next part are closed and reopened. Nothing for blocks that show nothing.
 */
export function partsOf(blocks: readonly Block[], format: Format): Part[] {
  const parts: Part[] = [];
  // No more blocks than a part can have are at hand, so that a long message isn't copied for each part.
  const atOnce = format.limit + 2;
  let rest = blocks.slice(0, atOnce);
  let next = rest.length;
  let likely = Math.floor(format.limit * full);
  while (rest.length > 0) {
    const [first, others] = firstPart(rest, format, likely);
    const plain = plainOf(first);
    if (!isBlank(plain)) parts.push({ text: format.write(first), plain });
    likely = lengthOf(first);
    const more = blocks.slice(next, next + atOnce - others.length);
    next += more.length;
    rest = [...others, ...more];
  }
  return parts;
}

/** The larger one of the sizes of the text and of the plain text. */
const measure = (blocks: readonly Block[], { write, sizeOf }: Format): number =>
  Math.max(plainOf(blocks).length, sizeOf === undefined ? write(blocks).length : sizeOf(blocks));

const fits = (blocks: readonly Block[], format: Format): boolean => measure(blocks, format) <= format.limit;

type Cut = [first: readonly Block[], others: readonly Block[]];

function firstPart(rest: readonly Block[], format: Format, likely: number): Cut {
  const taken = take(rest, format.limit);
  if (taken.length === rest.length && lengthOf(taken) <= format.limit && fits(taken, format)) return [taken, []];
  const head = slice(taken, 0, format.limit + 1);
  const most = mostOf(head, format, likely);
  const [block] = rest;
  // Not even a character fits beside the formats around it.
  if (most === 0 && block !== undefined && !isBare(block))
    return firstPart([bare(block), ...rest.slice(1)], format, likely);
  let cut = cutPosition(head, Math.max(most, 1));
  let first = trimmedEnd(slice(head, 0, cut));
  while (cut > 1 && !fits(first, format)) {
    cut = cutPosition(head, cut - 1);
    first = trimmedEnd(slice(head, 0, cut));
  }
  return [first, [...trimmedStart(slice(taken, cut, lengthOf(taken))), ...rest.slice(taken.length)]];
}

/** The first blocks, until they have more than `length` UTF-16 units. */
function take(blocks: readonly Block[], length: number): readonly Block[] {
  let size = 0;
  let count = 0;
  for (const block of blocks) {
    if (size > length) break;
    size += lengthOf([block]) + 1;
    count++;
  }
  return blocks.slice(0, count);
}

/** A part that could be longer by less than this, or is this full, is long enough. */
const tolerance = 32;
const full = 0.98;

/** About the most UTF-16 units of blocks that fit in a part, if all of them don't. `likely` is the guess to begin with. */
function mostOf(blocks: readonly Block[], format: Format, likely: number): number {
  let fitting = 0;
  let tooMany = lengthOf(blocks);
  let guess = likely;
  for (let round = 0; tooMany - fitting > (fitting === 0 ? 1 : tolerance); round++) {
    const isUseful = round < 4 && guess > fitting && guess < tooMany;
    const next = isUseful ? guess : (fitting + tooMany) >> 1;
    const size = measure(slice(blocks, 0, next), format);
    if (size <= format.limit) fitting = next;
    else tooMany = next;
    if (size <= format.limit && size >= format.limit * full) return fitting;
    // Mostly, the size grows as the length does.
    guess = Math.floor((next * format.limit * (1 + full)) / (2 * size));
  }
  return fitting;
}

const isBare = ({ kind, prefix, runs }: Block): boolean =>
  kind === 'text' && prefix === '' && runs.every(({ marks }) => marks.length === 0);

const bare = ({ gap, runs }: Block): Block => ({
  ...{ kind: 'text', level: 0, language: '', quote: undefined, prefix: '', indent: '', gap },
  runs: [{ text: textOf(runs), marks: [] }],
});

/** Returns the part of the blocks between two positions of their text. A block that began before has no bullet. */
function slice(blocks: readonly Block[], from: number, to: number): Block[] {
  const result: Block[] = [];
  let start = 0;
  for (const block of blocks) {
    const end = start + lengthOf([block]);
    if (start >= to) break;
    if (start >= from && end <= to) result.push(block);
    else if (start >= from) result.push({ ...block, runs: sliceRuns(block.runs, 0, to - start) });
    else if (end > from) {
      result.push({ ...block, runs: sliceRuns(block.runs, from - start, to - start), prefix: block.indent });
    }
    start = end + 1;
  }
  return result;
}

function sliceRuns(runs: readonly Run[], from: number, to: number): Run[] {
  const result: Run[] = [];
  let start = 0;
  for (const run of runs) {
    if (start >= to) break;
    const text = run.text.slice(Math.max(0, from - start), to - start);
    start += run.text.length;
    if (text !== '') result.push(text === run.text ? run : { ...run, text });
  }
  return result;
}

/** Blocks without the white space before a cut; of code, without the line break. */
function trimmedEnd(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  if (last === undefined) return blocks;
  const size = lengthOf([last]);
  const text = textOf(last.runs);
  const kept = last.kind === 'pre' ? withoutBreak(text).length : text.trimEnd().length;
  return kept === size ? blocks : [...blocks.slice(0, -1), { ...last, runs: sliceRuns(last.runs, 0, kept) }];
}

const withoutBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

/** Blocks without the white space after a cut; of code, without the line break. */
function trimmedStart(blocks: readonly Block[]): readonly Block[] {
  const [first, ...others] = blocks;
  if (first === undefined) return blocks;
  const text = textOf(first.runs);
  const space = first.kind === 'pre' ? Number(text.startsWith('\n')) : text.length - text.trimStart().length;
  const runs = sliceRuns(first.runs, space, text.length);
  return runs.length === 0 && first.prefix.trim() === '' ? others : [{ ...first, runs }, ...others];
}
