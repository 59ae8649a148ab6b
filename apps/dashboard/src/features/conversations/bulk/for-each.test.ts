// @module-tag pure

import { expect, it } from 'vitest';
import { forEach } from './for-each.ts';

it('does the same for each, a few at once, and goes on after a failure', async () => {
  let [running, most] = [0, 0];
  const progress: number[] = [];
  const { done, failed } = await forEach(
    [...Array(11).keys()],
    async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (item % 5 === 0) throw new Error(`${item}`);
      return item * 2;
    },
    (finished) => progress.push(finished),
  );
  expect(most).toBe(4);
  expect(done.map(({ item, result }) => [item, result]).sort(([one = 0], [other = 0]) => one - other)).toEqual(
    [1, 2, 3, 4, 6, 7, 8, 9].map((item) => [item, item * 2]),
  );
  expect(failed.map(({ error }) => String(error)).sort()).toEqual(['Error: 0', 'Error: 10', 'Error: 5']);
  expect(progress).toEqual([...Array(11).keys()].map((index) => index + 1));
});
