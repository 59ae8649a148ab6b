import type { WorkingHours } from '@parley/sdk';

/** A period of a day as the form has it: times as they were typed. */
export type Period = { from: string; to: string };

/** A date with periods of its own; without any it is closed. */
export interface Holiday {
  date: string;
  name: string;
  periods: Period[];
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** The name of a day: `Monday`. */
export const dayName = (day: Weekday): string => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;

/** The values of the form. */
export interface HoursValues extends Record<string, unknown> {
  timeZone: string;
  days: Record<Weekday, Period[]>;
  holidays: Holiday[];
}

/** The values of stored hours, or nine to five from Monday to Friday. */
export function valuesOf(hours: WorkingHours, browserZone: string): HoursValues {
  const { timeZone, days, holidays } = hours;
  if (timeZone !== null && days !== null) return { timeZone, days, holidays };
  const usual = (day: Weekday) => (day === 'saturday' || day === 'sunday' ? [] : [{ from: '09:00', to: '17:00' }]);
  return {
    timeZone: browserZone,
    days: Object.fromEntries(weekdays.map((day) => [day, usual(day)])) as HoursValues['days'],
    holidays: [],
  };
}

/** A typed time as the API takes it: `9` and `0900` are `09:00`. Other text stays as it is. */
export function readTime(typed: string): string {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.h]?(\d\d))?$/i.exec(typed.trim()) ?? [];
  if (hour === '' || Number(minute) > 59 || Number(hour) * 60 + Number(minute) > 24 * 60) return typed.trim();
  return `${hour.padStart(2, '0')}:${minute}`;
}

const isTime = (typed: string) => /^\d\d:\d\d$/.test(readTime(typed));

/** The next period to propose after those of a day. */
export function nextPeriod(periods: readonly Period[]): Period {
  const last = Number(readTime(periods.at(-1)?.to ?? '').slice(0, 2));
  if (periods.length === 0 || Number.isNaN(last) || last >= 23) return { from: '09:00', to: '17:00' };
  const clock = (hour: number) => `${String(Math.min(hour, 24)).padStart(2, '0')}:00`;
  return { from: clock(last + 1), to: clock(last + 5) };
}

/** The problems that are found before sending, by path. */
export function problemsOf({ timeZone, days, holidays }: HoursValues): Record<string, string> {
  const ofPeriods = (periods: readonly Period[], path: string) =>
    periods.flatMap((period, at) =>
      (['from', 'to'] as const)
        .filter((end) => !isTime(period[end]))
        .map((end) => [`${path}.${at}.${end}`, 'Enter a time such as 09:00, up to 24:00.'] as const),
    );
  return Object.fromEntries([
    ...(timeZone === '' ? [['timeZone', 'Choose a time zone.'] as const] : []),
    ...weekdays.flatMap((day) => ofPeriods(days[day], `days.${day}`)),
    ...holidays.flatMap(({ date, periods }, at) => [
      ...(date === '' ? [[`holidays.${at}.date`, 'Enter a date.'] as const] : []),
      ...ofPeriods(periods, `holidays.${at}.periods`),
    ]),
  ]);
}

/** The body of a request. */
export function bodyOf({ timeZone, days, holidays }: HoursValues) {
  const read = (periods: readonly Period[]) =>
    periods.map(({ from, to }) => ({ from: readTime(from), to: readTime(to) }));
  return {
    timeZone,
    days: Object.fromEntries(weekdays.map((day) => [day, read(days[day])])) as HoursValues['days'],
    holidays: holidays.map(({ date, name, periods }) => ({ date, name: name.trim(), periods: read(periods) })),
  };
}

/** A moment in a time zone in words: `Monday, 09:00`; beyond a week also its date. */
export function momentWords(time: number, timeZone: string, now: number): string {
  const isFar = time - now > 6 * 24 * 60 * 60 * 1000;
  return new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone },
    ...(isFar && ({ day: 'numeric', month: 'long' } as const)),
  }).format(time);
}

/** Periods in words: `09:00–12:30, 13:30–18:00`. */
export const periodWords = (periods: readonly Period[]): string =>
  periods.length === 0 ? 'Closed' : periods.map(({ from, to }) => `${from}–${to}`).join(', ');

/** The time zone of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
