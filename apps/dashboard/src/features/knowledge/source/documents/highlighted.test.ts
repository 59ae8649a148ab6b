// @module-tag pure

import { expect, it } from 'vitest';
import { rangesOf, tidy } from './highlighted.tsx';

it('finds a word whatever its case', () => {
  expect(rangesOf('Books, and a book.', 'BOOK')).toEqual([
    [0, 4],
    [13, 17],
  ]);
  expect(rangesOf('İ book', 'book')).toEqual([]);
  expect(rangesOf('text', '')).toEqual([]);
});

it('ranges that overlap are one, and stay within the text', () => {
  expect(
    tidy(
      [
        [6, 99],
        [-4, 2],
        [1, 3],
        [5, 5],
      ],
      10,
    ),
  ).toEqual([
    [0, 3],
    [6, 10],
  ]);
});
