// @module-tag pure

import { expect, test } from 'vitest';
import { offendersOf } from './offenders.ts';

test('each row that fails is named, with its whole values', async () => {
  const long = 'x'.repeat(200);
  const found = await offendersOf(
    ['a', long, 'b'],
    (row) => `row ${row.length}`,
    async (row) => {
      expect(row).not.toBe('b');
      expect({ row }).toEqual({ row: 'a' });
    },
  );
  expect(found).toHaveLength(2);
  expect(found[0]).toMatch(/^row 200: /);
  expect(found[0]).toContain(`expected { row: 'a' }, received {\n  row: '${long}'`);
  expect(found[1]).toMatch(/^row 1: expected 'b' not to be 'b'/);
});

test('any other error has its stack', async () => {
  const [only] = await offendersOf([1], String, () => {
    throw new TypeError('No.');
  });
  expect(only).toMatch(/^1: TypeError: No\.\n +at /);
});

test('no row that passes is', async () => {
  expect(await offendersOf([1, 2], String, (row) => expect(row).toBeLessThan(3))).toEqual([]);
});
