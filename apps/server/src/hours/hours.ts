/** The days of a week, from Monday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A time of a day in which it is open: from a time up to another, `HH:MM` on the clock of the zone; `24:00` is midnight. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A date with periods of its own; closed without any. */
export interface Holiday {
  /** `YYYY-MM-DD` in the zone. */
  readonly date: string;
  readonly name: string;
  readonly periods: readonly Period[];
}

/** Working hours of a workspace, or of a part of it. */
export interface Hours {
  /** An IANA time zone, such as Europe/Berlin. */
  readonly timeZone: string;
  readonly days: Readonly<Record<Weekday, readonly Period[]>>;
  readonly holidays: readonly Holiday[];
}

/** The minutes since midnight of a time `HH:MM`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The periods of a local date, `YYYY-MM-DD`: those of the holiday, or else of the weekday. */
export function periodsOn({ days, holidays }: Hours, date: string): readonly Period[] {
  const holiday = holidays.find((each) => each.date === date);
  if (holiday !== undefined) return holiday.periods;
  // Dates count from a Thursday, 1970-01-01.
  const weekday = weekdays[(Math.floor(Date.parse(`${date}T00:00Z`) / dayMs) + 3) % 7];
  return weekday === undefined ? [] : days[weekday];
}

/** The length of a day without a change of clocks, in ms. */
export const dayMs = 24 * 60 * 60 * 1000;
