import { maxSubjects, tooManyFailures } from '../../access/limits/rate-limit.ts';
import { lruCache } from '../../scheduling/lru-cache.ts';

/** Failures of a subject until it must wait, unless the caller says another number. */
const usuallyFree = 5;
const firstWait = 60_000;
const longestWait = 15 * 60_000;
/** A record expires after this time without a failure or a wait, in milliseconds. */
const memory = 15 * 60_000;

interface Attempts {
  failures: number;
  lastAt: number;
  waitUntil: number;
  /** Running attempts; each is also counted in `failures`. */
  underWay: number;
}

/**
 * Slows down guessing: from the last free failure on (by default the fifth), each doubles the wait, up to 15 minutes;
 * no lock is permanent.
 */
export interface Throttle {
  /**
   * Runs an attempt of a subject; resolves with whether it succeeded. An attempt counts as a failure from its start
   * until it succeeds, so that concurrent guesses count, too; an attempt that throws does not count.
   * Throws `too_many_failed_attempts` while the subject must wait.
   */
  attempt(subject: string, tries: () => Promise<boolean>, free?: number): Promise<boolean>;
  /** Throws `too_many_failed_attempts` while the subject must wait. */
  check(subject: string): void;
  fail(subject: string): void;
}

/** Creates a throttle; `now` in milliseconds since 1970. */
export function createThrottle(now: () => number): Throttle {
  const isForgotten = ({ lastAt, waitUntil }: Attempts, time: number) => Math.max(lastAt, waitUntil) + memory <= time;
  const attempts = lruCache<Attempts>(maxSubjects);

  /** Finds the record of a subject. If the clock was set back, moves its times along, so that no wait gets longer. */
  const find = (subject: string, time: number): Attempts | undefined => {
    const record = attempts.get(subject);
    const back = record === undefined ? 0 : record.lastAt - time;
    if (record === undefined || back <= 0) return record;
    record.lastAt -= back;
    record.waitUntil -= back;
    return record;
  };

  const check = (subject: string) => {
    const time = now();
    const wait = (find(subject, time)?.waitUntil ?? 0) - time;
    if (wait > 0) throw tooManyFailures(Math.ceil(wait / 1000));
  };

  const fail = (subject: string, free = usuallyFree) => {
    const time = now();
    const known = find(subject, time);
    const failures = known === undefined || isForgotten(known, time) ? 1 : known.failures + 1;
    const wait = failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - free));
    const underWay = known?.underWay ?? 0;
    attempts.set(subject, { failures, lastAt: time, waitUntil: time + wait, underWay });
  };

  const takeBack = (subject: string, free: number) => {
    const known = attempts.get(subject);
    if (known === undefined) return;
    known.failures -= 1;
    if (known.failures < free) known.waitUntil = known.lastAt;
  };

  const count = (subject: string, more: 1 | -1) => {
    const record = attempts.get(subject);
    if (record !== undefined) record.underWay = Math.max(0, record.underWay + more);
  };

  /**
   * Forgets earlier failures. Running attempts still count: otherwise a caller who knows a password could queue any
   * number of hashes and starve everyone else.
   */
  const succeed = (subject: string) => {
    const record = attempts.get(subject);
    if (record === undefined || record.underWay === 0) {
      attempts.delete(subject);
      return;
    }
    record.failures = record.underWay;
    record.waitUntil = record.lastAt;
  };

  return {
    check,
    fail: (subject) => fail(subject),
    attempt: async (subject, tries, free = usuallyFree) => {
      check(subject);
      fail(subject, free);
      count(subject, 1);
      let succeeded = false;
      try {
        succeeded = await tries();
      } catch (error) {
        takeBack(subject, free);
        throw error;
      } finally {
        count(subject, -1);
      }
      if (succeeded) succeed(subject);
      return succeeded;
    },
  };
}
