// @module-tag pure

import { describe, expect, onTestFinished, test } from 'vitest';
import { createPace } from './pace.ts';

/** A pace whose clock moves by work alone. */
function paced({ budgetMs = 10, atOnce = 2 } = {}) {
  let time = 0;
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));
  const worked = new Map<number, number>();
  return {
    pace: createPace({ budgetMs, atOnce, now: () => time }),
    /** Works after some microtasks. */
    work: async (ms: number) => {
      for (let task = 0; task < 5; task += 1) await undefined;
      time += ms;
      worked.set(turn, (worked.get(turn) ?? 0) + ms);
    },
    /** The work of each turn of the loop, in ms. */
    turns: () => [...worked.values()],
  };
}

describe('a pace', () => {
  test('lets work pass at once until it has taken its time', async () => {
    const { pace, work } = paced({ atOnce: 100 });
    const passed: boolean[] = [];
    for (let piece = 0; piece < 5; piece += 1) {
      const turn = pace.due();
      passed.push(turn === undefined);
      await turn;
      await work(4);
    }
    expect(passed).toEqual([true, true, true, false, true]);
  });

  test('spreads work that is ready at once over turns, in order', async () => {
    const { pace, work, turns } = paced();
    const order: number[] = [];
    const pieces = Array.from({ length: 40 }, async (_, index) => {
      await pace.due();
      order.push(index);
      await work(4);
    });
    await Promise.all(pieces);
    expect(order).toEqual(pieces.map((_, index) => index));
    // Each turn of the loop does three pieces; the two that passed before any had worked may come on top.
    expect(Math.max(...turns())).toBeLessThanOrEqual(5 * 4);
    expect(turns().length).toBeGreaterThanOrEqual(12);
  });

  test('a pause lasts until the next turn, however little there is to do', async () => {
    const { pace } = paced();
    let polled = false;
    setImmediate(() => {
      polled = true;
    });
    await pace.pause();
    expect(polled).toBe(true);
  });

  test('a caller that asks again waits behind the others', async () => {
    const { pace, work } = paced({ budgetMs: 1 });
    const order: string[] = [];
    const repeat = async (name: string) => {
      for (let piece = 0; piece < 3; piece += 1) {
        await pace.pause();
        order.push(name);
        await work(4);
      }
    };
    await Promise.all([repeat('a'), repeat('b'), repeat('c')]);
    expect(order.join('')).toBe('abcabcabc');
  });
});
