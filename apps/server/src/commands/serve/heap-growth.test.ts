// @module-tag pure
import { expect, test } from 'vitest';
import { growthOf } from './heap-growth.ts';

test.each([
  [1, 100],
  [95, 100],
  [96, 40],
  [4096, 40],
])('a heap of %i MiB may grow by %i %', (mebibytes, percent) => {
  expect(growthOf(mebibytes * 1024 * 1024)).toBe(percent);
});
