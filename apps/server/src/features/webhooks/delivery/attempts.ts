const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The waits after failed attempts, in ms, about 75 h in all: those that Standard Webhooks recommends. */
const waits = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
] as const;

/** Share of a wait by which it differs at random, so that receivers that come back aren't met by all at once. */
const jitter = 0.1;

/** Max attempts at a delivery. */
export const maxAttempts = waits.length + 1;

/** Returns the wait after a failed attempt (1 is the first), in ms. `random` is 0 to 1. */
export const waitAfter = (attempt: number, random: number): number =>
  Math.round((waits[attempt - 1] ?? 24 * hour) * (1 - jitter + 2 * jitter * random));

/** The longest wait after an attempt, in ms. */
const longest = 24 * hour * (1 + jitter);

/** True if a delivery is due. A time beyond the longest wait was noted before the clock was set back. */
export const isDue = (dueAt: number, now: number): boolean => dueAt <= now || dueAt > now + longest;

/** The first time that no wait reaches, in ms since 1970. */
export const unreachable = (now: number): number => now + longest;
