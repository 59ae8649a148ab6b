import { parse } from 'csv-parse/sync';
import { createLines, dedent, indentOf, isBlank, type Lines, tableOf } from '../blocks.ts';

const gridRule = /^\s*\+[-=+]{2,}\+\s*$/;
const simpleRule = /^\s*={2,}(?:\s+={2,})+\s*$/;

export const isGridTable = (line: string): boolean => gridRule.test(line);
export const isSimpleTable = (line: string): boolean => simpleRule.test(line);

type Inline = (text: string) => string;

/** A grid table. A line that a cell spans has that cell in its first column. */
export function gridTable(lines: Lines, inline: Inline): string {
  const taken = dedent(lines.takeWhile((line) => /^\s*[+|]/.test(line)));
  const columns = [...(taken[0] ?? '')].flatMap((sign, at) => (sign === '+' ? [at] : []));
  const rows: string[][] = [];
  let row: string[] = [];
  let headerRows = 0;
  for (const line of taken) {
    if (/^\+[-=+]+\+\s*$/.test(line)) {
      if (row.length > 0) rows.push(row);
      row = [];
      if (line.includes('=')) headerRows = rows.length;
    } else row = withLine(row, line, columns);
  }
  return tableOf(
    rows.map((cells) => cells.map(inline)),
    headerRows,
  );
}

/** The cells of a row with one more line of their texts. */
function withLine(row: readonly string[], line: string, columns: readonly number[]): string[] {
  const cells = columns.slice(1).map((_, column) => row[column] ?? '');
  let first = 0;
  for (let column = 1; column < columns.length; column += 1) {
    const isEnd = '|+'.includes(line[columns[column] ?? 0] ?? '') || column === columns.length - 1;
    if (!isEnd) continue;
    const text = line.slice((columns[first] ?? 0) + 1, columns[column]).trim();
    if (!/^-+$/.test(text)) cells[first] = `${cells[first] ?? ''} ${text}`.trim();
    first = column;
  }
  return cells;
}

const anyRule = /^\s*=+(?:\s+=+)*\s*$/;
const underline = /^\s*-+(?:\s+-+)*\s*$/;

/** A simple table: its columns are where its rules are. A header has rules on both sides. */
export function simpleTable(lines: Lines, inline: Inline): string {
  const first = lines.next();
  const columns = [...first.matchAll(/=+/g)].map(({ index }) => index);
  const isInside = (line: string) => !anyRule.test(line) && (isBlank(line) || indentOf(line) >= indentOf(first));
  const parts = [lines.takeWhile(isInside)];
  while (anyRule.test(lines.peek()) && parts.length < 3) {
    lines.next();
    // After the last rule comes an empty line.
    if (isBlank(lines.peek())) break;
    parts.push(lines.takeWhile(isInside));
  }
  const [header = [], body] = parts.map((part) => simpleRows(part, columns));
  return tableOf(
    [...header, ...(body ?? [])].map((cells) => cells.map(inline)),
    body === undefined ? 0 : header.length,
  );
}

/** The rows of a part of a simple table. A row goes on in a line whose first cell is empty. */
function simpleRows(lines: readonly string[], columns: readonly number[]): string[][] {
  const rows: string[][] = [];
  for (const line of lines) {
    if (isBlank(line) || underline.test(line)) continue;
    const cells = columns.map((at, column) => line.slice(at, columns[column + 1]).trim());
    const last = rows.at(-1);
    if (cells[0] !== '' || last === undefined) rows.push(cells);
    else rows[rows.length - 1] = last.map((cell, column) => `${cell} ${cells[column] ?? ''}`.trim());
  }
  return rows;
}

/** The body of `csv-table`; its header may be an option. */
export function csvTable(body: readonly string[], options: ReadonlyMap<string, string>, inline: Inline): string {
  const read = (text: string): string[][] => {
    try {
      return parse(text, { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true });
    } catch {
      return text.split('\n').map((line) => [line]);
    }
  };
  const header = options.get('header');
  const rows = [...(header === undefined ? [] : read(header)), ...read(body.join('\n'))];
  const headerRows = (header === undefined ? 0 : 1) + (Number(options.get('header-rows')) || 0);
  return tableOf(
    rows.map((cells) => cells.map(inline)),
    headerRows,
  );
}

/** The beginning of a cell of a `list-table`; the first of a row begins with the row's own mark. */
const cellOfList = /^(\*\s{1,100})?[ ]{0,100}-(?=\s|$)/;

/** The body of `list-table`: a list of rows, each a list of cells. */
export function listTable(body: readonly string[], options: ReadonlyMap<string, string>, inline: Inline): string {
  const lines = createLines(dedent(body));
  const rows: string[][] = [];
  while (!lines.isAtEnd()) {
    const line = lines.next();
    const cell = cellOfList.exec(line);
    if (cell?.[1] !== undefined) rows.push([]);
    const row = rows.at(-1);
    if (cell !== null) row?.push(line.slice(cell[0].length).trim());
    else if (row !== undefined && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${line.trim()}`.trim();
  }
  return tableOf(
    rows.map((cells) => cells.map(inline)),
    Number(options.get('header-rows')) || 0,
  );
}
