// @module-tag pure

import { expect, test } from 'vitest';
import { quotaNames } from './kinds.ts';
import { readQuotas } from './settings.ts';

const read = (text: string | undefined) => {
  const problems: string[] = [];
  const limits = readQuotas({ PARLEY_PLAN_QUOTAS: text }, problems);
  return { limits, problems };
};

test('without a setting, every quota has a limit, and larger plans have more', () => {
  const { limits, problems } = read(undefined);
  expect(problems).toEqual([]);
  for (const kind of quotaNames) {
    const { free = 0, pro = 0, business = 0 } = limits[kind];
    expect([free > 0, pro > free, business > pro]).toEqual([true, true, true]);
  }
});

test('what is named changes, and the rest keeps its default', () => {
  const before = read('').limits;
  const { limits, problems } = read(
    ' free.agents=5, pro.storedBytes=50GiB,business.agents=unlimited,free.storedBytes=7',
  );
  expect(problems).toEqual([]);
  expect(limits.agents).toEqual({ free: 5, pro: before.agents.pro, business: undefined });
  expect(limits.storedBytes).toEqual({ ...before.storedBytes, free: 7, pro: 50 * 1024 ** 3 });
  expect(limits.members).toEqual(before.members);
});

test.each([
  ['agents=5', 'agents=5 must look like free.agents=500 or pro.storedBytes=50GiB'],
  ['gold.agents=5', 'gold is no plan; the plans are free, pro, business'],
  ['free.agent=5', `agent has no quota; the quotas are ${quotaNames.join(', ')}`],
  ['free.agents=0', 'free.agents must be from 1 to 9007199254740, or unlimited'],
  ['free.agents=9007199254741', 'free.agents must be from 1 to 9007199254740, or unlimited'],
  ['free.agents=5GiB', 'free.agents must be a number, or unlimited'],
  ['free.storedBytes=5GB', 'free.storedBytes must be a number of bytes such as 50GiB, or unlimited'],
  ['free.agents=5,free.agents=6', 'names free.agents twice'],
  ['free.constructor=5', `constructor has no quota; the quotas are ${quotaNames.join(', ')}`],
])('%s is refused', (text, problem) => {
  expect(read(text).problems).toEqual([`PARLEY_PLAN_QUOTAS: ${problem}`]);
});

test('every wrong entry is named', () => {
  expect(read('free.agents=x,gold.agents=5,free.members=2').problems).toHaveLength(2);
});
