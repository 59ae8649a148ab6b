// @module-tag pure
import { expect, test } from 'vitest';
import { createRounds } from './rounds.ts';

/** Rounds whose waits end when the test says so. */
function started(intervals: (number | undefined)[]) {
  const waits: { readonly run: () => void; readonly ms: number }[] = [];
  const ran: string[] = [];
  const ended: string[] = [];
  const errors: unknown[] = [];
  const rounds = createRounds(
    async (conversation) => {
      ran.push(conversation);
      if (intervals.length === 0) throw new Error('gone');
      return intervals.shift();
    },
    {
      onError: (error) => errors.push(error),
      onEnd: (conversation) => ended.push(conversation),
      wait: (run, ms) => {
        const entry = { run, ms };
        waits.push(entry);
        return () => void waits.splice(waits.indexOf(entry), 1);
      },
    },
  );
  /** Ends the oldest wait, and returns how long it was. */
  const next = async () => {
    const entry = waits.shift();
    entry?.run();
    await new Promise(setImmediate);
    return entry?.ms;
  };
  return { rounds, waits, ran, ended, errors, next };
}

test('a conversation has one round at a time, however often it begins', async () => {
  const { rounds, ran, ended, next } = started([4_000, undefined, undefined]);
  expect([rounds.begin('one', 0), rounds.begin('one', 0), rounds.begin('one', 500)]).toEqual([true, true, true]);
  expect([await next(), await next(), await next()]).toEqual([0, 4_000, undefined]);
  expect([ran, ended]).toEqual([['one', 'one'], ['one']]);
  rounds.begin('one', 1_000);
  expect(await next()).toBe(1_000);
  expect(ran).toHaveLength(3);
});

test('a failed round is reported and is the last one', async () => {
  const { rounds, ended, errors, next } = started([]);
  rounds.begin('one', 0);
  await next();
  expect([ended, errors]).toEqual([['one'], [new Error('gone')]]);
});

test('conversations beyond a thousand are ignored, and the end stops all', async () => {
  const { rounds, waits } = started([]);
  const begun = Array.from({ length: 1_001 }, (_, number) => rounds.begin(`${number}`, 0));
  expect(begun.filter(Boolean)).toHaveLength(1_000);
  rounds.close();
  expect([waits.length, rounds.begin('late', 0)]).toEqual([0, false]);
});
