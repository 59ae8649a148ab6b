// @module-tag pure

import { expect, it } from 'vitest';
import { filterOf, rowsOf, validateFilter } from './filter-rows.ts';

it('a filter comes back as it was, and none is null', () => {
  const filter = { metadata: { region: ['eu', 'uk'], stars: '5', name: 'a, b' } };
  expect(filterOf(rowsOf(filter))).toEqual(filter);
  expect(rowsOf(null)).toEqual([]);
  expect(filterOf([])).toBe(null);
  expect(filterOf([{ id: 1, key: ' ', values: [] }])).toBe(null);
});

it.each([
  [[{ key: '', values: ['eu'] }], 'Each value needs a key.'],
  [[{ key: ' region ', values: [] }], 'Enter a value of “region”, and press Enter after it.'],
  [
    [
      { key: 'a', values: ['1'] },
      { key: 'a ', values: ['2'] },
    ],
    'The key “a” is there twice. Enter its values in one row.',
  ],
  [[{ key: 'a', values: Array.from({ length: 51 }, String) }], 'A key can have at most 50 values.'],
  [[{ key: 'a', values: ['x'.repeat(501)] }], 'A value can have at most 500 characters.'],
  [[{ key: 'a', values: ['x'] }], null],
])('rows %j: %s', (rows, message) => {
  expect(validateFilter(rows.map((row, index) => ({ id: index, ...row })))).toBe(message);
});
