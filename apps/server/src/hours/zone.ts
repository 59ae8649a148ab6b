import { dayMs } from './hours.ts';

/** The clock of a zone at a moment. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Minutes since midnight on the clock. */
  readonly minutes: number;
}

/** Creating one takes a thousand times as long as using it. There are a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  // Zones are named in upper or lower case.
  const key = timeZone.toLowerCase();
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    formats.set(key, format);
  }
  return format;
}

/** True if a text names a zone of the IANA database that this server knows. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 don't follow daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The offset of a zone from UTC in ms at a moment, which is in ms since 1970; positive east of Greenwich. */
function offsetAt(timeZone: string, ms: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

/** The clock of a zone at a moment, which is in ms since 1970. */
export function localTime(timeZone: string, ms: number): LocalTime {
  const local = new Date(ms + offsetAt(timeZone, ms));
  return { date: local.toISOString().slice(0, 10), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() };
}

/** The offsets around a local date, and the moment at which they change, if they do: both in ms. */
export interface Offsets {
  readonly offsets: readonly number[];
  readonly changesAt: number | undefined;
}

/** The offsets of a zone from the day before a local date to the day after it: a zone changes once in three days. */
export function offsetsAround(timeZone: string, date: string): Offsets {
  const start = Date.parse(`${date}T00:00Z`);
  let [before, after] = [start - dayMs, start + 2 * dayMs];
  const [first, last] = [offsetAt(timeZone, before), offsetAt(timeZone, after)];
  if (first === last) return { offsets: [first], changesAt: undefined };
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (offsetAt(timeZone, middle) === first) before = middle;
    else after = middle;
  }
  return { offsets: [first, last], changesAt: after };
}
