/** Latencies in ms, and how many replies have each. */
export type Latencies = ReadonlyMap<number, number>;

/**
 * The median and the 95th percentile by the nearest rank: the least latency that so many replies don't exceed. Null
 * without replies.
 */
export function percentilesOf(latencies: Latencies): { median: number; p95: number } | null {
  const sorted = [...latencies].sort(([one], [other]) => one - other);
  const replies = sorted.reduce((sum, [, count]) => sum + count, 0);
  const at = (percent: number) => {
    let left = Math.ceil((replies * percent) / 100);
    return sorted.find(([, count]) => {
      left -= count;
      return left <= 0;
    })?.[0];
  };
  const [median, p95] = [at(50), at(95)];
  return median === undefined || p95 === undefined ? null : { median, p95 };
}
