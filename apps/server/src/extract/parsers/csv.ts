import { type Options, parse } from 'csv-parse/sync';
import { decode } from '../decode.ts';
import { type Extraction, SourceFailure } from '../document.ts';
import type { Input } from './input.ts';
import { createRowTexts } from './sheets/row-texts.ts';
import { createTextBuilder } from './text-builder.ts';
import { titleFrom } from './title.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Characters and lines that decide on the delimiter. */
const sample = { characters: 64 * 1024, lines: 50 };

/** The line by which Excel is told the delimiter. */
const separatorLine = /^\ufeff?"?sep=(.)"?\r?\n/i;
/** Rows that may be above the header. */
const maxPreamble = 20;

/**
 * Reads CSV: each row is a paragraph, `Header: value; …` if the first row names the columns, else `a | b`. Narrower rows
 * above the header are lines.
 */
export function readCsv({ bytes, charset, fileName, url }: Input): Extraction {
  const { text: decoded, warnings } = decode(bytes, { charset });
  const separator = separatorLine.exec(decoded);
  const text = separator === null ? decoded : decoded.slice(separator[0].length);
  const delimiter = separator?.[1] ?? delimiterOf(text);
  const builder = createTextBuilder();
  const title = titleFrom({ fileName, url });
  const table = createRowTexts((row) => builder.block(row), 'CSV file');
  const isAbove = preambleOf(text, delimiter);
  try {
    parse(
      text,
      options(delimiter, (cells) => {
        if (isAbove(cells)) builder.block(cells.filter((cell) => cell.trim() !== '').join(' | '));
        else table.add(cells);
      }),
    );
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', {
      message: `The CSV file can’t be read after row ${table.rows()}.`,
      hint: 'Open it in a spreadsheet, save it as CSV again, and upload the new file.',
      detail: error instanceof Error ? error.message : undefined,
    });
  }
  table.end();
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no rows.' });
  return { documents: [builder.build({ title })], warnings };
}

const options = (delimiter: string, onRow: (cells: readonly string[]) => undefined): Options => ({
  delimiter,
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  // Rows become text as they are read: a million arrays of cells would take ten times the memory.
  on_record: (cells: readonly string[]) => onRow(cells),
});

/** The first lines, without what is between quotes. */
const firstLines = (text: string): string[] =>
  unquoted(text.slice(0, sample.characters))
    .split(/\r\n?|\n/)
    .slice(0, sample.lines)
    .filter(Boolean);

/** The most frequent of some counts, the larger of two; and the number of times it is there. */
function usualOf(counts: readonly number[]): { readonly count: number; readonly times: number } {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [count = 0, most = 0] =
    [...times].toSorted(([one, oneTimes], [other, otherTimes]) => otherTimes - oneTimes || other - one)[0] ?? [];
  return { count, times: most };
}

/** The delimiter that divides the first lines most alike. */
function delimiterOf(text: string): string {
  const lines = firstLines(text);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const { count, times } = usualOf(counts.filter((each) => each > 0));
    return times === 0 ? 0 : times / lines.length + Math.min(count, 50) / 1_000;
  });
  const best = Math.max(...scores);
  return best === 0 ? ',' : (delimiters[scores.indexOf(best)] ?? ',');
}

/** Tells rows above the table from those of the table, which have about as many cells as most lines. */
function preambleOf(text: string, delimiter: string): (cells: readonly string[]) => boolean {
  const width = usualOf(firstLines(text).map((line) => line.split(delimiter).length)).count;
  let left = maxPreamble;
  return (cells) => {
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    // Spreadsheets fill up such rows with empty cells.
    const isAbove = left > 0 && (cells.length < width - 1 || (width > 2 && filled <= width / 2));
    left = isAbove ? left - 1 : 0;
    return isAbove;
  };
}

/** The text without what is between quotes. */
const unquoted = (text: string): string =>
  text
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
