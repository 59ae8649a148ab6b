// @module-tag pure
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, problemsOf } from './check.ts';
import { type Hours, type Period, weekdays } from './hours.ts';
import { isOpenAt, nextOpening } from './opening.ts';
import { isTimeZone, localTime } from './zone.ts';

const day = (...periods: readonly string[]): Period[] =>
  periods.map((period) => ({ from: period.slice(0, 5), to: period.slice(6) }));

const hoursOf = (timeZone: string, periods: readonly Period[], change: Partial<Hours> = {}): Hours => ({
  timeZone,
  days: Object.fromEntries(weekdays.map((each) => [each, periods])) as Hours['days'],
  holidays: [],
  ...change,
});
const ms = (time: string) => Date.parse(time);
const iso = (time: number | undefined) => time !== undefined && new Date(time).toISOString().slice(0, 16);

const office = {
  ...hoursOf('Europe/Berlin', day('09:00-12:30', '13:30-18:00')),
  holidays: [
    { date: '2026-12-25', name: 'Christmas', periods: [] },
    { date: '2026-12-24', name: '', periods: day('09:00-12:00') },
  ],
};
const weekend = { ...office, days: { ...office.days, saturday: [], sunday: [] } };

describe('hours', () => {
  test('are open from the start of a period up to its end, by the clock of the zone', () => {
    const open = (time: string) => isOpenAt(office, ms(time));
    expect(open('2026-06-01T06:59:59.999Z')).toBe(false);
    expect(open('2026-06-01T07:00Z')).toBe(true);
    expect(open('2026-06-01T10:30Z')).toBe(false);
    expect(open('2026-06-01T11:30Z')).toBe(true);
    expect(open('2026-06-01T16:00Z')).toBe(false);
    expect(open('2026-01-01T07:30Z')).toBe(false);
  });

  test('of a holiday replace those of its weekday', () => {
    expect(isOpenAt(office, ms('2026-12-25T10:00Z'))).toBe(false);
    expect(isOpenAt(office, ms('2026-12-24T10:00Z'))).toBe(true);
    expect(isOpenAt(office, ms('2026-12-24T13:00Z'))).toBe(false);
    expect(iso(nextOpening(office, ms('2026-12-24T11:00Z')))).toBe('2026-12-26T08:00');
  });

  test('last to midnight at 24:00', () => {
    const late = hoursOf('Asia/Kathmandu', day('22:00-24:00', '00:00-02:00'));
    expect(isOpenAt(late, ms('2026-06-01T18:14:59Z'))).toBe(true);
    expect(isOpenAt(late, ms('2026-06-01T18:15:00Z'))).toBe(true);
    expect(isOpenAt(late, ms('2026-06-01T20:15:00Z'))).toBe(false);
    expect(iso(nextOpening(late, ms('2026-06-01T20:15:00Z')))).toBe('2026-06-02T16:15');
  });

  test('open next after a break, a night, a weekend; now if they are open', () => {
    const next = (time: string) => iso(nextOpening(weekend, ms(time)));
    expect(next('2026-06-05T10:45Z')).toBe('2026-06-05T11:30');
    expect(next('2026-06-04T17:00Z')).toBe('2026-06-05T07:00');
    expect(next('2026-06-05T16:00Z')).toBe('2026-06-08T07:00');
    expect(next('2026-06-05T07:07Z')).toBe('2026-06-05T07:07');
  });

  test('that never open have no next opening, and those of the only holiday far ahead have', () => {
    const never = hoursOf('Europe/Berlin', []);
    expect(nextOpening(never, ms('2026-06-01T00:00Z'))).toBeUndefined();
    const once = { ...never, holidays: [{ date: '2027-06-30', name: '', periods: day('10:00-11:00') }] };
    expect(iso(nextOpening(once, ms('2026-06-01T00:00Z')))).toBe('2027-06-30T08:00');
    expect(nextOpening(once, ms('2026-01-01T00:00Z'))).toBeUndefined();
  });

  describe('when clocks change', () => {
    /** Zone, periods, a moment, and the next opening after it. */
    const rows: readonly [name: string, zone: string, periods: string, from: string, opens: string | false][] = [
      ['forward, the morning after', 'Europe/Berlin', '09:00-17:00', '2026-03-28T17:00Z', '2026-03-29T07:00'],
      ['back, the morning after', 'Europe/Berlin', '09:00-17:00', '2026-10-24T17:00Z', '2026-10-25T08:00'],
      ['forward, over the start', 'Europe/Berlin', '02:30-05:00', '2026-03-28T22:00Z', '2026-03-29T01:00'],
      ['forward, over the whole period', 'Europe/Berlin', '02:10-02:50', '2026-03-28T22:00Z', '2026-03-30T00:10'],
      ['back, the hour comes twice', 'Europe/Berlin', '02:10-02:20', '2026-10-25T00:30Z', '2026-10-25T01:10'],
      ['back, in the middle of a period', 'Europe/Berlin', '01:30-02:30', '2026-10-25T00:40Z', '2026-10-25T01:00'],
      ['forward in New York', 'America/New_York', '08:00-12:00', '2026-03-07T20:00Z', '2026-03-08T12:00'],
      ['back in New York', 'America/New_York', '08:00-12:00', '2026-10-31T20:00Z', '2026-11-01T13:00'],
      ['back by half an hour', 'Australia/Lord_Howe', '01:35-01:50', '2026-04-04T14:55Z', '2026-04-04T15:05'],
      ['forward by half an hour', 'Australia/Lord_Howe', '02:10-03:00', '2026-10-03T14:00Z', '2026-10-03T15:30'],
      ['a day that was skipped', 'Pacific/Apia', '09:00-10:00', '2011-12-29T21:00Z', '2011-12-30T19:00'],
      ['no daylight saving time', 'Asia/Kathmandu', '09:00-10:00', '2026-06-01T05:00Z', '2026-06-02T03:15'],
    ];
    test.each(rows)('%s', (_name, zone, period, from, opens) => {
      expect(iso(nextOpening(hoursOf(zone, day(period)), ms(from)))).toBe(opens);
    });

    test('the next opening is open, and no minute before it is', () => {
      const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'];
      const changes = [
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-04',
        '2026-10-25',
        '2026-11-01',
        '2011-12-30',
      ];
      const minute = fc.integer({ min: 0, max: 96 });
      const clock = (quarters: number) =>
        `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
      const cases = fc.record({
        zone: fc.constantFrom(...zones),
        around: fc.constantFrom(...changes),
        from: fc.integer({ min: -2 * 1440, max: 2 * 1440 }),
        period: fc.tuple(minute, minute).filter(([one, other]) => one < other),
      });
      fc.assert(
        fc.property(cases, ({ zone, around, from, period: [one, other] }) => {
          const hours = hoursOf(zone, day(`${clock(one)}-${clock(other)}`));
          const start = ms(`${around}T00:00Z`) + from * 60_000;
          const opens = nextOpening(hours, start) ?? Number.NaN;
          expect(isOpenAt(hours, opens)).toBe(true);
          for (let at = start; at < opens; at += 5 * 60_000) expect(isOpenAt(hours, at)).toBe(false);
        }),
        { numRuns: 150 },
      );
    });
  });

  test('name a zone of the database, and no offset', () => {
    for (const zone of ['Europe/Berlin', 'europe/berlin', 'UTC', 'Asia/Kathmandu']) expect(isTimeZone(zone)).toBe(true);
    for (const zone of ['', 'Mars/Olympus', '+02:00', 'Europe']) expect(isTimeZone(zone)).toBe(false);
    expect(localTime('Pacific/Apia', ms('2026-06-01T12:30Z'))).toEqual({ date: '2026-06-02', minutes: 90 });
  });

  test('with problems are refused by their paths', () => {
    const hours = hoursOf('Mars/Olympus', [], {
      days: { ...office.days, monday: day('09:00-12:00', '11:59-13:00'), tuesday: day('10:00-10:00') },
      holidays: [
        { date: '2026-02-30', name: '', periods: [] },
        { date: '2026-12-25', name: '', periods: day('18:00-09:00') },
        { date: '2026-12-25', name: '', periods: [] },
      ],
    });
    expect(problemsOf(hours)).toEqual([
      { path: 'timeZone', message: 'must be a time zone such as Europe/Berlin' },
      { path: 'days.monday.1', message: 'overlaps with 09:00–12:00' },
      { path: 'days.tuesday.0.to', message: 'must be later than 10:00' },
      { path: 'holidays.0.date', message: 'must be a date such as 2026-12-25' },
      { path: 'holidays.1.periods.0.to', message: 'must be later than 18:00' },
      { path: 'holidays.2.date', message: 'is a holiday already' },
    ]);
    expect(problemsOf(office)).toEqual([]);
  });

  test('are kept in the order of the day and of dates', () => {
    const { days, holidays } = inOrder({
      ...office,
      days: { ...office.days, monday: day('13:00-14:00', '09:00-13:00') },
    });
    expect(days.monday).toEqual(day('09:00-13:00', '13:00-14:00'));
    expect(holidays.map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-25']);
  });
});
