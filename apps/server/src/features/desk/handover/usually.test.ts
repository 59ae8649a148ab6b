// @module-tag pure
import { describe, expect, test } from 'vitest';
import { usuallyWithin } from './usually.ts';

const minutes = (...of: readonly (number | undefined)[]) => of.map((each) => each && each * 60_000);

describe('the time within which people usually answer', () => {
  const rows: readonly [name: string, waits: readonly (number | undefined)[], seconds: number | null][] = [
    ['is not known from two answers', minutes(1, 1), null],
    ['is the median, rounded up', minutes(1, 6, 100), 900],
    ['is a step itself', minutes(5, 5, 5, 5), 300],
    ['is the lower of two in the middle', minutes(4, 4, 20, 20), 300],
    ['is within half an hour, an hour, or a day', minutes(61, 61, 61), 7_200],
    ['is not told if it is longer than a day', minutes(1, 1_441, 2_000), null],
    ['counts those without an answer', minutes(1, undefined, undefined), null],
    ['does not depend on the order', minutes(undefined, 3, 2), 300],
  ];
  test.each(rows)('%s', (_name, waits, seconds) => {
    expect(usuallyWithin(waits)).toBe(seconds);
  });
});
