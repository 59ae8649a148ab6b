// @module-tag pure

import { describe, expect, it } from 'vitest';
import { groupsOf, mayBeOverBudget, overBudget, profile } from './test-profile.mjs';

/**
 * @param {string} name
 * @param {number} testMs
 */
const file = (name, testMs) => {
  return { name, ok: true, problem: undefined, tests: [], startMs: 1000, hookMs: 500, testMs, ms: 500 + testMs };
};

describe('the profile of a run', () => {
  it('has a group for each feature and each folder of the server’s tests, and one for each other workspace', () => {
    const names = [
      'apps/server/src/features/agents/agents.test.ts',
      'apps/server/src/features/agents/versions/versions.test.ts',
      'apps/server/src/http/wire/drain.test.ts',
      'apps/server/src/config.test.ts',
      'apps/server/testing/crash/turns.test.ts',
      'apps/dashboard/testing/access/keys.test.ts',
      'apps/dashboard/src/features/chat/days.test.ts',
      'scripts/parley.test.mjs',
    ];
    const groups = groupsOf(names.map((name) => file(name, 1000)));
    expect([...groups].map(([name, its]) => [name, its.length])).toEqual([
      ['apps/server/src/features/agents', 2],
      ['apps/server/src/http', 1],
      ['apps/server/src', 1],
      ['apps/server/testing/crash', 1],
      ['apps/dashboard/testing', 1],
      ['apps/dashboard/src/features/chat', 1],
      ['scripts', 1],
    ]);
  });

  it('names the five groups that cost most, or every group', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => file(`${name}/one.test.ts`, index * 1000));
    const lines = profile(files);
    const costliest = lines.slice(lines.indexOf('the groups that cost most, in seconds:') + 2, -1);
    expect(costliest.map((line) => line.trim().split(/\s+/))).toEqual([
      ['6.5', '1.0', '0.5', '5.0', 'f', '(1)'],
      ['5.5', '1.0', '0.5', '4.0', 'e', '(1)'],
      ['4.5', '1.0', '0.5', '3.0', 'd', '(1)'],
      ['3.5', '1.0', '0.5', '2.0', 'c', '(1)'],
      ['2.5', '1.0', '0.5', '1.0', 'b', '(1)'],
    ]);
    expect(lines.at(-1)?.trim()).toMatch(/^24\.0 +6\.0 +3\.0 +15\.0 {2}the sum of all 6 files$/);
    expect(profile(files, { everyGroup: true }).filter((line) => line.endsWith('(1)'))).toHaveLength(6);
  });
});

describe('the budget of a file', () => {
  it('is half a minute alone, a minute beside others, and more on a slower machine', () => {
    const mayBe = (/** @type {number} */ ms, slowness = 1) => mayBeOverBudget(file('a.test.ts', ms), slowness);
    expect([mayBe(59_000), mayBe(61_000), mayBe(119_000, 2), mayBe(121_000, 2)]).toEqual([false, true, false, true]);
    const slow = file('a.test.ts', 39_500);
    expect(overBudget(slow, 1)).toEqual(['over budget: a.test.ts took 40.0 s alone; a file may take 30 s']);
    expect(overBudget(slow, 1.2)).toEqual([
      'over budget: a.test.ts took 40.0 s alone; a file may take 30 s, and 36.0 s on this machine now',
    ]);
    expect(overBudget(slow, 1.5)).toEqual([]);
  });
});
