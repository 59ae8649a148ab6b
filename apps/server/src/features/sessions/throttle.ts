import { AppError } from '../../errors.ts';

/** Failures of one person from one address before it has to wait. */
const maxFailures = 5;
const firstWait = 60_000;
const longestWait = 15 * 60_000;
/** After this time without a failure all is forgotten. */
const memory = 15 * 60_000;
/** Subjects kept before the forgotten ones are swept. */
const sweepAt = 10_000;

interface Record {
  failures: number;
  lastAt: number;
  waitUntil: number;
}

/** Slows down guessing: after five failures each further one doubles the wait, up to 15 minutes; nobody is locked out for good. */
export interface Throttle {
  /** Throws `too_many_failed_attempts` while the subject has to wait. */
  check(subject: string): void;
  fail(subject: string): void;
  succeed(subject: string): void;
}

/** Makes a throttle; `now` in milliseconds since 1970. */
export function createThrottle(now: () => number): Throttle {
  const records = new Map<string, Record>();
  return {
    check: (subject) => {
      const wait = (records.get(subject)?.waitUntil ?? 0) - now();
      if (wait <= 0) return;
      const seconds = Math.ceil(wait / 1000);
      throw new AppError('too_many_failed_attempts', `Too many failed attempts; try again in ${seconds} seconds.`, {
        retryAfter: seconds,
      });
    },
    fail: (subject) => {
      const time = now();
      if (records.size >= sweepAt) {
        for (const [key, record] of records) if (record.lastAt + memory < time) records.delete(key);
      }
      const known = records.get(subject);
      const failures = known !== undefined && known.lastAt + memory > time ? known.failures + 1 : 1;
      const wait = failures < maxFailures ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - maxFailures));
      records.set(subject, { failures, lastAt: time, waitUntil: time + wait });
    },
    succeed: (subject) => {
      records.delete(subject);
    },
  };
}
