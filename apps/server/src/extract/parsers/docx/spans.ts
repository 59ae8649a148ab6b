import type { Element } from './element.ts';

/** Max characters of a cell that is repeated, and of all such cells; max rows and columns that one spans. */
const most = { cell: 200, all: 2 ** 20, rows: 10_000, columns: 100 };

/** Repeats merged cells in the rows and columns that they span, so that each row has its columns. */
export function withoutSpans(table: Element): void {
  const columns = createColumns();
  for (const row of table.children ?? []) if (row.type === 'tableRow') row.children = columns.fill(row.children ?? []);
}

/** Follows the cells that reach into the next rows. */
function createColumns() {
  let room = most.all;
  const reaching = new Map<number, { readonly cell: Element; rows: number }>();
  const copyOf = (cell: Element): Element => {
    const { length } = textOf(cell, most.cell + 1);
    room -= length;
    const isShort = length <= most.cell && room > 0;
    return { ...cell, colSpan: 1, rowSpan: 1, children: isShort ? (cell.children ?? []) : [] };
  };
  /** Adds the cells from above that come next. */
  const addReaching = (cells: Element[]) => {
    for (let above = reaching.get(cells.length); above !== undefined; above = reaching.get(cells.length)) {
      if (above.rows === 1) reaching.delete(cells.length);
      else above.rows -= 1;
      cells.push(copyOf(above.cell));
    }
  };
  const add = (cells: Element[], cell: Element) => {
    const rows = Math.min(cell.rowSpan ?? 1, most.rows);
    const columns = Math.min(cell.colSpan ?? 1, most.columns);
    for (let column = 0; column < columns; column += 1) {
      if (rows > 1) reaching.set(cells.length, { cell, rows: rows - 1 });
      cells.push(column === 0 ? { ...cell, colSpan: 1, rowSpan: 1 } : copyOf(cell));
    }
  };
  return {
    /** The cells of a row, with those that reach into it. */
    fill(row: readonly Element[]): readonly Element[] {
      const cells: Element[] = [];
      for (const cell of row) {
        addReaching(cells);
        add(cells, cell);
      }
      addReaching(cells);
      return cells;
    },
  };
}

/** The text of an element, up to a length. */
function textOf(element: Element, max: number): string {
  const left: Element[] = [element];
  let text = '';
  for (let next = left.pop(); next !== undefined && text.length < max; next = left.pop()) {
    if (next.type === 'text') text += next.value ?? '';
    for (const child of (next.children ?? []).toReversed()) left.push(child);
  }
  return text;
}
