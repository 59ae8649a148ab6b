// @module-tag pure
import { expect, test } from 'vitest';
import { createFairPool } from './fair-pool.ts';

/** Creates turns whose holders a test can see. */
function line(processes: number, waiting = 100) {
  const turns = createFairPool({ processes, waiting });
  const { signal } = new AbortController();
  const started: string[] = [];
  const enter = (name: string) => turns.enter(name.charAt(0), signal).then(() => void started.push(name));
  return {
    turns,
    enter,
    /** Names of those that have had a turn so far, in order. */
    started: async () => {
      await new Promise(setImmediate);
      return started.join(' ');
    },
  };
}

test('an account never has the last process, however much of it waits', async () => {
  const { enter, started } = line(2);
  for (const name of ['a1', 'a2', 'a3']) void enter(name);
  expect(await started()).toBe('a1');
  void enter('b1');
  expect(await started()).toBe('a1 b1');
});

test('accounts take turns, one document each', async () => {
  const { turns, enter, started } = line(3);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void enter(name);
  expect(await started()).toBe('a1 a2 b1');
  turns.leave('a');
  expect(await started()).toBe('a1 a2 b1 c1');
  turns.leave('a');
  expect(await started()).toBe('a1 a2 b1 c1 a3');
  turns.leave('c');
  expect(await started()).toBe('a1 a2 b1 c1 a3 b2');
});

test('a single process is shared between documents', async () => {
  const { turns, enter, started } = line(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void enter(name);
  for (const account of ['a', 'b', 'c', 'a']) {
    await started();
    turns.leave(account);
  }
  expect(await started()).toBe('a1 b1 c1 a2 a3');
});

test('what waits of an account is bounded, and others are not refused', async () => {
  const { turns, enter, started } = line(2, 2);
  for (const name of ['a1', 'a2', 'a3']) void enter(name);
  await expect(enter('a4')).rejects.toMatchObject({ code: 'internal_error', retry: true });
  await enter('b1');
  turns.leave('a');
  void enter('a5');
  expect(await started()).toBe('a1 b1 a2');
});

test('an abort takes its document out of the line, and a close all', async () => {
  const { turns, enter, started } = line(1);
  void enter('a1');
  const controller = new AbortController();
  const aborted = turns.enter('a', controller.signal);
  const waiting = enter('b1');
  const reason = new Error('Enough.');
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  turns.close(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(enter('c1')).rejects.toBe(reason);
  await expect(turns.enter('c', controller.signal)).rejects.toBe(reason);
  expect(await started()).toBe('a1');
});
