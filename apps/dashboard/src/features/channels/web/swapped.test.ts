// @module-tag pure

import { expect, it } from 'vitest';
import { swapped } from './swapped.ts';

it('swaps two items, and leaves the list as it is if one is not there', () => {
  expect(swapped(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(swapped(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'b', 'a']);
  expect(swapped(['a'], 0, 1)).toEqual(['a']);
});
