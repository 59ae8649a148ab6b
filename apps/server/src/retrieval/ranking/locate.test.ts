// @module-tag pure

import { expect, test } from 'vitest';
import { termRules } from '../../text/terms.ts';
import type { RowName } from '../index/reader.ts';
import { locate, type SearchedSegment } from './locate.ts';
import { most, wantedTerms } from './question.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A question of words that no chunk has. */
const unknown = Array.from({ length: 300 }, (_, index) =>
  Array.from({ length: 12 }, (__, place) => letters[(index * 7 + place * (index % 11)) % 26]).join(''),
).join(' ');

const segmentsOf = (count: number): SearchedSegment[] =>
  Array.from({ length: count }, (_, position) => ({
    ...{ source: `src_${position}`, segment: 0, slots: 65_536, rules: termRules, position },
    ...{ numbers: new Int32Array(), words: new Int32Array(), grams: new Int32Array() },
    totals: { words: 0, grams: 0 },
  }));

test.each([
  [1, most.words, most.grams],
  [100, 4_000, 3_000],
])('a question of unknown words reads a bounded number of rows of %d segments', async (count, words, grams) => {
  const asked: number[] = [];
  const read = async (names: readonly RowName[]) => {
    asked.push(names.length);
    return names.map(() => '');
  };
  expect(await locate(segmentsOf(count), wantedTerms(unknown), read)).toEqual([]);
  expect(asked.length).toBe(2);
  expect(asked[0]).toBeLessThanOrEqual(words);
  expect(asked[1]).toBeLessThanOrEqual(grams);
});
