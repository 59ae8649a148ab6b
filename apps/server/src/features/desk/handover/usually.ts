/** The steps to which a time is rounded up, in minutes. */
const steps = [5, 15, 30, 60, 120, 240, 480, 1_440] as const;

/** Min handovers from which a time is told: fewer say more about one day than about the team. */
const enough = 3;

/**
 * The time within which half of the handovers were answered, in seconds, rounded up to a step; undefined for one
 * without an answer. Null if it is longer than a day, or they are too few.
 */
export function usuallyWithin(waits: readonly (number | undefined)[]): number | null {
  if (waits.length < enough) return null;
  const sorted = waits.map((ms) => ms ?? Number.POSITIVE_INFINITY).sort((one, other) => (one < other ? -1 : 1));
  const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.POSITIVE_INFINITY;
  const step = steps.find((minutes) => median <= minutes * 60_000);
  return step === undefined ? null : step * 60;
}
