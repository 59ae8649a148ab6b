import type { Statement } from '../unit.ts';
import { type Job, job, noPayload } from './kind.ts';

/** Max rows that one unit of work of a sweep deletes; bounds how long other writers wait. */
export const sweepRows = 500;

/** How a sweep finds and deletes rows. */
export interface Sweep {
  /** The name of the job's kind. */
  readonly name: string;
  /** A cron pattern, in UTC. */
  readonly pattern: string;
  /** Reads up to `sweepRows` rows that are past their time (ms since 1970). */
  find(now: number): Promise<readonly string[]>;
  /** Deletes those of them that still are. */
  remove(ids: readonly string[], now: number): Statement;
}

/** A scheduled job that deletes rows past their time in batches, one unit of work each. */
export function sweep({ name, pattern, find, remove }: Sweep): Job {
  const kind = { name, payload: noPayload, timeoutMs: 60_000, concurrency: 1 };
  return job(
    kind,
    async ({ now }) => {
      const time = now();
      const ids = await find(time);
      if (ids.length === 0) return {};
      return { effect: [remove(ids, time)], ...(ids.length >= sweepRows && { next: {} }) };
    },
    { pattern, payload: {} },
  );
}
