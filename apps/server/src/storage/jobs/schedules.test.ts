// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { rowsOf, testClock, testJob, testJobs, testKind, until } from '../../../testing/jobs/jobs.ts';

const hour = 60 * 60 * 1000;

describe.each(engines)('schedules, on %s', (engine) => {
  const database = databaseOf(engine);

  test('enqueue one job a slot, whichever process comes first, and one for all slots that were missed', async () => {
    const db = database();
    // From the middle of an hour on, so that a slow machine doesn't reach a slot by itself.
    const clock = testClock();
    clock.jump(1.5 * hour - (Date.now() % hour));
    const kind = testKind();
    let runs = 0;
    const job = testJob(
      kind,
      async () => {
        runs += 1;
      },
      { pattern: '0 * * * *', payload: { name: 'slot' } },
    );
    const processes = [testJobs(db, clock), testJobs(db, clock), testJobs(db, clock)];
    for (const process of processes) process.start([job]);
    const pollAll = () => Promise.all(processes.map((process) => process.poll()));
    const settled = (expected: number) =>
      until(async () => {
        expect(await rowsOf(db, kind)).toEqual([]);
        expect(runs).toBe(expected);
      });
    await pollAll();
    await settled(0);
    for (const expected of [1, 2]) {
      clock.pass(hour);
      await pollAll();
      await pollAll();
      await settled(expected);
    }
    for (const process of processes) await process.close();
    clock.pass(5 * hour);
    const later = [testJobs(db, clock), testJobs(db, clock)];
    for (const process of later) process.start([job]);
    for (const process of later) await process.poll();
    await settled(3);
    clock.jump(-24 * hour);
    for (const process of later) await process.poll();
    await settled(3);
    // The stored slot is a day ahead of the clock: it was taken back, or nothing would run for a day.
    clock.pass(hour);
    for (const process of later) await process.poll();
    await settled(4);
    expect([...processes, ...later].flatMap(({ errors }) => errors)).toEqual([]);
  });
});
