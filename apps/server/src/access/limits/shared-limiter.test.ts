import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis, whileRedisAnswers } from '../../../testing/databases/redis.ts';
import { connectRedis, type SharedRedis } from '../../redis/connection.ts';
import type { RateLimiter } from './rate-limit.ts';
import { createSharedLimiter } from './shared-limiter.ts';

describe.runIf(hasRedis)('the shared limiter', () => {
  let server: RedisServer;
  let subject: string;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    subject = `acct_${randomUUID()}`;
  });

  /** Connects the limiter of one process. */
  async function limiter(
    onNotice: (message: string) => void = () => {},
  ): Promise<RateLimiter & { redis: SharedRedis }> {
    const redis = connectRedis({ url: server.url, onNotice });
    onTestFinished(() => redis.close());
    await vi.waitFor(() => redis.ping(), 10_000);
    return { ...createSharedLimiter(redis), redis };
  }

  test('lets exactly 60 of 500 simultaneous requests over three processes pass', async () => {
    const said: string[] = [];
    const processes = await Promise.all(Array.from({ length: 3 }, () => limiter((message) => said.push(message))));
    const crowd = () => {
      const account = `acct_${randomUUID()}`;
      const take = (_: unknown, index: number) => processes[index % 3]?.take(account, 60, Date.now());
      return Promise.all(Array.from({ length: 500 }, take));
    };
    const taken = await whileRedisAnswers(() => [said.join('\n')], crowd);
    expect(taken.filter((allowance) => allowance?.allowed)).toHaveLength(60);
    expect(new Set(taken.map((allowance) => allowance?.limit))).toEqual(new Set([60]));
    expect(Math.min(...taken.map((allowance) => allowance?.remaining ?? -1))).toBe(0);
  });

  test('a window begins with the first request and can be read without counting', async () => {
    const [one, other] = await Promise.all([limiter(), limiter()]);
    const now = Date.now();
    expect(await one.peek(subject, 5, now)).toEqual({ allowed: true, limit: 5, remaining: 5, resetAt: now + 60_000 });
    const first = await one.take(subject, 5, now);
    expect(first).toMatchObject({ allowed: true, limit: 5, remaining: 4 });
    expect(first.resetAt).toBeGreaterThan(now + 59_000);
    expect(first.resetAt).toBeLessThanOrEqual(now + 60_000);
    expect(await other.peek(subject, 5, now)).toMatchObject({ remaining: 4 });
    // Another plan, the same window.
    expect(await other.take(subject, 2, now)).toMatchObject({ allowed: true, limit: 2, remaining: 0 });
    expect(await one.take(subject, 2, now)).toMatchObject({ allowed: false, limit: 2, remaining: 0 });
  });

  test('uses an answer that arrived in time, even if the process was too busy to read it', async () => {
    const [one, other] = await Promise.all([limiter(), limiter()]);
    await other.take(subject, 10, Date.now());
    const taken = one.take(subject, 10, Date.now());
    for (const end = performance.now() + 500; performance.now() < end; );
    // Without Redis it would have counted one.
    expect(await taken).toMatchObject({ remaining: 8 });
  });

  test('each process counts alone while Redis is down, and they share again once it is back', async () => {
    const onNotice = vi.fn<(message: string) => void>();
    const [one, other] = await Promise.all([limiter(onNotice), limiter()]);
    await one.take(subject, 3, Date.now());
    await server.stop();
    const alone = [];
    for (let index = 0; index < 5; index += 1) alone.push(await one.take(subject, 3, Date.now()));
    expect(alone.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
    expect(await other.take(subject, 3, Date.now())).toMatchObject({ allowed: true, remaining: 2 });
    expect(await one.peek(subject, 3, Date.now())).toMatchObject({ remaining: 0 });
    await server.start();
    await vi.waitFor(async () => {
      await one.take(subject, 100, Date.now());
      const { remaining } = await other.peek(subject, 100, Date.now());
      expect(remaining).toBeLessThan(98);
    }, 10_000);
    expect(onNotice.mock.calls.map(([message]) => message)).toEqual([
      expect.stringMatching(/^Redis cannot be reached \(.+\): each process counts rate limits by itself/),
      'Redis can be reached again.',
    ]);
  });

  test('a hanging Redis delays few requests, each of them briefly', async () => {
    const onNotice = vi.fn<(message: string) => void>();
    const one = await limiter(onNotice);
    server.freeze();
    onTestFinished(() => server.thaw());
    const asked = vi.spyOn(one.redis.commands, 'sendCommand');
    expect(await one.take(subject, 10, Date.now())).toMatchObject({ allowed: true });
    const started = performance.now();
    for (let index = 0; index < 500; index += 1) await one.take(subject, 1_000, Date.now());
    // One request per second checks whether Redis answers again.
    const seconds = (performance.now() - started) / 1_000;
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2 + Math.ceil(seconds));
    const silent = expect.stringMatching(/^Redis cannot be reached \(no answer in 250 ms\)/);
    expect(onNotice.mock.calls).toEqual([[silent]]);
    server.thaw();
    await vi.waitFor(async () => {
      await one.take(subject, 1_000, Date.now());
      expect(onNotice.mock.lastCall).toEqual(['Redis can be reached again.']);
    }, 10_000);
  });
});
