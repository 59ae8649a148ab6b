/** The wait before the first retry, in ms; each further one is three times as long. */
const first = 2_000;

/** The longest wait before a retry, in ms. */
export const longestRetry = 60 * 60_000;

/** The wait after a failed attempt (1 is the first), in ms: between half and all of an exponential wait. */
export function retryAfter(attempt: number, random: () => number): number {
  const wait = Math.min(longestRetry, first * 3 ** (attempt - 1));
  return Math.round(wait * (0.5 + random() / 2));
}
