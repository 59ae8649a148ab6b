/** Max steps of a scale. */
const maxSteps = 4;

/** The ticks of a scale of whole numbers from 0 to at least `max`: 1, 2 or 5 times a power of ten apart. */
export function ticksUpTo(max: number): number[] {
  const least = Math.max(1, max / maxSteps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}
