import { invalid } from '../../errors.ts';
import { longestRange, type Statistics, type StatisticsQuery, usualDays } from './schema.ts';

const day = 24 * 60 * 60 * 1000;

/** Max days that are counted one by one, and week by week. Charts have no room for more points. */
const most = { days: 90, weeks: 366 } as const;

/** The days that a query is about, as numbers of days since 1970 in UTC, and how they are grouped. */
export interface Range {
  readonly first: number;
  readonly length: number;
  readonly interval: Statistics['interval'];
}

/** Reads the days of a query. Throws `validation_failed` if its days don't exist, are too many or not over. */
export function rangeOf({ from, to, days }: StatisticsQuery, now: number): Range {
  const today = Math.floor(now / day);
  const last = to === undefined ? today : dayOf('to', to);
  if (last > today) throw refused('to', `must not be after today, which is ${dateOf(today)} in UTC`);
  if (from === undefined) return rangeFrom(last - (days ?? usualDays) + 1, last);
  if (days !== undefined) throw refused('days', 'must not be given together with from');
  const first = dayOf('from', from);
  if (first > last)
    throw refused('from', `must not be after ${to === undefined ? 'today, which is' : 'to,'} ${dateOf(last)}`);
  if (last - first >= longestRange)
    throw refused('from', `and to must have at most ${longestRange} days between them, both included`);
  return rangeFrom(first, last);
}

/** A day, by its number since 1970. */
export const dateOf = (of: number): string => new Date(of * day).toISOString().slice(0, 10);

/** The first days of the intervals of a range; the first interval begins with the range. */
export function intervalsOf({ first, length, interval }: Range): number[] {
  const days = Array.from({ length }, (_, index) => first + index);
  return days.filter((each) => each === first || begins[interval](each));
}

/** True if an interval begins with a day. The first day of 1970 was a Thursday, and weeks begin on Monday. */
const begins: Record<Statistics['interval'], (day: number) => boolean> = {
  day: () => true,
  week: (of) => (of + 3) % 7 === 0,
  month: (of) => new Date(of * day).getUTCDate() === 1,
};

function rangeFrom(first: number, last: number): Range {
  const length = last - first + 1;
  return { first, length, interval: length <= most.days ? 'day' : length <= most.weeks ? 'week' : 'month' };
}

function dayOf(path: string, text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`);
  // February has no 30th, but some parsers have.
  if (Number.isNaN(time) || dateOf(time / day) !== text) throw refused(path, 'must be a day such as 2026-01-31');
  return time / day;
}

const refused = (path: string, message: string) => invalid([{ path, message }]);
