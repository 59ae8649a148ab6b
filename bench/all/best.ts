import { table } from '../shared/report.ts';
import type { Size } from './sizes.ts';

/** A table of Markdown: its lines in the text, its head and its rows. */
interface Table {
  readonly from: number;
  readonly to: number;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Direction = 'more' | 'less';

/** A number, and in parentheses the best one before. */
const figure = /^(-?[\d,]*\.?\d+)(?: \((-?[\d,]*\.?\d+)\))?$/;

const higherIsBetter = /per second|a second|a minute|recall|precision|reciprocal|x bare/;
const lowerIsBetter = /\b(?:s|ms|µs|kB|MiB)\b|\bp50\b|\bp99\b|\bCPU\b|memory|cores used|rows read|pages/;

/**
 * Returns a scenario's text with the best earlier figure in parentheses beside each of its tables' figures: `before` is
 * the former text, whose figures have their best earlier ones, too. A figure without a known direction stays alone.
 */
export function withBest(text: string, before: string, size: Size): string {
  const known = earlierFigures(before);
  const lines = text.split('\n');
  for (const each of tablesIn(text).toReversed()) {
    const columns = namesOf(each.head);
    const rows = each.rows.map((row) => {
      const key = rowKey(each.head, row);
      return row.map((cell, at) => {
        const direction = directionOf(columns[at] ?? '', row, size);
        const earlier = known.get(`${key}|${columns[at]}`)?.shift();
        const isFigure = at > 0 && direction !== undefined && earlier !== undefined && figure.test(cell);
        return isFigure ? `${cell} (${best(earlier, direction)})` : cell;
      });
    });
    lines.splice(each.from, each.to - each.from, table(each.head, rows));
  }
  return lines.join('\n');
}

/** Cells with figures by row and column; those of equal tables in the order in which they are asked for. */
function earlierFigures(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  // Tables are filled from the last to the first.
  for (const { head, rows } of tablesIn(text).toReversed()) {
    const columns = namesOf(head);
    for (const row of rows) {
      for (const [at, cell] of row.entries()) {
        if (at === 0 || !figure.test(cell)) continue;
        const key = `${rowKey(head, row)}|${columns[at]}`;
        found.set(key, [...(found.get(key) ?? []), cell]);
      }
    }
  }
  return found;
}

/** The better one of a figure and the best one that it has beside it. */
function best(cell: string, direction: Direction): string {
  const [, value = '', earlier = value] = figure.exec(cell) ?? [];
  const isBetter = direction === 'more' ? numberOf(earlier) > numberOf(value) : numberOf(earlier) < numberOf(value);
  return isBetter ? earlier : value;
}

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

function directionOf(column: string, row: readonly string[], { ratio }: Size): Direction | undefined {
  if (column.startsWith('measured')) return row[1]?.startsWith('at least') ? 'more' : 'less';
  if (column.startsWith('ratio')) return ratio;
  // A column that names a system has the unit in the row.
  for (const name of [column, row[0] ?? '']) {
    if (higherIsBetter.test(name)) return 'more';
    if (lowerIsBetter.test(name)) return 'less';
  }
  return undefined;
}

/** The names of columns; one that occurs again has its number. */
const namesOf = (head: readonly string[]): string[] =>
  head.map((name, at) => {
    const times = head.slice(0, at).filter((each) => each === name).length;
    return times === 0 ? name : `${name} ${times + 1}`;
  });

/** The head, the first cell, and the words that follow it. */
function rowKey(head: readonly string[], [first = '', ...rest]: readonly string[]): string {
  const end = rest.findIndex((cell) => figure.test(cell));
  return [...head, first, ...(end === -1 ? [] : rest.slice(0, end))].join('|');
}

function tablesIn(text: string): Table[] {
  const lines = text.split('\n');
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!lines[at]?.startsWith('|') || !/^\|[\s|:-]+\|$/.test(lines[at + 1] ?? '')) continue;
    let to = at;
    while (lines[to]?.startsWith('|')) to += 1;
    const [head = [], , ...rows] = lines.slice(at, to).map(cellsOf);
    tables.push({ from: at, to, head, rows });
    at = to;
  }
  return tables;
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
