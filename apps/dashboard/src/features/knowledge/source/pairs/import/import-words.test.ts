// @module-tag pure

import { expect, it } from 'vitest';
import { changeWords, readWords, refusedWords } from './import-words.ts';

const errorsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 2, message: 'The answer is missing.' }));
const result = (created: number, updated: number, unchanged: number, errors = 0) => ({
  ...{ created, updated, unchanged, errors: errorsOf(errors) },
});

it('says how many rows were read, what they change, and how many are refused', () => {
  expect(readWords(result(1_200, 3, 0, 2))).toBe('1,205 rows read');
  expect(readWords(result(0, 1, 0))).toBe('1 row read');
  expect(readWords(result(5, 0, 0, 100))).toBe('More than 105 rows read');
  expect(changeWords(result(1_200, 0, 85))).toBe('1,200 new, 85 as they were');
  expect(changeWords(result(0, 3, 0))).toBe('3 changed');
  expect(refusedWords(result(1, 0, 0))).toBe(undefined);
  expect(refusedWords(result(0, 0, 0, 1))).toMatch(/^1 row is refused, /);
  expect(refusedWords(result(0, 0, 0, 2))).toMatch(/^2 rows are refused, /);
  expect(refusedWords(result(0, 0, 0, 100))).toMatch(/^At least 100 rows are refused, /);
});
