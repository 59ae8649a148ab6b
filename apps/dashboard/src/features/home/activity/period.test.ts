// @module-tag pure

import { expect, it } from 'vitest';
import { readRange } from '../../../ui/lists/range.ts';
import {
  beforeWords,
  duringWords,
  eachOf,
  lengthOf,
  periodOf,
  periodWords,
  rangeProblem,
  rangeSearch,
} from './period.ts';

const today = '2026-11-25';

it('reads days of an address, and drops invalid ones', () => {
  expect(readRange({ days: 7 })).toEqual({ days: 7 });
  for (const days of [30, 8, '7', undefined]) expect(readRange({ days })).toEqual({});
  expect(readRange({ from: '2026-10-01', to: '2026-10-14', days: 7 })).toEqual({
    from: '2026-10-01',
    to: '2026-10-14',
  });
  expect(readRange({ from: 2026, to: '' })).toEqual({ from: '2026' });
  expect(readRange({ from: 'x'.repeat(99) }).from).toHaveLength(20);
});

it('knows the period of an address', () => {
  expect(periodOf({}, today)).toEqual({ period: { days: 30 } });
  expect(periodOf({ days: 90 }, today)).toEqual({ period: { days: 90 } });
  const range = { from: '2026-10-01', to: today };
  expect(periodOf(range, today)).toEqual({ period: range });
  expect(periodOf({ from: '2026-10-14', to: '2026-10-01' }, today)).toEqual({
    period: { days: 30 },
    problem: 'The first day is after the last one.',
  });
});

it.each([
  ['2026-10-01', '2026-10-14', undefined],
  ['2026-11-25', '2026-11-25', undefined],
  ['2024-11-25', '2026-11-25', undefined],
  ['2024-11-24', '2026-11-25', 'At most 731 days can be shown.'],
  ['2026-10-01', '', 'Both days are needed.'],
  ['2026-02-30', '2026-03-01', '2026-02-30 is not a day.'],
  ['2026-10-01', 'tomorrow', 'tomorrow is not a day.'],
  ['2026-10-01', '2026-11-26', 'The last day is in the future: today is 2026-11-25 in UTC.'],
])('%s to %s: %s', (from, to, problem) => {
  expect(rangeProblem(from, to, today)).toBe(problem);
});

it('names a period, and the one before', () => {
  const range = { from: '2026-10-01', to: '2026-10-14' };
  expect(periodWords(range)).toBe('Oct 1 – 14, 2026');
  expect(beforeWords(range)).toBe('14 days before');
  expect(lengthOf({ from: '2026-10-01', to: '2026-10-01' })).toBe(1);
  expect(beforeWords({ from: '2026-10-01', to: '2026-10-01' })).toBe('day before');
  expect(periodWords({ days: 7 })).toBe('the last 7 days');
  expect([duringWords({ days: 7 }), duringWords(range)]).toEqual(['in the last 7 days', 'on these days']);
  expect(eachOf({ days: 7 }, 'day')).toBe('on each of the last 7 days');
  expect(eachOf(range, 'day')).toBe('per day, Oct 1 – 14, 2026');
});

it('has search parameters for all but the usual period', () => {
  const nothing = { days: undefined, from: undefined, to: undefined };
  expect(rangeSearch({ days: 30 })).toEqual(nothing);
  expect(rangeSearch({ days: 7 })).toEqual({ ...nothing, days: 7 });
  expect(rangeSearch({ from: '2026-10-01', to: today })).toEqual({ ...nothing, from: '2026-10-01', to: today });
});
