// @module-tag pure

import { expect, it } from 'vitest';
import { bytesInWords, figuresOf, type Quota, warningOf } from './quota-words.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [1_600_000_000, '1.49 GiB'],
  [10 * 1024 ** 3, '10 GiB'],
  [5000 * 1024 ** 4, '5,000 TiB'],
])('%d bytes', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words);
});

it('figures of a limited and of an unlimited quota', () => {
  const agents = (limit: number | null): Quota => ({ kind: 'agents', used: 1204, limit });
  expect(figuresOf(agents(10_000))).toBe('1,204 of 10,000');
  expect(figuresOf(agents(null))).toBe('1,204');
  expect(figuresOf({ kind: 'storedBytes', used: 512, limit: 2048 })).toBe('512 bytes of 2 KiB');
});

it.each([
  [7, undefined],
  [8, '80 % used'],
  [9.99, '99 % used'],
  [10, 'Full: no more can be added.'],
  [11, 'Over the limit: nothing is deleted, and no more can be added.'],
])('a warning at %d of 10', (used, words) => {
  expect(warningOf({ kind: 'agents', used, limit: 10 }, 0.8)).toBe(words);
  expect(warningOf({ kind: 'agents', used, limit: null }, 0.8)).toBeUndefined();
});
