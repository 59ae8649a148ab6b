import { expect, it } from 'vitest';
import { relativeTime } from './time.tsx';

const now = Date.UTC(2026, 5, 15, 12);
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [119 * 60, '2 hours ago'],
  [24 * 3600, 'yesterday'],
  [6.6 * 24 * 3600, '7 days ago'],
  [-30, 'in a moment'],
  [-90 * 24 * 3600 + 5, 'in 3 months'],
  [-365 * 24 * 3600, 'next year'],
])('says of %d seconds ago: %s', (seconds, words) => {
  expect(relativeTime(ago(seconds), now)).toBe(words);
});
