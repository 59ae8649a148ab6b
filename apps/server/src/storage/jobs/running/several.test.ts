// @module-tag sql
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { migratedDatabase } from '../../../../testing/databases/temp-postgres.ts';
import { counter, counting, countingJob, counts } from '../../../../testing/jobs/counting-job.ts';
import {
  gate,
  mark,
  marks,
  rowsOf,
  testJob,
  testJobs,
  testKind,
  until,
  untilGone,
} from '../../../../testing/jobs/jobs.ts';
import { startProxy } from '../../../../testing/servers/tcp-proxy.ts';
import { openPostgres } from '../../postgres/open.ts';

const workspace = 'ws_1';

describe.runIf(engines.includes('postgres'))('jobs of several processes', () => {
  const database = databaseOf('postgres');

  test('500 jobs run once each, in both', async () => {
    const db = database();
    const batches = [0, 0];
    const processes = batches.map(() => testJobs(db));
    const { enqueue } = testJobs(db);
    for (let from = 0; from < 500; from += 100) {
      const names = Array.from({ length: 100 }, (_, index) => `${from + index}`);
      const job = (name: string) => enqueue(`ws_${Number(name) % 7}`, { kind: counting, payload: { name, left: 1 } });
      await db.write(names.flatMap((name) => [counter(db, name), job(name)]));
    }
    for (const [index, jobs] of processes.entries()) {
      const count = () => {
        batches[index] = (batches[index] ?? 0) + 1;
      };
      jobs.start([countingJob(db, count)]);
    }
    await untilGone(db, counting);
    expect(await counts(db)).toEqual({ '1': 500 });
    // Each claimed some when it started.
    expect(batches.every((count) => count > 0)).toBe(true);
    expect(processes.flatMap(({ errors }) => errors)).toEqual([]);
  });

  test('a job that a process has no room for starts in another one', async () => {
    const db = database();
    const kind = testKind({ concurrency: 1 });
    const { opened, open } = gate();
    const seen: number[] = [];
    const processes = [0, 1].map((number) => {
      const jobs = testJobs(db);
      jobs.start([
        testJob(kind, async () => {
          seen.push(number);
          await opened;
        }),
      ]);
      return jobs;
    });
    const [first] = processes;
    const enqueue = () => first?.db.write([first.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await enqueue();
    await enqueue();
    await until(() => expect(seen.toSorted()).toEqual([0, 1]));
    open();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
  });
});

describe.runIf(engines.includes('postgres'))('a job whose database is lost', () => {
  let url: URL;
  beforeAll(async () => {
    const target = await migratedDatabase();
    url = new URL(target.url);
    return target.drop;
  });

  /** Runs a job through a proxy up to its end; `fail` then breaks the connection. */
  const runBroken = async (fail: (proxy: Awaited<ReturnType<typeof startProxy>>, effect: string) => void) => {
    const direct = await openPostgres({ url: url.href, connections: 2, onNotice: () => {} });
    const proxy = await startProxy(Number(url.port));
    const through = new URL(url);
    through.port = String(proxy.port);
    const db = await openPostgres({ url: through.href, connections: 4, onNotice: () => {} });
    const kind = testKind();
    const { opened, open } = gate();
    const jobs = testJobs(db);
    onTestFinished(async () => {
      proxy.mend();
      await jobs.close();
      await db.close();
      await direct.close();
      await proxy.close();
    });
    let attempts = 0;
    jobs.start([
      testJob(kind, async ({ payload: { name } }) => {
        attempts += 1;
        await opened;
        return { effect: [mark(db, `${kind.name} ${name}`)] };
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(() => expect(attempts).toBe(1));
    fail(proxy, `${kind.name} x`);
    open();
    return { direct, kind, proxy, jobs, attempts: () => attempts };
  };

  test('stores its effect when the database is back', async () => {
    const { direct, kind, proxy, attempts } = await runBroken((broken) => broken.cut());
    expect(await marks(direct, kind.name)).toEqual([]);
    proxy.mend();
    await until(async () => expect(await marks(direct, kind.name)).toEqual([`${kind.name} x`]));
    await until(async () => expect(await rowsOf(direct, kind)).toEqual([]));
    expect(attempts()).toBe(1);
  });

  test('has its effect once if the commit was not acknowledged', async () => {
    const { direct, kind, jobs, attempts } = await runBroken((broken, effect) => broken.cutAfter(effect, 'commit\0'));
    await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ gone: 1, done: 0, failed: 0 }));
    expect(await marks(direct, kind.name)).toEqual([`${kind.name} x`]);
    expect(await rowsOf(direct, kind)).toEqual([]);
    expect(attempts()).toBe(1);
  });
});
