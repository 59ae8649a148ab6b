// @module-tag pure

import { expect, it } from 'vitest';
import { toggled } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const after = (ids: readonly string[], last: string | undefined, id: string, isRange = false) =>
  [...toggled({ rows, ids: new Set(ids), last }, id, isRange)].sort().join('');

it('selects a row, and removes it', () => {
  expect(after([], undefined, 'b')).toBe('b');
  expect(after(['a', 'b'], 'b', 'b')).toBe('a');
});

it('selects a range in both directions, and removes one', () => {
  expect(after(['b'], 'b', 'd', true)).toBe('bcd');
  expect(after(['d'], 'd', 'a', true)).toBe('abcd');
  expect(after(['a', 'b', 'c', 'd'], 'd', 'b', true)).toBe('a');
});

it('has no range from a row that is no longer there', () => {
  expect(after(['a'], 'gone', 'c', true)).toBe('ac');
  expect(after([], undefined, 'c', true)).toBe('c');
});
