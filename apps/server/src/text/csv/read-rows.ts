import { CsvError, parse } from 'csv-parse/sync';

const delimiters = [',', ';', '\t'] as const;

/** CSV that can't be read, with the reason. */
export class BrokenCsv extends Error {}

const options = { bom: true, relax_column_count: true, skip_empty_lines: true } as const;

/** The delimiter that divides the first row into most cells; a comma if none divides it. */
function delimiterOf(text: string): string {
  const cells = delimiters.map((delimiter) => {
    try {
      return parse(text, { ...options, delimiter, to: 1 })[0]?.length ?? 0;
    } catch {
      return 0;
    }
  });
  return delimiters[cells.indexOf(Math.max(...cells))] ?? ',';
}

/**
 * Reads the rows of CSV (RFC 4180) whose cells are divided by commas, semicolons or tabs, at most `max`. Empty rows are
 * left out; `line` is the line of the text in which a row ends, from 1. Throws `BrokenCsv`.
 */
export function readRows(text: string, max: number): { readonly line: number; readonly cells: readonly string[] }[] {
  try {
    const rows = parse(text, { ...options, delimiter: delimiterOf(text), to: max, info: true });
    return (rows as unknown as { info: { lines: number }; record: string[] }[]).map(({ info, record }) => ({
      line: info.lines,
      cells: record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BrokenCsv(error.message);
  }
}
