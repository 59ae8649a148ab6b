import { expect, test } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

const until = (end: number, now: number) => end <= now;

function filled(count: number, end: number) {
  const map = createBoundedMap(until);
  for (let subject = 0; subject < count; subject += 1) map.set(`subject ${subject}`, end, 0);
  return map;
}

test('what is over goes when there are many', () => {
  const map = filled(10_000, 5_000);
  map.set('one more', 9_000, 6_000);
  expect(map.size).toBe(1);
  expect(map.get('one more')).toBe(9_000);
});

test('there is an end to them: the one written longest ago goes first', () => {
  const map = filled(100_000, 5_000);
  map.set('subject 0', 6_000, 1);
  map.set('one more', 9_000, 2);
  expect(map.size).toBe(100_000);
  expect(map.get('subject 0')).toBe(6_000);
  expect(map.get('subject 1')).toBeUndefined();
});

test('all of them are looked at once a second at most, whichever way the clock moves', () => {
  let looked = 0;
  const map = createBoundedMap(() => {
    looked += 1;
    return false;
  });
  const write = (count: number, now: number) => {
    for (let subject = 0; subject < count; subject += 1) map.set(`${subject} at ${now}`, 0, now);
    const seen = looked;
    looked = 0;
    return seen;
  };
  expect(write(10_000, 5_000)).toBe(0);
  expect(write(1_000, 5_500)).toBe(10_000);
  expect(write(1_000, 6_499)).toBe(0);
  expect(write(1_000, 6_500)).toBe(12_000);
  expect(write(1_000, 1_000)).toBe(13_000);
});
