import type { RateLimiter } from './access/limits/rate-limit.ts';
import type { RedisSettings, SharedRedis } from './redis/connection.ts';

/** What processes share through Redis. */
export interface Shared {
  readonly redis: SharedRedis;
  readonly limiter: RateLimiter;
}

/** Connects to Redis and counts requests there. Loaded only where there is one: a client takes memory and time. */
export async function openShared(settings: RedisSettings): Promise<Shared> {
  const { connectRedis } = await import('./redis/connection.ts');
  const { createSharedLimiter } = await import('./access/limits/shared-limiter.ts');
  const redis = connectRedis(settings);
  return { redis, limiter: createSharedLimiter(redis) };
}
