// @module-tag pure

import { describe, expect, test } from 'vitest';
import { createGate, createLanes } from './lanes.ts';

/** Lanes with things named after their lane, such as `a1`. */
function lanesWith(...names: readonly string[]) {
  const lanes = createLanes<string>();
  for (const name of names) lanes.add(name.slice(0, 1), name);
  const rest = (mayGo?: (lane: string) => boolean) => {
    const taken: string[] = [];
    for (let next = lanes.next(mayGo); next !== undefined; next = lanes.next(mayGo)) taken.push(next);
    return taken;
  };
  return { lanes, rest };
}

describe('lanes', () => {
  test('take turns, each in its own order', () => {
    const { lanes, rest } = lanesWith('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    expect(lanes.size()).toBe(6);
    expect(rest()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(lanes.size()).toBe(0);
  });

  test('give a newcomer its turn after those that wait already', () => {
    const { lanes, rest } = lanesWith('a1', 'a2', 'a3', 'b1');
    expect(lanes.next()).toBe('a1');
    lanes.add('c', 'c1');
    expect(rest()).toEqual(['b1', 'a2', 'c1', 'a3']);
  });

  test('pass over those that may not go, which keep their place', () => {
    const { lanes, rest } = lanesWith('a1', 'b1', 'b2', 'c1');
    expect(rest((lane) => lane === 'b')).toEqual(['b1', 'b2']);
    expect(lanes.next(() => false)).toBeUndefined();
    expect([lanes.size(), lanes.lengthOf('a'), lanes.lengthOf('b')]).toEqual([2, 1, 0]);
    expect(rest()).toEqual(['a1', 'c1']);
  });

  test('let go of what leaves', () => {
    const { lanes, rest } = lanesWith('a1', 'a2', 'a3', 'b1');
    expect([lanes.remove('a', 'a2'), lanes.remove('a', 'a2'), lanes.remove('z', 'a1')]).toEqual([true, false, false]);
    expect(lanes.remove('b', 'b1')).toBe(true);
    expect(rest()).toEqual(['a1', 'a3']);
  });

  test('give the newest of the longest one, if that is long enough', () => {
    const { lanes, rest } = lanesWith('a1', 'b1', 'b2', 'b3', 'c1', 'c2');
    expect(lanes.takeNewest(3)).toBeUndefined();
    expect([lanes.takeNewest(2), lanes.takeNewest(1)]).toEqual(['b3', 'b2']);
    expect(lanes.size()).toBe(4);
    expect(rest()).toEqual(['a1', 'b1', 'c1', 'c2']);
  });
});

describe('a gate', () => {
  /** A gate whose work ends when it is told to; `started` has the work in the order of its start. */
  function watched(bounds: { atOnce: number; ofOne: number }) {
    const gate = createGate(bounds);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string) =>
      gate(name.slice(0, 1), () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      });
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { gate, ask, end, started };
  }

  test('lets a part of one lane run, and leaves room for others', async () => {
    const { ask, end, started } = watched({ atOnce: 3, ofOne: 2 });
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(ask);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    // The first lane has its share already.
    expect(started.slice(3)).toEqual(['b2']);
    for (const name of ['a1', 'a2', 'b2', 'a3', 'c1', 'a4']) await end(name);
    expect(started.slice(4).sort()).toEqual(['a3', 'a4', 'c1']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  });

  test('makes room when work leaves, once', async () => {
    const { gate, ask, end, started } = watched({ atOnce: 1, ofOne: 1 });
    let leave = () => {};
    let finish = () => {};
    const long = gate('a', (leaving) => {
      leave = leaving;
      return new Promise<string>((resolve) => {
        finish = () => resolve('long');
      });
    });
    const all = ['a1', 'a2'].map(ask);
    expect(started).toEqual([]);
    leave();
    leave();
    expect(started).toEqual(['a1']);
    finish();
    expect(await long).toBe('long');
    expect(started).toEqual(['a1']);
    await end('a1');
    await end('a2');
    expect(await Promise.all(all)).toEqual(['a1', 'a2']);
  });

  test('goes on after work that fails', async () => {
    const { gate, ask, end } = watched({ atOnce: 1, ofOne: 1 });
    const broken = gate('a', () => Promise.reject(new Error('broken')));
    const next = ask('a1');
    await expect(broken).rejects.toThrow('broken');
    await end('a1');
    expect(await next).toBe('a1');
  });
});
