// @module-tag pure

import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 5, 15, 12);
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [119 * 60, '2 hours ago'],
  [24 * 3600, 'yesterday'],
  [6.6 * 24 * 3600, '7 days ago'],
])('says of %d seconds ago: %s', (seconds, words) => {
  expect(relativeTime(ago(seconds), now)).toBe(words);
});

it.each([
  [30, 'in a moment'],
  [90 * 24 * 3600 - 5, 'in 3 months'],
  [365 * 24 * 3600, 'next year'],
])('says of a time in %d seconds: %s', (seconds, words) => {
  expect(relativeTime(ago(-seconds), now, true)).toBe(words);
});

it('never says of the past that it is to come, although the clock of this machine is slow', () => {
  for (const seconds of [1, 30, 3600, 400 * 24 * 3600]) expect(relativeTime(ago(-seconds), now)).toBe('just now');
});
