// @module-tag pure
import { describe, expect, it } from 'vitest';
import { bodyOf, momentWords, nextPeriod, problemsOf, readTime, valuesOf } from './hours-values.ts';

const none = {
  ...{ workspace: 'ws_1', timeZone: null, days: null, holidays: [], open: true, opensAt: null, updatedAt: null },
};

it.each([
  ['9', '09:00'],
  [' 09:30 ', '09:30'],
  ['0930', '09:30'],
  ['9.15', '09:15'],
  ['24', '24:00'],
  ['24:01', '24:01'],
  ['9:60', '9:60'],
  ['noon', 'noon'],
])('%j is read as %j', (typed, time) => expect(readTime(typed)).toBe(time));

describe('values', () => {
  it('propose nine to five on working days, in the time zone of the browser', () => {
    const { timeZone, days } = valuesOf(none, 'Asia/Tokyo');
    expect(timeZone).toBe('Asia/Tokyo');
    expect(days.friday).toEqual([{ from: '09:00', to: '17:00' }]);
    expect(days.sunday).toEqual([]);
  });

  it('name each wrong time by its path', () => {
    const values = valuesOf(none, 'UTC');
    values.days.monday = [{ from: '9', to: 'late' }];
    values.holidays = [{ date: '', name: '', periods: [{ from: '', to: '12' }] }];
    expect(Object.keys(problemsOf(values))).toEqual([
      'days.monday.0.to',
      'holidays.0.date',
      'holidays.0.periods.0.from',
    ]);
    expect(bodyOf(values).days.monday).toEqual([{ from: '09:00', to: 'late' }]);
  });

  it('propose a period after the last one', () => {
    expect(nextPeriod([{ from: '09:00', to: '12:30' }])).toEqual({ from: '13:00', to: '17:00' });
    expect(nextPeriod([{ from: '09:00', to: '21:00' }])).toEqual({ from: '22:00', to: '24:00' });
  });
});

it('a moment has its date if it is beyond a week', () => {
  const now = Date.parse('2026-11-29T12:00Z');
  expect(momentWords(Date.parse('2026-11-30T08:00Z'), 'Europe/Berlin', now)).toMatch(/^Monday[ ,at]+09:00$/);
  expect(momentWords(Date.parse('2026-12-28T08:00Z'), 'Europe/Berlin', now)).toMatch(/28 December.* 09:00$/);
});
