// @module-tag pure
import { describe, expect, test } from 'vitest';
import { noPayload } from '../kind.ts';
import { type Lane, type Place, shareOf } from './concurrency-shares.ts';

const kindOf = (name: string, limits: object = {}) => ({ name, payload: noPayload, timeoutMs: 1, ...limits });
const laneOf = (name: string, limits: object = {}): Lane => ({ kind: kindOf(name, limits), isSlow: false });

/**
 * Returns the running jobs after accounts have claimed from the lanes, in this order, until none of them may claim
 * more.
 */
function filled(lanes: readonly Lane[], accounts: readonly string[], before: readonly Place[] = []): Place[] {
  const places = [...before];
  for (let count = -1; count < places.length; ) {
    count = places.length;
    for (const account of accounts) {
      for (const lane of lanes) {
        const { jobs, busy } = shareOf(lane, places);
        const { kind, isSlow } = lane;
        if (jobs > 0 && !busy.includes(account)) places.push({ kind: kind.name, account, isSlow, isAside: false });
      }
    }
  }
  return places;
}

const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const mayStart = (lane: Lane, places: readonly Place[], account = 'new') => {
  const { jobs, busy } = shareOf(lane, places);
  return jobs > 0 && !busy.includes(account);
};

describe('the shares of jobs', () => {
  const sizes = [2, 3, 4, 8, 16];

  test('leave a place of each kind to others, whatever one account has queued', () => {
    const lanes = sizes.map((concurrency) => laneOf(`kind_${concurrency}`, { concurrency }));
    for (const order of [lanes, lanes.toReversed()]) {
      const places = filled(order, ['greedy']);
      expect(places.length).toBeGreaterThan(4);
      for (const lane of lanes) expect(mayStart(lane, places), lane.kind.name).toBe(true);
    }
  });

  test('give one account half of a kind, and less if others have some', () => {
    const counts = sizes.map((concurrency) => filled([laneOf('kind', { concurrency })], ['one']).length);
    expect(counts).toEqual([1, 2, 2, 4, 4]);
    const two = filled([laneOf('kind', { concurrency: 4 })], ['one', 'two']);
    expect(two).toHaveLength(3);
    expect(mayStart(laneOf('kind', { concurrency: 4 }), two)).toBe(true);
    expect(mayStart(laneOf('kind', { concurrency: 4 }), two, 'one')).toBe(false);
  });

  test('leave half of a process to other kinds', () => {
    const places = filled([laneOf('slow', { concurrency: 16 })], many(30, 'account'));
    expect(places).toHaveLength(8);
    expect(mayStart(laneOf('other'), places)).toBe(true);
  });

  test('offer no more jobs at once than each account may take', () => {
    const lane = laneOf('kind', { concurrency: 4 });
    const one: Place = { kind: 'kind', account: 'one', isSlow: false, isAside: false };
    expect(shareOf(lane, [])).toEqual({ jobs: 4, busy: [] });
    expect(shareOf(lane, [one])).toEqual({ jobs: 2, busy: [] });
    expect(shareOf(lane, [one, one])).toEqual({ jobs: 2, busy: ['one'] });
    expect(shareOf(laneOf('kind', { concurrency: 4, perAccount: 1 }), [one])).toEqual({ jobs: 3, busy: ['one'] });
  });

  test('let an account have one place in the slow lane', () => {
    const slow = { kind: kindOf('kind', { concurrency: 8 }), isSlow: true };
    const places = filled([slow], ['one']);
    expect(places).toHaveLength(1);
    expect(mayStart(slow, places, 'two')).toBe(true);
    expect(mayStart({ ...slow, isSlow: false }, places, 'one')).toBe(true);
  });

  test('do not count what stands aside, up to a limit', () => {
    const lane = laneOf('kind', { concurrency: 2, aside: 4 });
    const aside = (account: string): Place => ({ kind: 'kind', account, isSlow: false, isAside: true });
    let places: Place[] = [];
    for (let count = -1; count < places.length; ) {
      count = places.length;
      places = filled([lane], ['one'], places).map(({ account }) => aside(account));
    }
    expect(places).toHaveLength(3);
    expect(mayStart(lane, places)).toBe(true);
    expect(mayStart(lane, many(6, 'account').map(aside))).toBe(false);
  });
});
