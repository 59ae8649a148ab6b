import { useEffect, useReducer } from 'react';
import { Tip } from './overlays/tip.tsx';

const second = 1_000;
const steps = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

/**
 * `3 minutes ago`, `just now`, and `in 2 days` if `isAhead`; `now` in ms since 1970. A time that is past for the server
 * is never in the future here, whatever the clock of this machine says.
 */
export function relativeTime(iso: string, now: number, isAhead = false): string {
  const left = (Date.parse(iso) - now) / second;
  const seconds = isAhead ? left : Math.min(left, 0);
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return seconds > 1 ? 'in a moment' : 'just now';
}

/** The current time (ms since 1970); the component renders again at an interval (ms). */
export function useNow(interval = 30 * second): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [interval]);
  // Not the time of the tick: what arrives between two ticks would be in the future.
  return Date.now();
}

/** A relative time, with the exact one on hover and focus; `isAhead` says that it may be one to come. */
export function RelativeTime({ iso, isAhead = false }: { iso: string; isAhead?: boolean }) {
  const now = useNow();
  return (
    <Tip label={absolute.format(new Date(iso))} byTouch>
      <time dateTime={iso}>{relativeTime(iso, now, isAhead)}</time>
    </Tip>
  );
}
