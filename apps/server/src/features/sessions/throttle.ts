import { LRUCache } from 'lru-cache';
import { maxSubjects, tooManyFailures } from '../../access/limits/rate-limit.ts';

/** Failures of one person from one address before it has to wait. */
const maxFailures = 5;
const firstWait = 60_000;
const longestWait = 15 * 60_000;
/** After this time without a failure, and without having to wait, all is forgotten. */
const memory = 15 * 60_000;

interface Attempts {
  failures: number;
  lastAt: number;
  waitUntil: number;
  /** Attempts that have begun and not ended; each is among the failures. */
  underWay: number;
}

/** Slows down guessing: after five failures each further one doubles the wait, up to 15 minutes; nobody is locked out for good. */
export interface Throttle {
  /**
   * Lets a subject try; resolves with whether it succeeded. An attempt counts as failed from its beginning until it has
   * succeeded, so that guesses at the same moment count like others; one that throws does not count.
   * Throws `too_many_failed_attempts` while the subject has to wait.
   */
  attempt(subject: string, tries: () => Promise<boolean>): Promise<boolean>;
  /** Throws `too_many_failed_attempts` while the subject has to wait. */
  check(subject: string): void;
  fail(subject: string): void;
}

/** Makes a throttle; `now` in milliseconds since 1970. */
export function createThrottle(now: () => number): Throttle {
  const isForgotten = ({ lastAt, waitUntil }: Attempts, time: number) => Math.max(lastAt, waitUntil) + memory <= time;
  const attempts = new LRUCache<string, Attempts>({ max: maxSubjects });

  /** The record of a subject. Where the clock was set back, its times move along: a wait becomes no longer by that. */
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

  const fail = (subject: string) => {
    const time = now();
    const known = find(subject, time);
    const failures = known === undefined || isForgotten(known, time) ? 1 : known.failures + 1;
    const wait = failures < maxFailures ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - maxFailures));
    const underWay = known?.underWay ?? 0;
    attempts.set(subject, { failures, lastAt: time, waitUntil: time + wait, underWay });
  };

  const takeBack = (subject: string) => {
    const known = attempts.get(subject);
    if (known === undefined) return;
    known.failures -= 1;
    if (known.failures < maxFailures) known.waitUntil = known.lastAt;
  };

  const count = (subject: string, more: 1 | -1) => {
    const record = attempts.get(subject);
    if (record !== undefined) record.underWay = Math.max(0, record.underWay + more);
  };

  /**
   * What has failed before is forgotten. Attempts that are under way still count: else whoever knows a password could
   * have any number of them wait for their hashes, and nobody else would get one.
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
    fail,
    attempt: async (subject, tries) => {
      check(subject);
      fail(subject);
      count(subject, 1);
      let succeeded = false;
      try {
        succeeded = await tries();
      } catch (error) {
        takeBack(subject);
        throw error;
      } finally {
        count(subject, -1);
      }
      if (succeeded) succeed(subject);
      return succeeded;
    },
  };
}
