import { median } from '../../shared/load.ts';

/** A value at a time. */
export interface Point {
  /** Seconds since the start. */
  readonly at: number;
  readonly value: number;
}

/**
 * The growth over the time of the points, as a share of their median: the Theil–Sen slope (the median of the slopes of
 * all pairs) times the duration. Up to 29 % of the points may be outliers without effect, such as a sample taken before
 * the allocator has returned what an attack used; a fit by least squares would follow them.
 */
export function growthOf(points: readonly Point[]): { readonly share: number; readonly absolute: number } {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  const duration = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const absolute = slopes.length === 0 ? 0 : median(slopes) * duration;
  const middle = points.length === 0 ? 0 : median(points.map(({ value }) => value));
  return { absolute, share: middle === 0 ? 0 : absolute / middle };
}

/** The points of the second half of a run. */
export function secondHalf(points: readonly Point[]): Point[] {
  const from = points[0]?.at ?? 0;
  const until = points.at(-1)?.at ?? 0;
  return points.filter(({ at }) => at >= (from + until) / 2);
}
