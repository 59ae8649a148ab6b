// @module-tag nightly
// @module-tag sql
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../databases/engines.ts';
import type { TestDatabase } from '../databases/postgres.ts';
import { hasRedis, type RedisServer, startRedis, whileRedisAnswers } from '../databases/redis.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import { tempFolder } from '../temp-folder.ts';
import { type Fleet, type Owned, startFleet } from './fleet.ts';

const processes = 3;
const limit = 60;
const atOnce = 500;

/** Returns the number of times that a process has logged that Redis is back. */
const returns = (server: { log(): string }) => server.log().split('Redis can be reached again').length - 1;

/** The pause between two requests to one process, in milliseconds. */
const pause = 20;

describe.runIf(engines.includes('postgres') && hasRedis)(
  'three processes that share Redis',
  { timeout: 60_000 },
  () => {
    const folder = tempFolder();
    let database: TestDatabase;
    let redis: RedisServer;
    let fleet: Fleet;

    beforeAll(async () => {
      [database, redis] = await Promise.all([emptyDatabase(), startRedis()]);
      const env = { REDIS_URL: redis.url, PARLEY_PLAN_LIMITS: `free=${limit}` };
      fleet = await startFleet({ databaseUrl: database.url, folder, count: processes, env });
    }, 60_000);
    afterAll(async () => {
      fleet.close();
      await Promise.all(fleet.servers.map((server) => server.kill()));
      await redis.close();
      await database.drop();
    });

    const ask = async (number: number, { headers }: Owned): Promise<number | undefined> => {
      const request = { method: 'GET', path: '/api/agents?limit=1', headers };
      return (await fleet.wires[number % processes]?.send(request))?.status;
    };
    /** Number of successes among simultaneous requests to all processes in turn; all others must be 429. */
    const passed = async (count: number, owned: Owned): Promise<number> => {
      const statuses = await Promise.all(Array.from({ length: count }, (_, number) => ask(number, owned)));
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 200).length;
    };

    const logs = () => fleet.servers.map((server) => server.log());
    let crowds = 0;
    /** The same for a new person, repeated until Redis answered in time. */
    const passedTogether = () =>
      whileRedisAnswers(logs, async () => {
        crowds += 1;
        return passed(atOnce, await fleet.own(`ann-${crowds}@example.com`));
      });

    test(`let exactly ${limit} of ${atOnce} simultaneous requests pass at a limit of ${limit}`, async () => {
      expect(await passedTogether()).toBe(limit);
    });

    test('still serve while Redis is stopped, and count together again after it starts', async () => {
      const [bob, eve] = [await fleet.own('bob@example.com'), await fleet.own('eve@example.com')];
      const statuses = new Map<number | undefined, number>();
      let stopping = false;
      const load = fleet.wires.map(async (_, number) => {
        while (!stopping) {
          const status = await ask(number, bob);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await sleep(pause);
        }
      });
      await vi.waitFor(() => expect(statuses.get(429)).toBeGreaterThan(0), { timeout: 20_000 });
      const before = fleet.servers.map(returns);
      await redis.stop();
      // Each counts alone meanwhile.
      const alone = await passed(atOnce, eve).finally(redis.start);
      const isBack = () => fleet.servers.every((server, index) => returns(server) > (before[index] ?? 0));
      await vi.waitFor(() => expect(isBack()).toBe(true), { timeout: 20_000, interval: 50 });
      stopping = true;
      await Promise.all(load);
      // A process retries Redis with its first request after a second.
      await sleep(1_000);
      for (let number = 0; number < processes; number += 1) await ask(number, bob);
      expect(alone).toBe(limit * processes);
      expect([...statuses.keys()].sort()).toEqual([200, 429]);
      expect(await passedTogether()).toBe(limit);
    });
  },
);
