// @module-tag sql

import { setTimeout as sleep } from 'node:timers/promises';
import { Parley } from '@parley/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { engines } from '../databases/engines.ts';
import { hasRedis, whileRedisAnswers } from '../databases/redis.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import { severalServices } from './services.ts';

const onPostgres = engines.includes('postgres');

/** The statuses of simultaneous requests to three services in turn. */
async function statuses(urls: readonly string[], key: string, count: number): Promise<number[]> {
  const requests = Array.from({ length: count }, async (_, index) => {
    const response = await fetch(`${urls[index % urls.length]}/api/agents`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await response.arrayBuffer();
    return response.status;
  });
  return Promise.all(requests);
}

describe.runIf(onPostgres)('three processes on one database', () => {
  const services = severalServices();

  test('each sees what another has acknowledged', async () => {
    const ada = await services.at(0).person();
    const key = await ada.key();
    const clients = [0, 1, 2].map(
      (index) => new Parley({ baseURL: services.at(index).url, apiKey: key, maxRetries: 0 }),
    );
    for (let round = 0; round < 20; round += 1) {
      const agent = await clients[round % 3]?.agents.create({ name: `Agent ${round}` });
      const read = await clients[(round + 1) % 3]?.agents.retrieve(agent?._id ?? '');
      expect(read).toEqual(agent);
    }
  });

  test('each shows a changed name at once', async () => {
    const ada = await services.at(0).person();
    const key = await ada.key();
    const names = async () => {
      const clients = [0, 1, 2].map((index) => new Parley({ baseURL: services.at(index).url, apiKey: key }));
      return Promise.all(clients.map(async (client) => (await client.me.retrieve()).user.name));
    };
    expect(new Set(await names())).toEqual(new Set([ada.user.name]));
    await (await ada.session()).me.update({ name: 'Ada L.' });
    expect(new Set(await names())).toEqual(new Set(['Ada L.']));
  });

  test.each(['a key that is revoked', 'a person who is suspended', 'a key that the operator revokes'])(
    '%s is refused by all of them at once',
    async (what) => {
      const ada = await services.at(0).person();
      const key = await ada.key();
      const urls = [0, 1, 2].map((index) => services.at(index).url);
      expect(await statuses(urls, key, 6)).toEqual([200, 200, 200, 200, 200, 200]);
      const session = await ada.session();
      const { items } = await session.apiKeys.list();
      const id = items[0]?._id ?? '';
      const { keyOperations, accounts } = services.at(2).features;
      if (what.endsWith('is revoked')) await session.apiKeys.revoke(id);
      else if (what.endsWith('suspended')) await accounts.setStatus(ada.user.email, 'suspended');
      else await keyOperations.revoke(id);
      // The announcement arrives within milliseconds; without it the look at the epoch takes up to a second.
      await vi.waitFor(async () => expect(await statuses(urls, key, 3)).toEqual([401, 401, 401]), {
        timeout: 500,
        interval: 10,
      });
    },
  );
});

describe.runIf(onPostgres && hasRedis)('three processes that share Redis', () => {
  const services = severalServices({ withRedis: true, environment: { PARLEY_PLAN_LIMITS: 'free=60' } });
  const urls = () => [0, 1, 2].map((index) => services.at(index).url);

  const logs = () => [0, 1, 2].map((index) => services.at(index).log());
  const passed = async (count: number) => {
    const key = await (await services.at(1).person()).key();
    const answers = await statuses(urls(), key, count);
    expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    return answers.filter((status) => status === 200).length;
  };

  test('let exactly 60 of 500 simultaneous requests pass at a limit of 60', async () => {
    expect(await whileRedisAnswers(logs, () => passed(500))).toBe(60);
  });

  test('without Redis no request fails, each counts alone, and they share again when it is back', async () => {
    await services.redis?.stop();
    expect(await passed(300)).toBe(180);
    await services.redis?.start();
    const areBack = () => expect(logs().every((log) => log.includes('Redis can be reached again'))).toBe(true);
    await vi.waitFor(areBack, 10_000);
    // A process retries Redis with its first request after a second.
    await sleep(1_000);
    await passed(3);
    expect(await whileRedisAnswers(logs, () => passed(200))).toBe(60);
  });
});

describe.runIf(onPostgres)('processes that start at once on an empty database', () => {
  test('apply each migration once, and all become ready', async () => {
    const database = await emptyDatabase();
    const open = () => openPostgres({ url: database.url, connections: 2, onNotice: () => {} });
    const all = await Promise.all(Array.from({ length: 6 }, open));
    onTestFinished(async () => {
      await Promise.all(all.map((db) => db.close()));
      await database.drop();
    });
    const applied = await Promise.all(all.map((db) => migrate(db, { migrations, now: Date.now })));
    expect(applied.flat().sort()).toEqual(migrations.map(({ name }) => name));
    const history = await all[0]?.read({ sql: 'select name from schema_migrations order by name', parameters: [] });
    expect(history).toEqual(migrations.map(({ name }) => ({ name })));
  });
});
