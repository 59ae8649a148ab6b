// @module-tag pure
import { expect, test } from 'vitest';
import { restChoices } from './rests.ts';

const days = (now: Date) => restChoices(now.getTime()).map(({ value }) => new Date(value));

test('rests end in hours, or on a later morning', () => {
  // A Wednesday.
  const now = new Date(2026, 10, 25, 15, 30);
  const [one, four, tomorrow, monday, month] = days(now);
  expect([one, four].map((time) => (time?.getTime() ?? 0) - now.getTime())).toEqual([3_600_000, 14_400_000]);
  expect(tomorrow).toEqual(new Date(2026, 10, 26, 9));
  expect(monday).toEqual(new Date(2026, 10, 30, 9));
  expect(month).toEqual(new Date(2026, 11, 25, 9));
});

test('from a Monday, Monday is the next one', () => {
  expect(days(new Date(2026, 10, 30, 8))[3]).toEqual(new Date(2026, 11, 7, 9));
});

test.each([0, 1, 2, 3, 4, 5, 6])('no two are alike on day %i of the week', (day) => {
  const found = days(new Date(2026, 10, 29 + day, 8)).map(Number);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toContain(Number(new Date(2026, 10, day === 0 ? 30 : 30 + day, 9)));
});
