// @module-tag nightly
// @module-tag sql
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../databases/engines.ts';
import { type Cluster, type StopSignal, startCluster } from '../databases/postgres.ts';
import { envelopeProblems } from '../processes/wire.ts';
import { tempFolder } from '../temp-folder.ts';
import { type Fleet, isOver, type Owned, startFleet } from './fleet.ts';
import { lostWrites, startWriters } from './writers.ts';

/** Max time until every process serves again after PostgreSQL accepts connections, in milliseconds. */
const backWithin = 5_000;

/** Downtime of PostgreSQL, and the load before and after, in ms. */
const away = 1_500;
const before = 1_000;

const writers = 8;

const endings: readonly (readonly [how: string, signal: StopSignal])[] = [
  ['shut down', 'SIGINT'],
  ['crashed', 'SIGQUIT'],
];

describe.runIf(engines.includes('postgres'))('two processes whose PostgreSQL is restarted under load', () => {
  const folder = tempFolder();
  let cluster: Cluster;
  let fleet: Fleet;
  let owned: Owned;

  beforeAll(async () => {
    const started = await startCluster();
    if (started === undefined) throw new Error('To restart PostgreSQL it must be installed on this machine.');
    cluster = started;
    fleet = await startFleet({ databaseUrl: cluster.url('postgres'), folder, count: 2 });
    owned = await fleet.own();
  }, 60_000);
  afterAll(async () => {
    fleet.close();
    await Promise.all(fleet.servers.map((server) => server.kill()));
    await cluster.close();
  });

  /** Milliseconds until a write through this server succeeds again. */
  const backAfter = async (number: number): Promise<number> => {
    const started = performance.now();
    for (;;) {
      const body = { name: 'After the restart' };
      const request = { method: 'POST', path: '/api/agents', headers: owned.headers, body };
      const reply = await fleet.wires[number]?.send(request);
      if (reply?.status === 201 || performance.now() - started > 2 * backWithin) return performance.now() - started;
      await sleep(20);
    }
  };

  test.each(endings)('%s: 503 meanwhile, quick recovery, no lost writes', { timeout: 60_000 }, async (how, signal) => {
    const load = startWriters(fleet.wires, owned.headers, writers);
    await sleep(before);
    const acknowledgedBefore = load.acknowledged.size;
    await cluster.stop(signal);
    await sleep(away);
    for (const wire of fleet.wires) {
      expect(await wire.send({ method: 'GET', path: '/readyz' })).toMatchObject({ status: 503 });
      expect(await wire.send({ method: 'GET', path: '/healthz' })).toMatchObject({ status: 200 });
    }
    await cluster.start();
    const times = await Promise.all(fleet.wires.map((_, number) => backAfter(number)));
    await sleep(before);
    await load.stop();

    const statuses = new Set(load.attempts.map(({ reply }) => reply?.status));
    const refused = load.attempts.filter(({ reply }) => reply?.status === 503);
    const back = times.map((time) => `${Math.round(time)} ms`).join(' and ');
    const counts = `${load.attempts.length} requests, ${refused.length} refused`;
    process.stdout.write(`PostgreSQL ${how}: back after ${back}; ${counts}\n`);
    expect([...statuses].sort()).toEqual([200, 201, 503]);
    for (const { reply } of refused) {
      expect(reply && envelopeProblems(reply), reply?.text).toEqual([]);
      expect(Number(reply?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect(Math.max(...times)).toBeLessThan(backWithin);
    expect(await Promise.all(fleet.servers.map(isOver))).toEqual([false, false]);
    expect(acknowledgedBefore).toBeGreaterThan(0);
    expect(load.acknowledged.size).toBeGreaterThan(acknowledgedBefore);
    expect(await lostWrites(fleet.wires[0], owned.headers, load)).toEqual([]);
  });
});
