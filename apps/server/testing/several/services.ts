import { afterAll, beforeAll } from 'vitest';
import { type RedisServer, startRedis } from '../databases/redis.ts';
import { migratedDatabase } from '../databases/temp-postgres.ts';
import { type Service, type ServiceOptions, startService } from '../harness.ts';

/** Services that share one PostgreSQL database, as processes behind a proxy do, and a Redis if there is one. */
export interface Several {
  /** The service with this number, counted from 0. */
  readonly at: (index: number) => Service;
  readonly redis: RedisServer | undefined;
}

/** Starts three for the tests of a describe block, and closes them after it. */
export function severalServices(options: ServiceOptions & { readonly withRedis?: boolean } = {}): Several {
  const started: Service[] = [];
  const redis: { server?: RedisServer } = {};
  const closings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const database = await migratedDatabase();
    closings.push(database.drop);
    if (options.withRedis === true) {
      redis.server = await startRedis();
      closings.push(redis.server.close);
    }
    const environment = {
      ...options.environment,
      DATABASE_URL: database.url,
      ...(redis.server && { REDIS_URL: redis.server.url }),
    };
    for (let count = 0; count < 3; count += 1) {
      const service = await startService('postgres', { ...options, environment });
      started.push(service);
      closings.push(service.close);
    }
  });
  afterAll(async () => {
    for (const close of closings.reverse()) await close();
  });
  return {
    at: (index) => {
      const service = started[index];
      if (service === undefined) throw new Error('The services start before the tests, not while they are collected.');
      return service;
    },
    get redis() {
      return redis.server;
    },
  };
}
