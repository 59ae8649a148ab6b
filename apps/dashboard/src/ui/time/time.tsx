import { useEffect, useReducer } from 'react';
import { Tip } from '../overlays/tip.tsx';
import { relativeTime } from './relative-time.ts';

const second = 1_000;
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

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
