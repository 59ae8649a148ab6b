import { createRowTexts, type RowTexts } from '../sheets/row-texts.ts';

/** Writes tables row by row, each with its cells and those that reach into it, as `Header: value; …` or `a | b`. */
export interface Tables {
  isOpen(): boolean;
  isInHeading(): boolean;
  /** Returns whether the element is a part of a table. */
  open(name: string, attributes: ReadonlyMap<string, string>): boolean;
  close(name: string): boolean;
  /** Takes a text that is in a cell. */
  takes(text: string): boolean;
  end(): void;
}

/** A cell that reaches into further rows. */
interface Span {
  readonly text: string;
  rows: number;
}

interface Cell {
  text: string;
  readonly columns: number;
  readonly rows: number;
  readonly isHeading: boolean;
}

interface Table {
  cells: Cell[] | undefined;
  /** Cells of earlier rows that reach into this one, by column. */
  readonly spans: Map<number, Span>;
  readonly rows: RowTexts;
  /** True within the head. */
  isHead: boolean;
}

const limits = {
  /** Cells of a row; the text of further ones joins the last. */
  cells: 1_000,
  /** Columns that a cell spans, and tables within each other. */
  columns: 100,
  depth: 50,
  /** Characters of a cell that are repeated in the rows and columns which it spans, and of all in a page. */
  repeated: 200,
  all: 200_000,
};

const rowGroups = new Set(['thead', 'tbody', 'tfoot']);

/** Creates the writer of a page. `line` takes the finished rows. */
export function createTables(line: (text: string) => void): Tables {
  const open: Table[] = [];
  let left = limits.all;

  /** The text of a cell in a further row or column. */
  const repeated = (text: string): string => {
    if (text.length > limits.repeated || text.length > left) return '';
    left -= text.length;
    return text;
  };

  const endRow = (table: Table, isWhole = true) => {
    const { cells } = table;
    table.cells = undefined;
    if (cells === undefined) return;
    const row = rowOf(table, cells, repeated);
    // A row of nothing but spans, or of spacers, says nothing new.
    if (cells.every(({ text }) => text === '')) return;
    const isOne = cells.length === 1 && row.length > 1 && row.every((text) => text === row[0] || text === '');
    if (isOne) table.rows.line(row[0] ?? '');
    else if (!isWhole) table.rows.line(row.filter((text) => text !== '').join(' | '));
    else if (row.length > 1 && (table.isHead || cells.every(({ isHeading }) => isHeading))) table.rows.header(row);
    else table.rows.add(row);
  };

  const endTable = (table: Table) => {
    endRow(table);
    table.rows.end();
  };

  const openPart = (table: Table, name: string, attributes: ReadonlyMap<string, string>): boolean => {
    if (name === 'tr' || rowGroups.has(name)) {
      endRow(table);
      // A cell ends with its group.
      if (name === 'tr') table.cells = [];
      else {
        table.spans.clear();
        table.isHead = name === 'thead';
      }
    } else if (name === 'td' || name === 'th') {
      table.cells ??= [];
      if (table.cells.length < limits.cells) table.cells.push(cellOf(name, attributes));
    } else return false;
    return true;
  };

  return {
    isOpen: () => open.length > 0,
    isInHeading: () => open.at(-1)?.cells?.at(-1)?.isHeading ?? false,
    open(name, attributes) {
      const table = open.at(-1);
      if (name !== 'table') return table !== undefined && openPart(table, name, attributes);
      // A table within a cell is written by itself.
      if (table !== undefined) {
        endRow(table, false);
        table.rows.line('');
      }
      if (open.length < limits.depth)
        open.push({ cells: undefined, spans: new Map(), rows: createRowTexts(line, 'table', 'any'), isHead: false });
      return true;
    },
    close(name) {
      const table = open.at(-1);
      if (table === undefined) return false;
      if (name === 'tr' || rowGroups.has(name)) {
        endRow(table);
        if (name !== 'tr') table.isHead = false;
      } else if (name === 'table') {
        endTable(table);
        open.pop();
      } else return false;
      return name === 'table';
    },
    takes(text) {
      const cell = open.at(-1)?.cells?.at(-1);
      if (cell === undefined) return false;
      const more = text.replaceAll('\n', ' ').trim();
      cell.text = cell.text === '' ? more : `${cell.text} ${more}`;
      return true;
    },
    end() {
      for (const table of open.splice(0).reverse()) endTable(table);
    },
  };
}

function cellOf(name: string, attributes: ReadonlyMap<string, string>): Cell {
  const [columns, rows] = [numberOf(attributes.get('colspan')), numberOf(attributes.get('rowspan'))];
  return {
    text: '',
    columns: Math.min(Math.max(columns ?? 1, 1), limits.columns),
    // None means all rows of the group.
    rows: rows === 0 ? Number.POSITIVE_INFINITY : (rows ?? 1),
    isHeading: name === 'th',
  };
}

/** The texts of a row by column, with those of the cells that span it. */
function rowOf({ spans }: Table, cells: readonly Cell[], repeated: (text: string) => string): string[] {
  const row: string[] = [];
  const begun: (readonly [column: number, span: Span])[] = [];
  const takeSpanned = () => {
    for (let span = spans.get(row.length); span !== undefined; span = spans.get(row.length)) {
      span.rows -= 1;
      if (span.rows <= 0) spans.delete(row.length);
      row.push(repeated(span.text));
    }
  };
  for (const { text, columns, rows } of cells) {
    takeSpanned();
    for (let column = 0; column < columns && row.length < limits.cells; column += 1) {
      if (rows > 1) begun.push([row.length, { text, rows: rows - 1 }]);
      row.push(column === 0 ? text : repeated(text));
    }
  }
  takeSpanned();
  for (const [column, span] of begun) spans.set(column, span);
  return row;
}

function numberOf(value: string | undefined): number | undefined {
  const digits = /^\s{0,9}(\d{1,5})/.exec(value ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
