import type { Mark, Run } from './blocks.ts';
import { isSameMark } from './inline-runs.ts';

/** A piece of a line of runs: a text, or the start or end of a format. Formats are nested. */
export type Piece =
  | { readonly kind: 'open' | 'close'; readonly mark: Mark }
  | { readonly kind: 'text'; readonly text: string; readonly marks: readonly Mark[] };

/** The runs with the beginnings and ends of their formats. A format that two neighbours share goes on. */
export function piecesOf(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = [];
  let open: readonly Mark[] = [];
  const goTo = (marks: readonly Mark[]) => {
    const shared = sharedOf(open, marks).length;
    for (const mark of open.slice(shared).reverse()) pieces.push({ kind: 'close', mark });
    for (const mark of marks.slice(shared)) pieces.push({ kind: 'open', mark });
    open = marks;
  };
  for (const { text, marks } of runs) {
    goTo(marks);
    pieces.push({ kind: 'text', text, marks });
  }
  goTo([]);
  return pieces;
}

function sharedOf(a: readonly Mark[], b: readonly Mark[]): readonly Mark[] {
  const end = a.findIndex((mark, index) => !isSameMark(mark, b[index]));
  return end === -1 ? a : a.slice(0, end);
}

/** The lines of runs, each without its line break. */
export function linesOfRuns(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const { text, marks } of runs) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, marks });
    });
  }
  return lines;
}

/** The runs with the white space at the edges of formats outside of them, where formats by delimiters need it. */
export function withSpaceOutside(runs: readonly Run[]): Run[] {
  return runs.flatMap(({ text, marks }, index) => {
    const before = sharedOf(runs[index - 1]?.marks ?? [], marks);
    const after = sharedOf(marks, runs[index + 1]?.marks ?? []);
    const core = text.trim();
    if (core === '') return [{ text, marks: sharedOf(before, after) }];
    const start = text.length - text.trimStart().length;
    return [
      { text: text.slice(0, start), marks: before },
      { text: core, marks },
      { text: text.slice(start + core.length), marks: after },
    ].filter((run) => run.text !== '');
  });
}
