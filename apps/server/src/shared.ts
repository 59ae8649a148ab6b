import type { RateLimiter } from './access/limits/rate-limit.ts';
import type { RedisSettings, SharedRedis } from './redis/connection.ts';

/** The services that processes share through Redis. */
export interface Shared {
  readonly redis: SharedRedis;
  readonly limiter: RateLimiter;
}

/**
 * Connects to Redis and creates the shared rate limiter. Loads the client on demand, because it takes memory and
 * start-up time.
 */
export async function openShared(settings: RedisSettings): Promise<Shared> {
  const { connectRedis } = await import('./redis/connection.ts');
  const { createSharedLimiter } = await import('./access/limits/shared-limiter.ts');
  const redis = connectRedis(settings);
  return { redis, limiter: createSharedLimiter(redis) };
}
