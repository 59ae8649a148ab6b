// @module-tag pure

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { announceSeed, runs } from '../../../testing/processes/runs.ts';
import { csvOf, unguarded } from './csv.ts';

const seed = announceSeed('apps/server/src/text/csv/csv.test.ts');

/** True if a spreadsheet would calculate a cell, provided that it skips white space and invisible characters. */
const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\u2212]/u.test(cell);

/** The cells that a spreadsheet reads that divides at the delimiter. A quote that is left open ends with the file. */
function cellsOf(csv: string, delimiter: string): string[] {
  const options = { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true };
  try {
    return parse(csv, options).flat();
  } catch {
    return parse(`${csv}"`, options).flat();
  }
}

/** The cells of one that knows no quotes. */
const piecesOf = (csv: string, delimiter: string): string[] =>
  csv.split(/[\r\n]/).flatMap((row) => row.split(delimiter));

const formulasIn = (texts: readonly string[]): string[] => {
  const csv = csvOf([['conv_1', ...texts, 'x']]);
  // For one that divides elsewhere, the quotes may be anything.
  const elsewhere = [';', '\t'].flatMap((delimiter) => [...cellsOf(csv, delimiter), ...piecesOf(csv, delimiter)]);
  return [...cellsOf(csv, ','), ...elsewhere, ...elsewhere.map((cell) => cell.replaceAll('"', ''))].filter(isFormula);
};

describe('a CSV cell', () => {
  test.each([
    ['x;=2+2;', "x;'=2+2;"],
    ['=1;=2', "'=1;'=2"],
    [';@SUM(A1)', ";'@SUM(A1)"],
    ['x\t+1', "x\t'+1"],
    ['x; \u200b=1', "x; \u200b'=1"],
    ['x;"=1"', `x;"'=1"`],
    ['a\n=1', "a\n'=1"],
    ['a\r\n-1', "a\r\n'-1"],
    ['\n=1', "'\n'=1"],
  ])('guards %j', (text, expected) => {
    const csv = csvOf([[text]]);
    expect(parse(csv, { record_delimiter: '\r\n' })).toEqual([[expected]]);
    expect(formulasIn([text])).toEqual([]);
  });

  test.each(['a=b', 'a - b; c', 'x;y', '2+2', 'a, =b', "x;'=1", 'a; b=c', '{"a":"b"}', 'line\nnext'])(
    'leaves %j',
    (text) => {
      expect(parse(csvOf([[text]]), { record_delimiter: '\r\n' })).toEqual([[text]]);
    },
  );

  test('starts no formula, wherever a spreadsheet divides', () => {
    const piece = fc.constantFrom(
      ';',
      '\t',
      ',',
      '\n',
      '\r\n',
      '"',
      '""',
      "'",
      ' ',
      '\u200b',
      '=',
      '+',
      '-',
      '@',
      '\uff1d',
      'a',
      '2',
    );
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        expect(formulasIn(texts)).toEqual([]);
      }),
      { seed, numRuns: runs(1_000) },
    );
  });

  test.each([';', '\n', ' ', '"', '\t\n', ';='])('takes linear time: 200,000 of %j', (unit) => {
    const start = process.cpuUsage();
    csvOf([[unit.repeat(200_000)]]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000);
  });
});

test('a text comes back from its guarded cell', () => {
  const signs = fc.constantFrom('=', '-', '@', ';', '\t', '\n', ' ', '"', 'a', '\u200b', '\uff1d');
  const texts = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const [[cell = ''] = []] = parse(csvOf([[text]])) as string[][];
      expect(unguarded(cell)).toBe(text);
    }),
    { seed, numRuns: runs(200) },
  );
  for (const text of ["'tis so", "The shop's hours; 'nine' to \"five\"", '']) expect(unguarded(text)).toBe(text);
});
