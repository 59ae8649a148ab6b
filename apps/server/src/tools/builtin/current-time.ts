import type { KindOutput } from '../kind.ts';

/** The parts of a time in a time zone. */
const partsOf = (time: number, timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'longOffset' },
  });
  return new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
};

/** Tells a time in ms since 1970 in a time zone: ISO 8601 with its offset, the weekday and the zone. */
export function tellTime(time: number, timeZone: string): KindOutput {
  try {
    const parts = partsOf(time, timeZone);
    const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')];
    const clock = `${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}`;
    // `GMT` alone is UTC, in some versions of ICU.
    const offset = parts.get('timeZoneName')?.slice('GMT'.length) ?? '';
    const stamp = `${year}-${month}-${day}T${clock}${offset === '' || offset === '+00:00' ? 'Z' : offset}`;
    return { content: `${stamp} (${parts.get('weekday')}, ${timeZone})`, isError: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      content: `${timeZone.slice(0, 100)} is not a known time zone. Use an IANA name such as Europe/Berlin.`,
      isError: true,
    };
  }
}
