import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { SharedRedis } from '../../redis/connection.ts';
import { type Allowance, createLocalLimiter, type RateLimiter, windowLength } from './rate-limit.ts';

/** How long this process counts alone after a failure before it asks Redis again, in milliseconds. */
const alonePause = 1_000;

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
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let alone = false;

  type Count = { readonly consumedPoints: number; readonly msBeforeNext: number } | null;
  const ask = async (
    question: () => Promise<Count>,
    answer: (count: Count) => Allowance,
    instead: () => Allowance | Promise<Allowance>,
  ): Promise<Allowance> => {
    try {
      const count = await inTime(question);
      alone = false;
      return answer(count);
    } catch {
      // Redis is down; its client logs that.
      alone = true;
      askAgainAt = performance.now() + alonePause;
      return instead();
    }
  };
  /** Whether to ask Redis: always, or as the one request that checks whether it answers again. */
  const mayAsk = () => {
    if (!alone) return true;
    if (performance.now() < askAgainAt) return false;
    askAgainAt = performance.now() + alonePause;
    return true;
  };
  const allowance = (count: Count, limit: number, now: number): Allowance => {
    const consumed = count?.consumedPoints ?? 0;
    const rest = count === null || count.msBeforeNext < 0 ? windowLength : count.msBeforeNext;
    return { allowed: consumed <= limit, limit, remaining: Math.max(0, limit - consumed), resetAt: now + rest };
  };

  return {
    take: (subject, limit, now) => {
      const instead = () => local.take(subject, limit, now);
      if (!mayAsk()) return instead();
      return ask(
        () => counter.penalty(subject),
        (count) => allowance(count, limit, now),
        instead,
      );
    },
    peek: (subject, limit, now) => {
      const instead = () => local.peek(subject, limit, now);
      if (!mayAsk()) return instead();
      return ask(
        () => counter.get(subject),
        (count) => allowance(count, limit, now),
        instead,
      );
    },
  };
}
