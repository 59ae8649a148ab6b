import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { SharedRedis } from '../../redis/connection.ts';
import { type Allowance, createLocalLimiter, type RateLimiter, windowLength } from './rate-limit.ts';
import { createRedisFallback } from './redis-fallback.ts';

/**
 * A limiter that shares its windows across processes through Redis: fixed windows of 60 s from a subject's first
 * request. Without an answer each process counts alone, and retries once a second with one request.
 */
export function createSharedLimiter({ commands, ask: inTime }: Pick<SharedRedis, 'commands' | 'ask'>): RateLimiter {
  const local = createLocalLimiter();
  const counter = new RateLimiterRedis({
    storeClient: commands,
    keyPrefix: 'parley:rate',
    duration: windowLength / 1000,
    // The caller has the limit, so nothing is decided here: `penalty` counts and returns the new count.
    points: 1,
    rejectIfRedisNotReady: true,
  });
  const ask = createRedisFallback(inTime);

  type Count = { readonly consumedPoints: number; readonly msBeforeNext: number } | null;
  const allowance = (count: Count, limit: number, now: number): Allowance => {
    const consumed = count?.consumedPoints ?? 0;
    const rest = count === null || count.msBeforeNext < 0 ? windowLength : count.msBeforeNext;
    return { allowed: consumed <= limit, limit, remaining: Math.max(0, limit - consumed), resetAt: now + rest };
  };

  return {
    take: (subject, limit, now) =>
      ask(
        () => counter.penalty(subject),
        (count) => allowance(count, limit, now),
        () => local.take(subject, limit, now),
      ),
    peek: (subject, limit, now) =>
      ask(
        () => counter.get(subject),
        (count) => allowance(count, limit, now),
        () => local.peek(subject, limit, now),
      ),
  };
}
