const second = 1_000;
const steps = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

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
