import { inflateRawSync } from 'node:zlib';
import { type CellObject, CFB, type ColInfo, type DenseWorkSheet, type Range, read, type WorkBook } from '@e965/xlsx';
import { type Extraction, SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { leftOut } from '../archive/left-out.ts';
import type { Archive } from '../archive/zip.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { cellText } from './cell-text.ts';
import { createRowTexts } from './row-texts.ts';

/** Parts of a workbook that people don't see. */
interface Hidden {
  sheets: number;
  rows: number;
  columns: number;
}

/**
 * Reads an Excel workbook (XLSX, XLSM, XLSB, XLS): each sheet under its name, its rows with the names of their columns.
 * Values are as the sheet shows them, formulas are their last results, and hidden parts are left out.
 */
export function readWorkbook({ bytes, fileName, url }: Input, archive?: Archive): Extraction {
  if (archive !== undefined) checkRows(archive);
  const book = open(bytes);
  const builder = createTextBuilder();
  const hidden: Hidden = { sheets: 0, rows: 0, columns: 0 };
  const rows = createRowTexts((row) => builder.block(row), 'workbook');
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name] as DenseWorkSheet | undefined;
    if (sheet?.['!data'] === undefined) continue;
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0) {
      hidden.sheets += 1;
      continue;
    }
    let isNamed = false;
    for (const { cells, isGrouped } of rowsOf(sheet, hidden)) {
      // A sheet without cells has no heading.
      if (!isNamed) builder.heading(1, name);
      isNamed = true;
      rows.add(cells, isGrouped);
    }
    rows.end();
  }
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The workbook has no text.' });
  const { Title: title } = book.Props ?? {};
  return {
    documents: [builder.build({ title: title || titleFrom({ fileName, url }) })],
    warnings: leftOut('hidden_left_out', 'Hidden parts of the workbook were left out', {
      sheet: hidden.sheets,
      row: hidden.rows,
      column: hidden.columns,
    }),
  };
}

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/;

/** Counts the rows before the library reads them: it takes a minute for a million of them. */
function checkRows(archive: Archive): void {
  let rows = 0;
  for (const name of archive.names.filter((part) => sheetPart.test(part))) {
    const xml = Buffer.from(archive.readBytes(name) ?? []);
    for (let at = xml.indexOf('<row '); at !== -1; at = xml.indexOf('<row ', at + 5)) rows += 1;
  }
  if (rows <= limits.rows) return;
  throw new SourceFailure('too_large', {
    message: `The workbook has more than ${limits.rows.toLocaleString('en')} rows.`,
    hint: 'Split it into several files.',
  });
}

function open(bytes: Uint8Array): WorkBook {
  CFB.utils.use_zlib({ inflateRawSync });
  try {
    return read(bytes, {
      ...{ type: 'array', dense: true, cellStyles: true, cellNF: true, cellFormula: false, cellHTML: false },
      // The format of dates that depends on the language of the reader's system.
      dateNF: 'yyyy-mm-dd',
      sheetRows: limits.rows + 1,
    });
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    if (/password|encrypt/i.test(error.message)) throw new SourceFailure('encrypted_file');
    throw new SourceFailure('broken_file', { detail: `${error.name}: ${error.message}` });
  }
}

type Data = readonly (readonly (CellObject | undefined)[] | undefined)[];

interface Row {
  readonly cells: readonly string[];
  readonly isGrouped: boolean;
}

/** The visible rows of a sheet. */
function* rowsOf(sheet: DenseWorkSheet, hidden: Hidden): Generator<Row> {
  const data: Data = sheet['!data'];
  const isHiddenColumn = Array.from(sheet['!cols'] ?? [], (column: ColInfo | undefined) => column?.hidden === true);
  const merges = spread(sheet, data);
  const seenColumns = new Set<number>();
  for (let index = 0; index < data.length; index += 1) {
    const row = data[index] ?? [];
    const texts = merges.texts.get(index);
    const width = Math.max(row.length, texts?.length ?? 0);
    if (width > limits.columns) throw new SourceFailure('too_complex', { message: tooWide });
    const all = Array.from({ length: width }, (_, column) => texts?.[column] ?? cellText(row[column]));
    const isFilled = all.some((cell) => cell !== '');
    if (isFilled && sheet['!rows']?.[index]?.hidden === true) {
      hidden.rows += 1;
      continue;
    }
    for (const [column, cell] of all.entries()) if (cell !== '' && isHiddenColumn[column]) seenColumns.add(column);
    const cells = all.filter((_, column) => !isHiddenColumn[column]);
    yield { cells, isGrouped: merges.groups.has(index) };
  }
  hidden.columns += seenColumns.size;
}

const tooWide = `The workbook has more than ${limits.columns.toLocaleString('en')} columns.`;

/** Max cells of a sheet that merged cells fill. */
const maxSpread = 200_000;

/**
 * The text of a merged cell belongs to all rows and columns that it spans. A cell as wide as the sheet is a line, and
 * stays in its first column.
 */
function spread(sheet: DenseWorkSheet, data: Data) {
  const texts = new Map<number, string[]>();
  const groups = new Set<number>();
  let room = maxSpread;
  for (const merge of sheet['!merges'] ?? []) {
    const { s: first, e: last } = within(merge, data);
    const text = cellText(data[first.r]?.[first.c]);
    room -= (last.r - first.r + 1) * (last.c - first.c + 1);
    if (room < 0) break;
    if (text === '') continue;
    if (last.c > first.c) groups.add(first.r);
    for (let row = first.r; row <= last.r; row += 1) {
      const cells = texts.get(row) ?? [];
      texts.set(row, cells);
      for (let column = first.c; column <= last.c; column += 1) cells[column] = text;
    }
  }
  return { texts, groups };
}

/** The part of a merged cell with rows; of one that reaches the end of the row after it, the first column. */
function within({ s, e }: Range, data: Data): Range {
  const isLine = s.c === 0 && e.c > 0 && e.c + 1 >= Math.max(data[s.r]?.length ?? 0, data[e.r + 1]?.length ?? 0);
  return { s, e: { r: Math.min(e.r, data.length - 1), c: isLine ? 0 : e.c } };
}
