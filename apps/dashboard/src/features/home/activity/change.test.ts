// @module-tag pure

import { expect, it } from 'vitest';
import { readHomeSearch } from '../home-search.ts';
import { changeIn } from './change.ts';

it.each([
  [112, 100, '+12\u00a0%'],
  [88, 100, '−12\u00a0%'],
  [0, 7, '−100\u00a0%'],
  [24, 1, '+2,300\u00a0%'],
  [1_004, 1_000, '+0.4\u00a0%'],
  [99_999, 100_000, '−0.1\u00a0%'],
  [5, 0, 'none before'],
  [0, 0, 'no change'],
  [7, 7, 'no change'],
])('says how %d differs from %d', (now, before, words) => {
  expect(changeIn(now, before)).toBe(words);
});

it('reads the range and the agent of an address, and drops what is invalid or usual', () => {
  expect(readHomeSearch({ days: 7, agent: 'agent_1' })).toEqual({ days: 7, agent: 'agent_1' });
  expect(readHomeSearch({ days: 30, agent: '' })).toEqual({});
  expect(readHomeSearch({ days: '90', agent: 12 })).toEqual({});
  expect(readHomeSearch({ days: 8, agent: 'x'.repeat(101) })).toEqual({});
});
