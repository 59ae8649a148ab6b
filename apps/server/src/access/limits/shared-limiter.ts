import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { SharedRedis } from '../../redis/connection.ts';
import { type Allowance, createLocalLimiter, type RateLimiter, windowLength } from './rate-limit.ts';

/** After a failure this process counts by itself for so long before it asks again, in milliseconds. */
const alonePause = 1_000;

/**
 * A limiter whose windows all processes share, in Redis: fixed windows of 60 s that begin with a subject's first request.
 * Without an answer each process counts by itself, and asks again every second with one request.
 */
export function createSharedLimiter({ commands, ask: inTime }: Pick<SharedRedis, 'commands' | 'ask'>): RateLimiter {
  const local = createLocalLimiter();
  const counter = new RateLimiterRedis({
    storeClient: commands,
    keyPrefix: 'parley:rate',
    duration: windowLength / 1000,
    // The limit is the caller's, so nothing is decided here: `penalty` counts and says how far the count has come.
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
      // Redis is away; it says so itself in the log.
      alone = true;
      askAgainAt = performance.now() + alonePause;
      return instead();
    }
  };
  /** Whether to ask: always, or as the one request that finds out whether there are answers again. */
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
