// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { mark, marks, rowsOf, testClock, testJob, testJobs, testKind, until } from '../../../../testing/jobs/jobs.ts';

describe.each(engines)('a job whose handler ends it in a unit of its own, on %s', (engine) => {
  const database = databaseOf(engine);

  test('is done with that unit: what the handler returns isn’t written, and a failure after it is only reported', async () => {
    const db = database();
    for (const fails of [false, true]) {
      const kind = testKind();
      const jobs = testJobs(db, testClock());
      let runs = 0;
      jobs.start([
        testJob(kind, async ({ end, payload }) => {
          runs += 1;
          await db.write([end(), mark(db, `${kind.name} ended`)]);
          if (fails) throw new Error('after the end');
          return { effect: [mark(db, `${kind.name} returned`)], next: payload };
        }),
      ]);
      await jobs.db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'x' } })]);
      await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 1, failed: 0, continued: 0 }));
      expect(await rowsOf(db, kind)).toEqual([]);
      expect(runs).toBe(1);
      expect(await marks(db, kind.name)).toEqual([`${kind.name} ended`]);
    }
  });

  test('goes on if that unit is rolled back', async () => {
    const db = database();
    const kind = testKind();
    const jobs = testJobs(db, testClock());
    jobs.start([
      testJob(kind, async ({ end }) => {
        const refused = { ...mark(db, kind.name), rows: 2, orElse: () => new Error('refused') };
        await expect(db.write([end(), refused])).rejects.toThrow('refused');
        return { effect: [mark(db, `${kind.name} returned`)] };
      }),
    ]);
    await jobs.db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'x' } })]);
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(await marks(db, kind.name)).toEqual([`${kind.name} returned`]);
  });
});
