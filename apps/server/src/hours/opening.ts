import { dayMs, type Hours, minutesOf, periodsOn } from './hours.ts';
import { localTime, offsetsAround } from './zone.ts';

/** Max days that are searched for the next opening. */
const maxDays = 400;

/**
 * True if it is open at a moment, in ms since 1970. The clock of the zone decides: an hour that a clock shows twice
 * counts twice, and one that it skips never comes.
 */
export function isOpenAt(hours: Hours, ms: number): boolean {
  const { date, minutes } = localTime(hours.timeZone, ms);
  return periodsOn(hours, date).some(({ from, to }) => minutesOf(from) <= minutes && minutes < minutesOf(to));
}

/**
 * The first moment from the given one on at which it is open, in ms since 1970: the given one if it is open then.
 * Undefined if it opens at no time within 400 days.
 */
export function nextOpening(hours: Hours, ms: number): number | undefined {
  if (isOpenAt(hours, ms)) return ms;
  const today = Date.parse(`${localTime(hours.timeZone, ms).date}T00:00Z`);
  for (let day = 0; day <= maxDays; day += 1) {
    const [date, next] = [0, 1].map((more) => new Date(today + (day + more) * dayMs).toISOString().slice(0, 10));
    // Clocks that go back over midnight show a date again, after the next one has begun.
    const candidates = [date, next].flatMap((each) => (each === undefined ? [] : openingsOn(hours, each)));
    const open = candidates.filter((at) => at >= ms && isOpenAt(hours, at));
    if (open.length > 0) return Math.min(...open);
  }
  return undefined;
}

/** The moments at which a local date may open: its periods by each offset of the zone, and the change of clocks. */
function openingsOn(hours: Hours, date: string): readonly number[] {
  const periods = periodsOn(hours, date);
  if (periods.length === 0) return [];
  const { offsets, changesAt } = offsetsAround(hours.timeZone, date);
  const midnight = Date.parse(`${date}T00:00Z`);
  const starts = periods.flatMap(({ from }) => offsets.map((offset) => midnight + minutesOf(from) * 60_000 - offset));
  return changesAt === undefined ? starts : [...starts, changesAt];
}
