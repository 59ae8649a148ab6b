import { type Options, parse } from 'csv-parse/sync';
import { decode } from '../decode.ts';
import { type Extraction, SourceFailure } from '../document.ts';
import type { Input } from './input.ts';
import { guessedEncoding } from './plain.ts';
import { createRowTexts } from './sheets/row-texts.ts';
import { createTextBuilder } from './text-builder.ts';
import { titleFrom } from './title.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Characters and lines that decide on the delimiter. */
const sample = { characters: 64 * 1024, lines: 50 };

/** Reads CSV: each row is a paragraph, `Header: value; …` if the first row names the columns, else `a | b`. */
export function readCsv({ bytes, charset, fileName, url }: Input): Extraction {
  const { text, isGuess } = decode(bytes, { charset });
  const builder = createTextBuilder();
  const title = titleFrom({ fileName, url });
  const table = createRowTexts((row) => builder.block(row), 'CSV file');
  try {
    parse(
      text,
      options(delimiterOf(text), (cells) => void table.add(cells)),
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
  return { documents: [builder.build({ title })], warnings: isGuess ? [guessedEncoding] : [] };
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

/** The delimiter that divides the first lines most alike. */
function delimiterOf(text: string): string {
  const lines = unquoted(text.slice(0, sample.characters)).split(/\r?\n/).slice(0, sample.lines).filter(Boolean);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const usual = counts[0] ?? 0;
    const alike = counts.filter((count) => count === usual).length;
    return usual === 0 ? 0 : alike / lines.length + Math.min(usual, 50) / 1_000;
  });
  const best = Math.max(...scores);
  return best === 0 ? ',' : (delimiters[scores.indexOf(best)] ?? ',');
}

/** The text without what is between quotes. */
const unquoted = (text: string): string =>
  text
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
