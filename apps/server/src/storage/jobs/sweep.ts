import { type Deletable, portion, portionOf } from '../portion.ts';
import type { Statement } from '../unit.ts';
import { type Job, job, noPayload } from './kind.ts';

/** Definition of a sweep: its schedule, and how it finds and deletes rows. */
export interface Sweep {
  /** The name of the job's kind. */
  readonly name: string;
  /** A cron pattern, in UTC. */
  readonly pattern: string;
  /**
   * Reads up to `portion.rows` rows that are past their time (ms since 1970), with their bytes if they may be large.
   */
  find(now: number): Promise<readonly Deletable[]>;
  /** Deletes those of them that still are. */
  remove(ids: readonly string[], now: number): Statement;
}

/** A scheduled job that deletes rows past their time in portions, one unit of work each. */
export function sweep({ name, pattern, find, remove }: Sweep): Job {
  const kind = { name, payload: noPayload, timeoutMs: 60_000, concurrency: 1 };
  return job(
    kind,
    async ({ now }) => {
      const time = now();
      const found = await find(time);
      if (found.length === 0) return {};
      const ids = portionOf(found);
      const isLast = found.length < portion.rows && ids.length === found.length;
      return { effect: [remove(ids, time)], ...(!isLast && { next: {} }) };
    },
    { pattern, payload: {} },
  );
}
