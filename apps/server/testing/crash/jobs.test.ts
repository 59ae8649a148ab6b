// @module-tag sql

import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openDatabase } from '../../src/storage/opening/open-database.ts';
import { engines } from '../databases/engines.ts';
import { buildStorageChild, runStorageChild, type StorageChild } from '../databases/run-storage-child.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import { counter, counting, counts } from '../jobs/counting-job.ts';
import { testJobs } from '../jobs/jobs.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { tempFolder } from '../temp-folder.ts';

const kills = runs(3, 'PARLEY_TEST_JOB_KILLS', 6);

/** Jobs for each kill, so that some are left at the last one; each runs in so many batches. */
const jobsPerKill = 200;
const batches = 3;

/** Processes at a time: only one may use an embedded database. */
const processes = { sqlite: 1, postgres: 2 };

const seed = announceSeed('testing/crash/jobs');

// One after the other: children end with the test that runs when they start.
describe.each(engines)('processes on %s that are killed while they run jobs', (engine) => {
  beforeAll(buildStorageChild);

  test(`each effect shows once, after ${kills} kills`, { timeout: 180_000 + kills * 20_000 }, async () => {
    const random = createRandom(seed);
    const dataDir = join(tempFolder(), 'data');
    const database = engine === 'postgres' ? await emptyDatabase() : undefined;
    const onFatal = (error: Error) => {
      throw error;
    };
    const none = () => {};
    const settings = { dataDir, databaseUrl: database?.url, now: Date.now, onFatal, onNotice: none };
    const db = await openDatabase(settings);
    await migrate(db, { migrations, now: Date.now });
    const { enqueue } = testJobs(db);
    const total = kills * jobsPerKill;
    for (let from = 0; from < total; from += 100) {
      const names = Array.from({ length: 100 }, (_, index) => String(from + index));
      const of = (name: string) => `ws_${Number(name) % 9}`;
      await db.write(
        names.flatMap((name) => [
          counter(db, name),
          enqueue(of(name), { kind: counting, payload: { name, left: batches } }),
        ]),
      );
    }

    const start = () => runStorageChild(['jobs', dataDir, ...(database ? [database.url] : [])]);
    const running = db.query.selectFrom('jobs').select('id').where('state', '=', 'running');
    const children: StorageChild[] = Array.from({ length: processes[engine] }, start);
    let interrupted = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const child = children.shift();
      await child?.line('ready');
      // Every second kill waits for an effect, so that slow machines have some.
      if (kill % 2 === 0) await child?.line('batch');
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, 250)));
      await child?.kill();
      interrupted += (await db.read(running)).length;
      children.push(start());
    }
    const left = async () => (await db.read(db.query.selectFrom('jobs').select(['id', 'state', 'error']))).length;
    await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 150_000, interval: 200 });
    expect(await counts(db)).toEqual({ [batches]: total });
    expect(children.flatMap(({ lines }) => lines.filter((line) => line.startsWith('error')))).toEqual([]);
    // Otherwise the kills came too early to prove anything.
    expect(interrupted).toBeGreaterThan(0);
    await Promise.all(children.map((child) => child.kill()));
    await db.close();
    await database?.drop();
  });
});
