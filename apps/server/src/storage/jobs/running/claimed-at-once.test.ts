// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { gate, testClock, testJob, testJobs, testKind, until } from '../../../../testing/jobs/jobs.ts';
import type { SqliteDatabase } from '../../sqlite/open.ts';

describe.runIf(engines.includes('sqlite'))('a job on SQLite', () => {
  const database = databaseOf('sqlite');

  test('is claimed in the commit that enqueues it', async () => {
    const db = database() as SqliteDatabase;
    const kind = testKind();
    const { opened, open } = gate();
    const jobs = testJobs(db, testClock());
    let commits = 0;
    jobs.start([
      testJob(kind, async () => {
        commits = db.counters().commits;
        open();
      }),
    ]);
    await jobs.poll();
    const before = db.counters().commits;
    await db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'x' } })]);
    await opened;
    expect(commits - before).toBe(1);
  });

  test('runs once if it is enqueued while its process starts', async () => {
    const db = database();
    for (let round = 0; round < 20; round += 1) {
      const kind = testKind();
      const jobs = testJobs(db, testClock());
      let runs = 0;
      jobs.start([
        testJob(kind, async () => {
          runs += 1;
        }),
      ]);
      await db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'x' } })]);
      await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 1 }));
      await jobs.poll();
      expect([runs, jobs.ended().get(kind.name)]).toMatchObject([1, { done: 1, failed: 0, gone: 0 }]);
      await jobs.close();
    }
  });

  test('runs if a unit that would have enqueued one before was refused', async () => {
    const db = database();
    const kind = testKind();
    const jobs = testJobs(db, testClock());
    const names: string[] = [];
    jobs.start([testJob(kind, async ({ payload: { name } }) => void names.push(name))]);
    await jobs.poll();
    const refused = { sql: 'select 1', parameters: [], rows: 2, orElse: () => new Error('refused') };
    const never = db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'never' } }), refused]);
    const runs = db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'runs' } })]);
    await expect(never).rejects.toThrow('refused');
    await runs;
    await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 1 }));
    expect(names).toEqual(['runs']);
  });
});
