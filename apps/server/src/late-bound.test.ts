// @module-tag pure
import { expect, test } from 'vitest';
import { lateBound } from './late-bound.ts';

test('a value can be used once it is bound, and is bound once', () => {
  const seam = lateBound<{ readonly name: string }>('agents');
  expect(seam.get).toThrow('agents: used before it is composed.');
  const value = { name: 'Echo' };
  expect(seam.bind(value)).toBe(value);
  expect(seam.get()).toBe(value);
  expect(() => seam.bind(value)).toThrow('agents: composed twice.');
});
