import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors.ts';
import { placeOf } from './place.ts';

/** The length of every window in milliseconds. */
export const windowLength = 60_000;

/**
 * Max subjects counted at once, however many an attacker makes up; the least recently used is removed first. A window
 * ends by the `now` of each call: the cache's own TTL has another clock.
 */
export const maxSubjects = 100_000;

/** What one request left of its window. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number;
}

/** Counts requests against limits. A limiter that asks another server may answer later. */
export interface RateLimiter {
  /** Takes one request of `limit` in the window of `subject`. */
  take(subject: string, limit: number, now: number): Allowance | Promise<Allowance>;
  /** Looks at the window without taking. */
  peek(subject: string, limit: number, now: number): Allowance | Promise<Allowance>;
}

interface Window {
  count: number;
  resetAt: number;
}

/** A limiter for one process: fixed windows of 60 s that begin with a subject's first request. */
export function createLocalLimiter(): RateLimiter {
  const windows = new LRUCache<string, Window>({ max: maxSubjects });
  const current = (subject: string, now: number): Window => {
    const known = windows.get(subject);
    if (known !== undefined && !isFinished(known, now)) return known;
    const fresh = { count: 0, resetAt: now + windowLength };
    windows.set(subject, fresh);
    return fresh;
  };
  const allowance = ({ count, resetAt }: Window, limit: number): Allowance => ({
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetAt,
  });
  return {
    take: (subject, limit, now) => {
      const window = current(subject, now);
      window.count += 1;
      return allowance(window, limit);
    },
    peek: (subject, limit, now) => {
      const known = windows.get(subject);
      return allowance(
        known !== undefined && !isFinished(known, now) ? known : { count: 0, resetAt: now + windowLength },
        limit,
      );
    },
  };
}

/** How much later than another a request may be counted that came first, in milliseconds: it may wait for Redis. */
const overtaking = 5_000;

/**
 * One that ends later than a whole window from now began before the clock was set back: nobody waits for that time. A
 * request that was overtaken sees one that began a little after it.
 */
const isFinished = ({ resetAt }: Window, now: number) => resetAt <= now || resetAt > now + windowLength + overtaking;

/** The refusal of whoever has failed too often to authenticate; `seconds` is how long it lasts. */
export const tooManyFailures = (seconds: number) =>
  new AppError('too_many_failed_attempts', `Too many failed attempts; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });

/** Failed attempts that an address has in a window. */
const maxFailures = 20;

/** Counts failed attempts to authenticate by address; an IPv6 address counts with its whole /64. */
export interface FailureLimiter {
  /** The seconds that an address has to wait once it has failed as often as it may, before anybody looks at what it sends. */
  wait(address: string, now: number): number | undefined;
  /** Counts one failure; gives the seconds to wait once there are too many. */
  fail(address: string, now: number): number | undefined;
}

/** Only failures are counted, and of keys only failures refused: a valid key works from a noisy address, too. */
export function createFailureLimiter(): FailureLimiter {
  const windows = new LRUCache<string, Window>({ max: maxSubjects });
  const open = (place: string, now: number) => {
    const window = windows.get(place);
    return window === undefined || isFinished(window, now) ? undefined : window;
  };
  const secondsOf = ({ resetAt }: Window, now: number) => Math.ceil((resetAt - now) / 1000);
  return {
    wait: (address, now) => {
      const window = open(placeOf(address), now);
      return window !== undefined && window.count >= maxFailures ? secondsOf(window, now) : undefined;
    },
    fail: (address, now) => {
      const place = placeOf(address);
      const known = open(place, now);
      const window = known ?? { count: 0, resetAt: now + windowLength };
      if (known === undefined) windows.set(place, window);
      window.count += 1;
      return window.count > maxFailures ? secondsOf(window, now) : undefined;
    },
  };
}
