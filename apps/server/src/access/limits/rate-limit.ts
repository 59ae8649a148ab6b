import { AppError } from '../../errors.ts';
import { lruCache } from '../../scheduling/lru-cache.ts';
import { addressPrefix } from './address-prefix.ts';

/** The length of every window in milliseconds. */
export const windowLength = 60_000;

/**
 * Max windows kept, however many subjects an attacker invents; the least recently used is removed first. A window ends
 * by the `now` of each call, because the cache's own TTL uses another clock.
 */
export const maxSubjects = 100_000;

/** The state of a window after a request. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetAt: number;
}

/** Counts requests against limits. A limiter that asks another server may answer asynchronously. */
export interface RateLimiter {
  /** Counts one request in the window of `subject`, whose limit is `limit`. */
  take(subject: string, limit: number, now: number): Allowance | Promise<Allowance>;
  /** Reads the window without counting. */
  peek(subject: string, limit: number, now: number): Allowance | Promise<Allowance>;
}

interface Window {
  count: number;
  resetAt: number;
}

/** A limiter for one process: fixed windows of 60 s, which begin with a subject's first request. */
export function createLocalLimiter(): RateLimiter {
  const windows = lruCache<Window>(maxSubjects);
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

/** Max delay of an older request behind a newer one that is counted first, in ms: it may wait for Redis. */
const overtaking = 5_000;

/**
 * A window that ends more than its length from now began before the clock was set back, and is discarded. An overtaken
 * request may see a window that began a little after it.
 */
const isFinished = ({ resetAt }: Window, now: number, length = windowLength) =>
  resetAt <= now || resetAt > now + length + overtaking;

/** The refusal after too many failed attempts to authenticate; `seconds` is the remaining wait. */
export const tooManyFailures = (seconds: number) =>
  new AppError('too_many_failed_attempts', `Too many failed attempts; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });

/** The subject and the limit of failures. */
interface FailureLimits {
  /** Max failed attempts of a subject per window. */
  readonly max?: number;
  /** The length of a window in milliseconds. */
  readonly length?: number;
  /** The subject of an address. */
  readonly subjectOf?: (address: string) => string;
}

/** Counts failed attempts to authenticate, by address unless told otherwise; an IPv6 address counts with its /64. */
export interface FailureLimiter {
  /** Seconds that an address must wait after too many failures; checked before its credentials. */
  wait(address: string, now: number): number | undefined;
  /** Counts one failure; returns the seconds to wait once there are too many. */
  fail(address: string, now: number): number | undefined;
}

/** Counts only failures. Refuses only invalid keys: a valid key works from a noisy address, too. */
export function createFailureLimiter({
  max = 20,
  length = windowLength,
  subjectOf = addressPrefix,
}: FailureLimits = {}): FailureLimiter {
  const windows = lruCache<Window>(maxSubjects);
  const open = (subject: string, now: number) => {
    const window = windows.get(subject);
    return window === undefined || isFinished(window, now, length) ? undefined : window;
  };
  const secondsOf = ({ resetAt }: Window, now: number) => Math.ceil((resetAt - now) / 1000);
  return {
    wait: (address, now) => {
      const window = open(subjectOf(address), now);
      return window !== undefined && window.count >= max ? secondsOf(window, now) : undefined;
    },
    fail: (address, now) => {
      const subject = subjectOf(address);
      const known = open(subject, now);
      const window = known ?? { count: 0, resetAt: now + length };
      if (known === undefined) windows.set(subject, window);
      window.count += 1;
      return window.count > max ? secondsOf(window, now) : undefined;
    },
  };
}
