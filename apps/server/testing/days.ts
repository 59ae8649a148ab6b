import type { Service } from './harness.ts';

const day = 24 * 60 * 60 * 1000;
/** Longer than a test that counts by the day, in ms. */
const nearMs = 10 * 60_000;

/** Sets a service past midnight (UTC) if that is near, so that no day ends in a test. Returns by how many ms. */
export function awayFromMidnight({ advance }: Pick<Service, 'advance'>): number {
  const left = day - (Date.now() % day);
  if (left > nearMs) return 0;
  advance(left);
  return left;
}
