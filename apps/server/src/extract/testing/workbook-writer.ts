import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx';

/** A sheet of rows, and changes to it. */
export interface SheetDraft {
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Number formats by the addresses of their cells. */
  readonly formats?: Readonly<Record<string, string>>;
  readonly isHidden?: boolean;
  readonly more?: Partial<WorkSheet>;
}

/** Writes a workbook of sheets by their names. */
export function writeWorkbook(sheets: Readonly<Record<string, SheetDraft>>, bookType: BookType = 'xlsx'): Uint8Array {
  const book = utils.book_new();
  const drafts = Object.entries(sheets);
  for (const [name, { rows, formats = {}, more = {} }] of drafts) {
    const sheet: WorkSheet = { ...utils.aoa_to_sheet(rows.map((row) => [...row])), ...more };
    for (const [address, format] of Object.entries(formats)) sheet[address].z = format;
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: drafts.map(([, { isHidden = false }]) => ({ Hidden: isHidden ? 1 : 0 })) };
  return new Uint8Array(write(book, { type: 'buffer', bookType, cellStyles: true, compression: true }));
}
