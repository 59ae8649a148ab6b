import type { ErrorDetail } from '../errors.ts';
import { type Holiday, type Hours, minutesOf, type Period, weekdays } from './hours.ts';
import { isTimeZone } from './zone.ts';

/** The problems of hours, by their paths: an unknown zone, periods that end before they begin or overlap, and dates. */
export const problemsOf = ({ timeZone, days, holidays }: Hours): readonly ErrorDetail[] => [
  ...(isTimeZone(timeZone) ? [] : [{ path: 'timeZone', message: 'must be a time zone such as Europe/Berlin' }]),
  ...weekdays.flatMap((day) => periodProblems(days[day], `days.${day}`)),
  ...holidays.flatMap((holiday, at) => [
    ...dateProblems(holidays, at),
    ...periodProblems(holiday.periods, `holidays.${at}.periods`),
  ]),
];

/** The same hours, with periods in the order of the day and holidays in the order of their dates. */
export const inOrder = ({ timeZone, days, holidays }: Hours): Hours => ({
  timeZone,
  days: {
    ...{ monday: sorted(days.monday), tuesday: sorted(days.tuesday), wednesday: sorted(days.wednesday) },
    ...{ thursday: sorted(days.thursday), friday: sorted(days.friday) },
    ...{ saturday: sorted(days.saturday), sunday: sorted(days.sunday) },
  },
  holidays: [...holidays]
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .map((holiday) => ({ ...holiday, periods: sorted(holiday.periods) })),
});

const sorted = (periods: readonly Period[]): Period[] =>
  [...periods].sort((one, other) => minutesOf(one.from) - minutesOf(other.from));

function periodProblems(periods: readonly Period[], path: string): readonly ErrorDetail[] {
  return periods.flatMap(({ from, to }, at): ErrorDetail[] => {
    if (minutesOf(to) <= minutesOf(from)) return [{ path: `${path}.${at}.to`, message: `must be later than ${from}` }];
    const other = periods
      .slice(0, at)
      .find((earlier) => minutesOf(from) < minutesOf(earlier.to) && minutesOf(earlier.from) < minutesOf(to));
    if (other === undefined) return [];
    return [{ path: `${path}.${at}`, message: `overlaps with ${other.from}–${other.to}` }];
  });
}

function dateProblems(holidays: readonly Holiday[], at: number): readonly ErrorDetail[] {
  const date = holidays[at]?.date ?? '';
  const path = `holidays.${at}.date`;
  const time = Date.parse(`${date}T00:00Z`);
  // A date such as 2026-02-30 is read as one in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date)
    return [{ path, message: 'must be a date such as 2026-12-25' }];
  const isNamedBefore = holidays.findIndex((each) => each.date === date) < at;
  return isNamedBefore ? [{ path, message: 'is a holiday already' }] : [];
}
