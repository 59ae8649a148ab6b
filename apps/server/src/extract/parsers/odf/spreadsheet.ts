import { SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { type Attributes, parseXml } from '../archive/xml.ts';
import { createRowTexts } from '../sheets/row-texts.ts';
import type { OdfReading } from './texts.ts';

/** Elements of a spreadsheet whose text isn't of its cells. */
const unread = new Set(['annotation', 'tracked-changes', 'shapes', 'forms', 'title', 'desc', 'content-validations']);
/** Max cells of a sheet that merged and repeated cells fill. */
const maxSpread = 200_000;

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

const countOf = (attributes: Attributes, name: string): number =>
  Math.max(1, Math.min(Number(attributes[`table:${name}`] ?? 1) || 1, 2 ** 20));
const isCollapsed = (attributes: Attributes): boolean =>
  ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');

/**
 * Reads a spreadsheet row by row: its cells have their texts as the sheet shows them. Returns how many hidden parts were
 * left out, by their kind.
 */
export function readSpreadsheet(content: string, { builder, styles }: OdfReading): Readonly<Record<string, number>> {
  const left = { sheet: 0, row: 0, column: 0 };
  const rows = createRowTexts((row) => builder.block(row), 'spreadsheet');
  const sheet = createSheet(rows, left);
  let name = '';
  let skipped = 0;
  let text: string[] | undefined;
  let paragraphs = 0;

  const opening: Readonly<Record<string, (attributes: Attributes) => void>> = {
    table: (attributes) => {
      name = attributes['table:name'] ?? '';
      sheet.begin();
    },
    'table-column': sheet.column,
    'table-row': sheet.row,
    'table-cell': (attributes) => {
      text = [];
      sheet.cell(attributes);
    },
    p: () => {
      if (text !== undefined && text.length > 0) text.push(' ');
      paragraphs += 1;
    },
    s: () => void text?.push(' '),
    tab: () => void text?.push(' '),
    'line-break': () => void text?.push(' '),
  };
  const closing: Readonly<Record<string, () => void>> = {
    p: () => {
      paragraphs -= 1;
    },
    'table-cell': () => {
      sheet.endCell(text?.join('') ?? '');
      text = undefined;
    },
    'table-row': () => sheet.endRow(() => builder.heading(1, name)),
    table: () => rows.end(),
  };
  const named = (element: string) => (element === 'covered-table-cell' ? 'table-cell' : element);

  parseXml(content, {
    open(element, attributes) {
      const isHidden = element === 'table' && styles.has(attributes['table:style-name'] ?? '');
      if (isHidden) left.sheet += 1;
      if (skipped > 0 || isHidden || unread.has(element)) skipped += 1;
      else opening[named(element)]?.(attributes);
    },
    text(part) {
      if (skipped === 0 && paragraphs > 0) text?.push(part);
    },
    close(element) {
      if (skipped > 0) skipped -= 1;
      else closing[named(element)]?.();
    },
  });
  return left;
}

/** Collects the cells of one sheet after the other. */
function createSheet(rows: ReturnType<typeof createRowTexts>, left: { row: number; column: number }) {
  let hidden = new Set<number>();
  let columns = 0;
  let isNamed = false;
  let isHiddenRow = false;
  let cells: string[] = [];
  let at = 0;
  let isGrouped = false;
  let span: Omit<Cell, 'text'> & { readonly repeated: number } = { columns: 1, rows: 1, repeated: 1 };
  /** Cells that fill the rows below them. */
  let below = new Map<number, { readonly text: string; rows: number }>();
  let seen = new Set<number>();
  let room = maxSpread;

  return {
    begin() {
      [hidden, below, seen] = [new Set(), new Map(), new Set()];
      [columns, isNamed, room] = [0, false, maxSpread];
    },
    column(attributes: Attributes) {
      const count = Math.min(countOf(attributes, 'number-columns-repeated'), limits.columns);
      if (isCollapsed(attributes)) for (let column = 0; column < count; column += 1) hidden.add(columns + column);
      columns += count;
    },
    row(attributes: Attributes) {
      [cells, at, isGrouped, isHiddenRow] = [[], 0, false, isCollapsed(attributes)];
    },
    cell(attributes: Attributes) {
      span = {
        columns: countOf(attributes, 'number-columns-spanned'),
        rows: countOf(attributes, 'number-rows-spanned'),
        repeated: countOf(attributes, 'number-columns-repeated'),
      };
    },
    endCell(text: string) {
      const isEmpty = text.trim() === '';
      // An empty cell may be repeated to the end of the sheet; others have their text in each place.
      const filled = isEmpty ? 0 : Math.max(span.repeated, span.columns);
      if (at + filled > limits.columns) throw new SourceFailure('too_complex', { message: tooWide });
      room -= filled > 1 || span.rows > 1 ? filled * span.rows : 0;
      isGrouped ||= span.columns > 1 && !isEmpty;
      for (let column = at; column < at + filled; column += 1) {
        cells[column] = text;
        if (span.rows > 1 && room > 0) below.set(column, { text, rows: span.rows - 1 });
      }
      at += span.repeated;
    },
    endRow(nameSheet: () => void) {
      fillFrom(below, cells);
      const all = Array.from(cells, (cell) => cell ?? '');
      const filled = all.flatMap((cell, column) => (cell.trim() === '' ? [] : [column]));
      if (isHiddenRow) {
        left.row += filled.length > 0 ? 1 : 0;
        return;
      }
      const hiddenHere = filled.filter((column) => hidden.has(column) && !seen.has(column));
      for (const column of hiddenHere) seen.add(column);
      left.column += hiddenHere.length;
      if (filled.length > 0 && !isNamed) nameSheet();
      isNamed ||= filled.length > 0;
      const shown = all.filter((_, column) => !hidden.has(column));
      const texts = new Set(shown.filter((cell) => cell !== ''));
      // A cell as wide as the sheet is a line.
      if (isGrouped && texts.size === 1) rows.add([...texts]);
      else rows.add(shown, isGrouped);
    },
  };
}

/** Gives a row the texts of the cells above it that span several rows. */
function fillFrom(below: Map<number, { readonly text: string; rows: number }>, cells: string[]): void {
  for (const [column, from] of below) {
    if (cells[column] === undefined) {
      cells[column] = from.text;
      from.rows -= 1;
    }
    if (from.rows <= 0) below.delete(column);
  }
}

const tooWide = `The spreadsheet has more than ${limits.columns.toLocaleString('en')} columns.`;
