import { type Range, type RangeSearch, usualRange } from '../../../ui/lists/range.ts';

/** Max days from the first to the last one, as in the API. */
export const longestRange = 731;

/** The days that figures are of: some up to today, or from one day to another, both included, in UTC. */
export type Period = { readonly days: Range } | { readonly from: string; readonly to: string };

/** The days of an address. Without days that can be shown, these are the usual ones, and `problem` says why. */
export function periodOf(
  { days = usualRange, from, to }: RangeSearch,
  today: string,
): { period: Period; problem?: string } {
  if (from === undefined && to === undefined) return { period: { days } };
  const problem = rangeProblem(from ?? '', to ?? '', today);
  if (problem !== undefined) return { period: { days: usualRange }, problem };
  return { period: { from: from ?? '', to: to ?? '' } };
}

/** Returns the problem with a first and a last day; undefined if both are valid. */
export function rangeProblem(from: string, to: string, today: string): string | undefined {
  if (from === '' || to === '') return 'Both days are needed.';
  const wrong = [from, to].find((day) => !isDay(day));
  if (wrong !== undefined) return `${wrong} is not a day.`;
  if (from > to) return 'The first day is after the last one.';
  if (to > today) return `The last day is in the future: today is ${today} in UTC.`;
  return lengthOf({ from, to }) > longestRange ? `At most ${longestRange} days can be shown.` : undefined;
}

/** The search parameters of a period; the usual one has none. */
export const rangeSearch = (period: Period): { [Name in keyof RangeSearch]: RangeSearch[Name] | undefined } => ({
  days: 'days' in period && period.days !== usualRange ? period.days : undefined,
  from: 'from' in period ? period.from : undefined,
  to: 'to' in period ? period.to : undefined,
});

/** In ms; days are UTC days, which are all equally long. */
export const dayLength = 24 * 60 * 60 * 1_000;

/** The number of days of a period. */
export const lengthOf = (period: Period): number =>
  'days' in period ? period.days : (Date.parse(period.to) - Date.parse(period.from)) / dayLength + 1;

/** The UTC day of a time in ms since 1970. */
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The present day in UTC. */
export const todayInUtc = (): string => dayAt(Date.now());

/** The first and the last day of a period. */
export const daysOf = (period: Period, today: string): { from: string; to: string } =>
  'from' in period ? period : { from: dayAt(Date.parse(today) - (period.days - 1) * dayLength), to: today };

/** True if a period ended before today, so that its figures hardly change. */
export const isOver = (period: Period, today: string): boolean => 'to' in period && period.to < today;

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && dayAt(time) === text;
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A period in words: `the last 30 days`, or `Oct 1 – 14, 2026`. */
export const periodWords = (period: Period): string =>
  'days' in period
    ? `the last ${period.days} days`
    : dates.formatRange(new Date(period.from), new Date(period.to)).replaceAll('\u2009', ' ');

/** When nothing happened: `in the last 30 days`, or `on these days`, which the page names. */
export const duringWords = (period: Period): string =>
  'days' in period ? `in ${periodWords(period)}` : 'on these days';

/** The period before, of equal length: `30 days before`. */
export function beforeWords(period: Period): string {
  const days = lengthOf(period);
  return days === 1 ? 'day before' : `${days} days before`;
}

/** Describes the points of a chart: `on each of the last 30 days`, or `per week, Jan 1 – Nov 25, 2026`. */
export const eachOf = (period: Period, interval: 'day' | 'week' | 'month'): string =>
  'days' in period ? `on each of ${periodWords(period)}` : `per ${interval}, ${periodWords(period)}`;
