import { randomUUID } from 'node:crypto';
import type { SharedSlots } from './access/limits/concurrency.ts';
import type { RateLimiter } from './access/limits/rate-limit.ts';
import type { RedisSettings, SharedRedis } from './redis/connection.ts';

/** The services that processes share through Redis. */
export interface Shared {
  readonly redis: SharedRedis;
  readonly limiter: RateLimiter;
  readonly slots: SharedSlots;
}

/**
 * Connects to Redis and creates the shared limits, whose slots last `leaseMs` without renewal. Loads the client on
 * demand, because it takes memory and start-up time.
 */
export async function openShared(settings: RedisSettings & { readonly leaseMs: number }): Promise<Shared> {
  const { connectRedis } = await import('./redis/connection.ts');
  const { createSharedLimiter } = await import('./access/limits/shared-limiter.ts');
  const { createSharedSlots } = await import('./access/limits/shared-slots.ts');
  const redis = connectRedis(settings);
  const slots = createSharedSlots(redis, { process: randomUUID(), leaseMs: settings.leaseMs });
  return { redis, limiter: createSharedLimiter(redis), slots };
}
