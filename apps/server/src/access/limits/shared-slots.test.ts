import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis, whileRedisAnswers } from '../../../testing/databases/redis.ts';
import { connectRedis } from '../../redis/connection.ts';
import { createConcurrency, type Free } from './concurrency.ts';
import { createSharedSlots } from './shared-slots.ts';

describe.runIf(hasRedis)('slots shared through Redis', () => {
  const limit = 10;
  const limits = { free: limit, pro: limit, business: limit };
  let server: RedisServer;
  let account: { id: string; plan: string };

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    account = { id: `acct_${randomUUID()}`, plan: 'free' };
  });

  /** Connects the slots of one process; `end` is its death: it frees nothing, and renews nothing. */
  async function connect({ leaseMs, renewalMs }: { leaseMs: number; renewalMs?: number } = { leaseMs: 30_000 }) {
    const log: string[] = [];
    const redis = connectRedis({ url: server.url, onNotice: (message) => log.push(message) });
    onTestFinished(() => redis.close());
    await vi.waitFor(() => redis.ping(), 10_000);
    const shared = createSharedSlots(redis, { process: randomUUID(), leaseMs, ...(renewalMs && { renewalMs }) });
    onTestFinished(shared.close);
    const concurrency = createConcurrency({ replies: limits, streams: limits, exports: limits }, { shared });
    const take = () => concurrency.take('replies', account);
    const used = async () => (await concurrency.usedBy(account)).replies.used;
    return { take, used, redis, end: shared.close, log: () => log.join('\n') };
  }
  type Process = Awaited<ReturnType<typeof connect>>;

  /** Repeats `act` on an account of its own until Redis answered the processes in time. */
  const agreed = <Result>(processes: readonly Process[], act: () => Promise<Result>): Promise<Result> =>
    whileRedisAnswers(
      () => processes.map(({ log }) => log()),
      () => {
        account = { ...account, id: `acct_${randomUUID()}` };
        return act();
      },
    );
  const failureOf = (taken: Promise<Free>) =>
    taken.then(
      () => 'granted',
      (error: unknown) => error,
    );
  const takeTimes = async ({ take }: Process, times: number) => {
    const held: Free[] = [];
    for (let taken = 0; taken < times; taken += 1) held.push(await take());
    return held;
  };
  const refusal = {
    code: 'too_many_concurrent',
    extras: { details: [{ path: 'replies', message: '10 in use, limit 10' }] },
  };

  test('three processes together get exactly the limit, however many ask at once', async () => {
    const processes = await Promise.all([connect(), connect(), connect()]);
    const askAll = async () => {
      const asked = await Promise.allSettled(
        Array.from({ length: 30 }, () => processes.map(({ take }) => take())).flat(),
      );
      return asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    };
    const usedByEach = () => Promise.all(processes.map(({ used }) => used()));
    const { held, used } = await agreed(processes, async () => ({ held: await askAll(), used: await usedByEach() }));
    expect({ held: held.length, used }).toEqual({ held: limit, used: [limit, limit, limit] });
    for (const free of held) free();
    await vi.waitFor(async () => expect(await usedByEach()).toEqual([0, 0, 0]), 10_000);
  });

  test('a slot that one process frees can be taken by another, and the refusal counts all of them', async () => {
    const [one, other] = await Promise.all([connect(), connect()]);
    const refusals = await agreed([one, other], async () => {
      const [first] = await takeTimes(one, limit);
      const full = await failureOf(other.take());
      first?.();
      await vi.waitFor(other.take, 10_000);
      return [full, await failureOf(one.take())];
    });
    expect(refusals).toMatchObject([refusal, refusal]);
  });

  test('what a dead process had stops counting, and only that', async () => {
    const [dying, living, other] = await Promise.all([connect({ leaseMs: 300, renewalMs: 50 }), connect(), connect()]);
    const outcome = await agreed([living, other], async () => {
      await takeTimes(dying, 4);
      await takeTimes(living, 6);
      const before = await failureOf(other.take());
      dying.end();
      const held: Free[] = [];
      await vi.waitFor(async () => {
        held.push(await other.take());
        expect(held.length).toBeGreaterThanOrEqual(4);
      }, 20_000);
      return { before, held: held.length, after: await failureOf(other.take()) };
    });
    expect(outcome).toMatchObject({ held: 4, after: refusal });
  });

  test('what a living process has is renewed', async () => {
    const { take, redis } = await connect({ leaseMs: 60_000, renewalMs: 20 });
    await take();
    const tillOf = async () =>
      (await redis.commands.zrange(`parley:slots:replies:${account.id}`, 0, '0', 'WITHSCORES'))[1];
    const first = await vi.waitUntil(tillOf, 10_000);
    await vi.waitFor(async () => expect(Number(await tillOf())).toBeGreaterThan(Number(first)), 10_000);
  });

  test('each process counts alone while Redis is down, and they agree again once it is back', async () => {
    const times = { leaseMs: 30_000, renewalMs: 50 };
    const [one, other] = await Promise.all([connect(times), connect(times)]);
    const held = [await one.take()];
    await server.stop();
    for (let index = 1; index < limit; index += 1) held.push(await one.take());
    await expect(one.take()).rejects.toMatchObject({ code: 'too_many_concurrent' });
    (await other.take())();
    await server.start();
    await vi.waitFor(async () => expect(await other.used()).toBe(limit), 20_000);
    const logs = () => [other.log()];
    expect(await whileRedisAnswers(logs, () => failureOf(other.take()))).toMatchObject(refusal);
    for (const free of held) free();
    // A release that is lost while a connection comes back ends with its lease.
    await vi.waitFor(async () => expect(await other.used()).toBe(0), 2 * times.leaseMs);
  }, 150_000);
});
