const thisYear = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** The start of a day in the browser's time zone, some days later, in ms since 1970. */
function startOf(time: number, later = 0): number {
  const day = new Date(time);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + later);
  return day.getTime();
}

/** `Today`, `Yesterday`, `Monday, November 23`, `November 23, 2025`; `now` in ms since 1970. */
export function dayName(iso: string, now: number): string {
  const day = startOf(Date.parse(iso));
  if (day === startOf(now)) return 'Today';
  if (day === startOf(now, -1)) return 'Yesterday';
  const isThisYear = new Date(day).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? thisYear : otherYear).format(day);
}

/**
 * The name of a message's day if the message begins one: the message before is of another day. The first message of a
 * transcript begins a day unless that is today.
 */
export function dayBegun(iso: string, before: string | undefined, now: number): string | undefined {
  const isSame = startOf(before === undefined ? now : Date.parse(before)) === startOf(Date.parse(iso));
  return isSame ? undefined : dayName(iso, now);
}
