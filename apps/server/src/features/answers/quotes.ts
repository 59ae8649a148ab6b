import type { PlacedChunk } from './verify-store.ts';

/** Position of a quote: its place in the text of the document, and the chunk in which it begins. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
  readonly chunk: PlacedChunk;
}

/** Max places that are compared: a quote that begins alike is at more of them only in a text made for it. */
const maxPlaces = 20;

/** The longest white space between two chunks that a quote may span. */
const maxGap = 200;

const isSpace = (text: string) => /^\s$/u.test(text);

/**
 * Finds a quote in chunks of a document that follow each other: at a place if it is there, otherwise anywhere. Chunks
 * have all text of a document but white space between them, so that there any white space is alike.
 */
export function placeOfQuote(chunks: readonly PlacedChunk[], quote: string, at?: number): QuotePlace | undefined {
  for (const run of runsOf(chunks)) {
    const [first] = run;
    if (first === undefined) continue;
    const { text, isGap } = joined(run);
    const matches = (index: number) =>
      index >= 0 &&
      index + quote.length <= text.length &&
      Array.from({ length: quote.length }).every((_, offset) =>
        isGap(index + offset)
          ? isSpace(quote.charAt(offset))
          : text.charCodeAt(index + offset) === quote.charCodeAt(offset),
      );
    const found = at === undefined ? search(text, quote, matches) : matches(at - first.start) ? at - first.start : -1;
    if (found < 0) continue;
    const start = first.start + found;
    const chunk = run.findLast((each) => each.start <= start) ?? first;
    return { start, end: start + quote.length, chunk };
  }
  return undefined;
}

function search(text: string, quote: string, matches: (index: number) => boolean): number {
  const [plain, wanted] = [text.replace(/\s/gu, ' '), quote.replace(/\s/gu, ' ')];
  let index = plain.indexOf(wanted);
  for (let places = 0; index >= 0 && places < maxPlaces; places += 1) {
    if (matches(index)) return index;
    index = plain.indexOf(wanted, index + 1);
  }
  return -1;
}

/** The chunks in runs without a hole that text could be missing from. */
function runsOf(chunks: readonly PlacedChunk[]): PlacedChunk[][] {
  const runs: PlacedChunk[][] = [];
  for (const chunk of chunks) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || chunk.start < last.end || chunk.start - last.end > maxGap)
      runs.push([chunk]);
    else run.push(chunk);
  }
  return runs;
}

/** The text of a run, with spaces between its chunks. */
function joined(run: readonly PlacedChunk[]) {
  const gaps: { readonly from: number; readonly to: number }[] = [];
  let text = '';
  for (const { start, text: more } of run) {
    const from = text.length;
    const to = start - (run[0]?.start ?? 0);
    text += ' '.repeat(Math.max(0, to - from)) + more;
    if (to > from) gaps.push({ from, to });
  }
  return { text, isGap: (index: number) => gaps.some(({ from, to }) => index >= from && index < to) };
}
