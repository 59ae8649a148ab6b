// @module-tag pure

import { expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { createFairQueue } from './fair-queue.ts';

const busy = new AppError('unavailable', 'Busy.');

/** A queue whose work ends when the test says so; `log` has the work in the order of its start. */
function watched({ concurrent = 1, waiting = 6, waitingOfOne = 4 } = {}) {
  const queue = createFairQueue({ concurrent, waiting, waitingOfOne, onBusy: () => busy });
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (network: string, name: string) =>
    queue(network, () => {
      log.push(name);
      return new Promise<string>((end) => ends.push(() => end(name)));
    }).catch((error: unknown) => (error === busy ? `${name} refused` : `${name} failed`));
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { queue, log, ask, endAll };
}

test('networks take turns, and each is served in its own order', async () => {
  const { ask, log, endAll } = watched();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name.slice(0, 1), name));
  await endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('one network has its own bound, and leaves room for others', async () => {
  const { ask, endAll } = watched();
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1'];
  const all = names.map((name) => ask(name.slice(0, 1), name));
  await endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6 refused', 'b1', 'c1']);
});

test('in a full queue a new network takes the newest place of the one that has most', async () => {
  const { ask, endAll } = watched();
  const names = ['a0', 'a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1', 'e1', 'f1', 'g1', 'a5'];
  const all = names.map((name) => ask(name.slice(0, 1), name));
  await endAll();
  const outcome = await Promise.all(all);
  // Six wait: a1 a2 a3 a4 b1 b2. Each newcomer displaces from the longest lane, down to one place for each network.
  expect(outcome.filter((each) => !each.endsWith('refused'))).toEqual(['a0', 'a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
  expect(outcome.slice(-2)).toEqual(['g1 refused', 'a5 refused']);
});

test('runs as much as it may at once, and goes on after work that fails', async () => {
  const { queue, ask, log, endAll } = watched({ concurrent: 2 });
  const failed = queue('a', () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  expect(log).toEqual(['a1', 'a2']);
  await endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3']);
});
