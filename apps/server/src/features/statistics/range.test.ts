// @module-tag pure

import { expect, test } from 'vitest';
import { dateOf, intervalsOf, rangeOf } from './range.ts';

const now = Date.parse('2026-11-25T15:00:00Z');
const read = (query: { from?: string; to?: string; days?: number }) => {
  const range = rangeOf({ workspaceId: 'ws_1', ...query }, now);
  const { first, length, interval } = range;
  return { range, shown: [dateOf(first), dateOf(first + length - 1), interval] };
};

test.each([
  [{}, '2026-10-27', '2026-11-25', 'day'],
  [{ days: 1 }, '2026-11-25', '2026-11-25', 'day'],
  [{ days: 7, to: '2026-03-01' }, '2026-02-23', '2026-03-01', 'day'],
  [{ from: '2026-11-25' }, '2026-11-25', '2026-11-25', 'day'],
  [{ from: '2026-08-28' }, '2026-08-28', '2026-11-25', 'day'],
  [{ from: '2026-08-27' }, '2026-08-27', '2026-11-25', 'week'],
  [{ from: '2024-01-01', to: '2024-12-31' }, '2024-01-01', '2024-12-31', 'week'],
  [{ from: '2024-01-01', to: '2025-01-01' }, '2024-01-01', '2025-01-01', 'month'],
  [{ from: '2024-01-01', to: '2025-12-31' }, '2024-01-01', '2025-12-31', 'month'],
] as const)('%j: from %s to %s, by %s', (query, ...expected) => {
  expect(read(query).shown).toEqual(expected);
});

test('weeks begin on Monday and months with their first; the first interval is cut', () => {
  const weeks = intervalsOf(read({ from: '2026-02-05', to: '2026-11-25' }).range).map(dateOf);
  expect(weeks.slice(0, 3)).toEqual(['2026-02-05', '2026-02-09', '2026-02-16']);
  expect(weeks.at(-1)).toBe('2026-11-23');
  const months = intervalsOf(read({ from: '2024-12-20', to: '2026-02-01' }).range).map(dateOf);
  expect(months.slice(0, 3)).toEqual(['2024-12-20', '2025-01-01', '2025-02-01']);
  expect(months.at(-1)).toBe('2026-02-01');
  expect(intervalsOf(read({ days: 3 }).range)).toHaveLength(3);
});

test.each([
  [{ to: '2026-11-26' }, 'to must not be after today, which is 2026-11-25 in UTC.'],
  [{ from: '2026-11-26' }, 'from must not be after today, which is 2026-11-25.'],
  [{ from: '2026-10-14', to: '2026-10-01' }, 'from must not be after to, 2026-10-01.'],
  [{ from: '2026-02-30' }, 'from must be a day such as 2026-01-31.'],
  [{ to: '2026-13-01' }, 'to must be a day such as 2026-01-31.'],
  [{ from: '2026-11-01', days: 7 }, 'days must not be given together with from.'],
  [{ from: '2023-12-31', to: '2025-12-31' }, 'from and to must have at most 731 days between them, both included.'],
])('%j is refused: %s', (query, message) => {
  expect(() => read(query)).toThrow(message);
});
