// @module-tag pure

import { expect, it } from 'vitest';
import { dayBegun, dayName } from './days.ts';

const at = (...time: [number, number, number, number]) => new Date(...time).toISOString();
const now = new Date(2026, 10, 25, 9).getTime();

it('names days by the browser’s time zone', () => {
  expect(dayName(at(2026, 10, 25, 0), now)).toBe('Today');
  expect(dayName(at(2026, 10, 24, 23), now)).toBe('Yesterday');
  expect(dayName(at(2026, 10, 23, 23), now)).toBe('Monday, November 23');
  expect(dayName(at(2025, 10, 23, 12), now)).toBe('November 23, 2025');
});

it('a message begins a day if the one before is of another day', () => {
  expect(dayBegun(at(2026, 10, 25, 1), at(2026, 10, 24, 23), now)).toBe('Today');
  expect(dayBegun(at(2026, 10, 25, 1), at(2026, 10, 25, 0), now)).toBeUndefined();
  expect(dayBegun(at(2026, 10, 24, 1), undefined, now)).toBe('Yesterday');
  expect(dayBegun(at(2026, 10, 25, 1), undefined, now)).toBeUndefined();
});
