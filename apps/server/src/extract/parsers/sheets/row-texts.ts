import { weigh } from '../../chunks/chunk-weight.ts';
import { SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { oneLine } from '../clean-text.ts';

/** Makes texts of the rows of a table as they come. */
export interface RowTexts {
  /** Takes a row that the document calls a header. Several in a row are combined. */
  header(cells: readonly string[]): void;
  /** `isGrouped`: cells of the row span several columns, which the next row names one by one. */
  add(cells: readonly string[], isGrouped?: boolean): void;
  /** Takes a text that is no row: the name of the rows below it, or of the table. Skips an empty one. */
  line(text: string): void;
  /** Ends the table: the rows after it have their own header. */
  end(): void;
  /** The number of rows so far. */
  readonly rows: () => number;
}

interface Held {
  readonly row: readonly string[];
  readonly isGrouped: boolean;
}

/**
 * Creates the texts of a table's rows: `Header: value; …` if a row names the columns, else `a | b`. Lines above the
 * header stay lines. After an empty row, another header may follow. Of `any` table, which may be pairs of names and
 * values, less is taken for a header; its first row is repeated instead, so that each part of a long table has it.
 * Throws `too_large` or `too_complex` beyond the limits.
 */
export function createRowTexts(add: (text: string) => void, what = 'table', kind: 'data' | 'any' = 'data'): RowTexts {
  let rows = 0;
  /** The first row of a table that may have a header: its line, and the weight of the rows since then. */
  let repeated: { readonly line: string; weight: number } | undefined;
  /** A row that may be a header: the next one tells. */
  let held: Held | undefined;
  let header: readonly string[] | undefined;
  let hasBegun = false;
  let isAfterGap = false;
  /** The last row was a declared header. */
  let isCombining = false;

  const emit = (row: readonly string[]) => {
    const text = header === undefined ? joined(row) : named(row, header);
    if (repeated !== undefined && header === undefined) {
      const weight = weigh(text, 0, text.length);
      if (repeated.weight + weight > repeatEvery) {
        add(repeated.line);
        repeated.weight = 0;
      }
      repeated.weight += weight;
    }
    add(text);
  };
  const begin = (first: Held, next: readonly string[]) => {
    hasBegun = true;
    const isNaming = isHeader(first.row);
    const line = joined(first.row);
    if (isNaming && (kind === 'data' || isAboveNumbers(first.row, next))) header = first.row;
    else {
      add(line);
      if (isNaming && kind === 'any' && line.length <= maxRepeated) repeated = { line, weight: 0 };
    }
    emit(next);
  };
  /** A row above all others. */
  const addFirst = (row: readonly string[], isGrouped: boolean): Held | undefined => {
    if (held === undefined) return { row, isGrouped };
    if (filled(held.row) === 1 && row.length > held.row.length) {
      // A line above the table: its title, or the name of a group.
      add(joined(held.row));
      return { row, isGrouped };
    }
    if (held.isGrouped && row.every((cell) => !isNumber(cell) || isYear(cell))) {
      return { row: combined(held.row, row), isGrouped: false };
    }
    begin(held, row);
    return undefined;
  };
  /** A row after others, which may name the columns of a further table. */
  const addNext = (row: readonly string[], isGrouped: boolean): Held | undefined => {
    if (held !== undefined) {
      const { row: above } = held;
      if (hasNumberBelow(above, row)) header = above;
      else emit(above);
    } else if (isAfterGap && filled(row) > 1 && isHeader(row)) return { row, isGrouped };
    if (row.length === 1 && (header?.length ?? 0) > 2) add(joined(row));
    else emit(row);
    return undefined;
  };

  /** Writes the row that is held, which is no header. */
  const release = () => {
    if (held !== undefined) emit(held.row);
    held = undefined;
  };

  const counted = (cells: readonly string[]): readonly string[] => {
    rows += 1;
    if (rows > limits.rows) throw tooMany(what, { max: limits.rows, of: 'rows', code: 'too_large' });
    if (cells.length > limits.columns) throw tooMany(what, { max: limits.columns, of: 'columns', code: 'too_complex' });
    return withoutEnd(cells.map(oneLine));
  };

  return {
    rows: () => rows,
    line(text) {
      release();
      isCombining = false;
      if (text !== '') add(text);
    },
    header(cells) {
      const row = counted(cells);
      release();
      header = isCombining && header !== undefined ? combined(header, row) : row;
      isCombining = true;
      hasBegun = true;
    },
    add(cells, isGrouped = false) {
      const row = counted(cells);
      isCombining = false;
      if (row.length === 0) {
        isAfterGap = true;
        return;
      }
      held = hasBegun ? addNext(row, isGrouped) : addFirst(row, isGrouped);
      isAfterGap = false;
    },
    end() {
      // A header without rows is all there is.
      if (held === undefined && isCombining && header !== undefined) add(joined(header));
      release();
      header = undefined;
      repeated = undefined;
      isCombining = false;
      hasBegun = false;
      isAfterGap = false;
    },
  };
}

/** Weight of the rows after which the first one is repeated: less than any chunk of a long table has. */
const repeatEvery = 900;
/** Max characters of a first row that is repeated. */
const maxRepeated = 200;

const hasNumberBelow = (above: readonly string[], row: readonly string[]): boolean =>
  above.some((cell, column) => cell !== '' && !isNumber(cell) && isNumber(row[column] ?? ''));

/** Two columns may be names and values from the first row on. */
const isAboveNumbers = (above: readonly string[], row: readonly string[]): boolean =>
  above.length > 2 && hasNumberBelow(above, row);

const filled = (row: readonly string[]): number => row.reduce((count, cell) => count + (cell === '' ? 0 : 1), 0);

function withoutEnd(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
}

const number = /^[\s\d.,%+\-€$£¥/:]{1,40}$/;
const year = /^(?:19|20)\d\d$/;
const isNumber = (cell: string): boolean => number.test(cell);
const isYear = (cell: string): boolean => year.test(cell);

/** True if a first row names the columns: texts or years, all different, at most one of them empty. */
function isHeader(row: readonly string[]): boolean {
  const names = row.filter((cell) => cell !== '');
  const hasWord = row[0] === '' || names.some((cell) => !isNumber(cell));
  return (
    hasWord &&
    names.length >= Math.max(1, row.length - 1) &&
    names.every((cell) => (!isNumber(cell) || isYear(cell)) && cell.length <= limits.title) &&
    new Set(names).size === names.length
  );
}

/** The names of columns below the names of their groups. */
const combined = (groups: readonly string[], names: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(groups.length, names.length) }, (_, column) => {
    const [group = '', name = ''] = [groups[column], names[column]];
    return group === name || name === '' ? group : `${group} ${name}`.trim();
  });

/** Empty cells keep their place: a value must not look like that of another column. */
const joined = (row: readonly string[]): string =>
  filled(row) === 1 ? (row.find((cell) => cell !== '') ?? '') : row.join(' | ');

const named = (row: readonly string[], header: readonly string[]): string =>
  row.flatMap((cell, column) => (cell === '' ? [] : [header[column] ? `${header[column]}: ${cell}` : cell])).join('; ');

interface Excess {
  readonly max: number;
  readonly of: string;
  readonly code: 'too_large' | 'too_complex';
}

const tooMany = (what: string, { max, of, code }: Excess) =>
  new SourceFailure(code, {
    message: `The ${what} has more than ${max.toLocaleString('en')} ${of}.`,
    hint: 'Split it into several files.',
  });
