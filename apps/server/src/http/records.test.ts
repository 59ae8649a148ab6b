import { expect, test } from 'vitest';
import { createRecords } from './records.ts';

const until = (end: number, now: number) => end <= now;

function filled(count: number, end: number) {
  const records = createRecords(until);
  for (let subject = 0; subject < count; subject += 1) records.set(`subject ${subject}`, end, 0);
  return records;
}

test('what is over goes when there are many', () => {
  const records = filled(10_000, 5_000);
  records.set('one more', 9_000, 6_000);
  expect(records.size).toBe(1);
  expect(records.get('one more')).toBe(9_000);
});

test('there is an end to them: the one written longest ago goes first', () => {
  const records = filled(100_000, 5_000);
  records.set('subject 0', 6_000, 1);
  records.set('one more', 9_000, 2);
  expect(records.size).toBe(100_000);
  expect(records.get('subject 0')).toBe(6_000);
  expect(records.get('subject 1')).toBeUndefined();
});

test('all of them are looked at once a second at most, whichever way the clock moves', () => {
  let looked = 0;
  const records = createRecords(() => {
    looked += 1;
    return false;
  });
  const write = (count: number, now: number) => {
    for (let subject = 0; subject < count; subject += 1) records.set(`${subject} at ${now}`, 0, now);
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
