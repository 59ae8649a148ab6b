const hour = 60 * 60 * 1000;

/** Hour of the day at which a rest ends, in the browser's time zone. */
const morning = 9;

const format = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The end of a rest in words: `Mon, Nov 30, 9:00`. */
export function restWords(iso: string): string {
  const time = new Date(iso);
  return `${format.format(time)}, ${timeFormat.format(time)}`;
}

/** A morning some days later, in the browser's time zone. */
function morningIn(now: number, days: number): Date {
  const time = new Date(now);
  time.setDate(time.getDate() + days);
  time.setHours(morning, 0, 0, 0);
  return time;
}

/** The rests to choose from; `now` in ms since 1970. */
export function restChoices(now: number): { readonly value: string; readonly label: string }[] {
  const untilMonday = (8 - new Date(now).getDay()) % 7 || 7;
  const choices = [
    ['In 1 hour', new Date(now + hour)] as const,
    ['In 4 hours', new Date(now + 4 * hour)] as const,
    ['Tomorrow', morningIn(now, 1)] as const,
    // On Sundays that is tomorrow.
    ...(untilMonday > 1 ? [['On Monday', morningIn(now, untilMonday)] as const] : []),
    ['In a month', morningIn(now, 30)] as const,
  ];
  return choices.map(([label, time]) => ({
    value: time.toISOString(),
    label: `${label} · ${restWords(time.toISOString())}`,
  }));
}
