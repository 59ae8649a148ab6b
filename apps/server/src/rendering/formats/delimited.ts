import type { Mark, Run } from '../blocks.ts';
import { linesOfRuns, type Piece, piecesOf, withSpaceOutside } from '../run-pieces.ts';

/** A format whose formats are put between delimiters, without a way to escape one, such as those of Slack and WhatsApp. */
export interface DelimitedFormat {
  /** The text of a run that isn't code, as the platform takes it. */
  readonly text: (text: string) => string;
  /** An address, or a link with its text. */
  readonly link: (address: string, label: string) => string;
}

type Delimited = 'bold' | 'italic' | 'strike' | 'code';

const delimiters: Readonly<Record<Delimited, string>> = { bold: '*', italic: '_', strike: '~', code: '`' };

/** Signs of the same shape that are no delimiters; the operators, and letters of their own. */
const lookalikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' };

/** Marks that turn a line into a quote, escaped or not, or into an item. */
const quoteMarks = ['>', '&gt;', '＞', '- ', '* '];

const zeroWidthSpace = '\u200b';

/** Characters beside which a delimiter counts, apart from white space. */
const punctuation = /[.,;:!?()[\]"'…–—/-]/;
const word = /[\p{L}\p{N}]/u;

/**
 * Writes runs line by line: a format ends at the end of a line. Within a word, a delimiter counts only beside a
 * zero-width space. A delimiter in the text that could begin or end a format is replaced by a sign of the same shape.
 */
export const writeDelimited = (runs: readonly Run[], format: DelimitedFormat): string =>
  linesOfRuns(runs)
    .map((line) => writeLine(line, format))
    .join('\n');

/** Code with a delimiter of code in it can't be written as code. */
const withoutBadCode = (run: Run): Run =>
  run.text.includes('`') ? { ...run, marks: run.marks.filter(({ kind }) => kind !== 'code') } : run;

function writeLine(line: readonly Run[], format: DelimitedFormat): string {
  const isPlain = line.every(({ text, marks }) => marks.length === 0 && !/[*_~`]/.test(text));
  return withoutMark(isPlain ? line.map(({ text }) => format.text(text)).join('') : formattedLine(line, format));
}

/** Keeps a line that begins like a quote or an item from becoming one. */
const withoutMark = (line: string): string =>
  quoteMarks.some((mark) => line.startsWith(mark)) ? zeroWidthSpace + line : line;

function formattedLine(plainRuns: readonly Run[], format: DelimitedFormat): string {
  const runs = withSpaceOutside(plainRuns.map(withoutBadCode));
  const risky = riskyIn(runs);
  let line = '';
  let before: Piece | undefined;
  const add = (text: string, piece: Piece) => {
    if (needsSpace(before, piece, [line.at(-1) ?? '', text.charAt(0)])) line += zeroWidthSpace;
    line += text;
    before = piece;
  };
  for (const piece of piecesOf(runs)) {
    if (piece.kind === 'text') add(textOf(piece, risky, format), piece);
    else if (isDelimited(piece.mark)) add(delimiters[piece.mark.kind], piece);
  }
  return line;
}

const isDelimited = (mark: Mark): mark is Mark & { readonly kind: Delimited } => mark.kind in delimiters;

function textOf(
  { text, marks }: Piece & { kind: 'text' },
  risky: ReadonlySet<string>,
  format: DelimitedFormat,
): string {
  const link = marks.find((mark) => mark.kind === 'link');
  if (link !== undefined) return format.link(link.address, neutralised(text, new Set('*_~`')));
  if (marks.some(({ kind }) => kind === 'address')) return format.link(text, text);
  if (marks.some(({ kind }) => kind === 'code')) return format.text(text);
  return format.text(neutralised(text, risky));
}

/** True if a delimiter, directly between `last` and `next`, would not count or would end another format. */
function needsSpace(before: Piece | undefined, piece: Piece, [last, next]: readonly [string, string]): boolean {
  if (before === undefined || last === zeroWidthSpace) return false;
  if (piece.kind === 'open') return before.kind === 'close' || (before.kind === 'text' && !isApart(last));
  return before.kind === 'close' && piece.kind === 'text' && !isApart(next);
}

const isApart = (sign: string): boolean => sign.trim() === '' || punctuation.test(sign);

/** The delimiters in the text of a line that could become formats: two of a kind, or one beside a format of its kind. */
function riskyIn(runs: readonly Run[]): ReadonlySet<string> {
  const risky = new Set<string>();
  const seen = new Set<string>();
  for (const { text, marks } of runs) {
    for (const mark of marks) if (isDelimited(mark)) risky.add(delimiters[mark.kind]);
    for (const { 0: sign, index } of text.matchAll(/[*_~`]/g)) {
      if (!canDelimit(text, index)) continue;
      if (seen.has(sign)) risky.add(sign);
      seen.add(sign);
    }
  }
  return risky;
}

/** Within a word, and between two spaces, a sign is no delimiter; those of code are, anywhere. */
function canDelimit(text: string, index: number): boolean {
  if (text.charAt(index) === '`') return true;
  const before = text.charAt(index - 1);
  const after = text.charAt(index + 1);
  if (word.test(before) && word.test(after)) return false;
  return !(before === ' ' && after === ' ');
}

const neutralised = (text: string, risky: ReadonlySet<string>): string =>
  text.replace(/[*_~`]/g, (sign, index: number) =>
    risky.has(sign) && canDelimit(text, index) ? (lookalikes[sign] ?? sign) : sign,
  );

/** Code in which no three delimiters of code stand together, and none at an edge. */
export function withoutFences(code: string): string {
  const inner = code.replaceAll('``', `\`${zeroWidthSpace}\``);
  const start = inner.startsWith('`') ? zeroWidthSpace : '';
  return start + inner + (inner.endsWith('`') ? zeroWidthSpace : '');
}
