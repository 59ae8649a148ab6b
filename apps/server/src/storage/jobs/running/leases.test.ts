// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import {
  gate,
  mark,
  marks,
  rowsOf,
  testClock,
  testJob,
  testJobs,
  testKind,
  until,
} from '../../../../testing/jobs/jobs.ts';
import { statement } from '../../unit.ts';
import type { Jobs } from '../jobs.ts';
import { LeaseLost } from '../kind.ts';

const workspace = 'ws_1';
const day = 24 * 60 * 60 * 1000;

describe.each(engines)('leases of jobs, on %s', (engine) => {
  const database = databaseOf(engine);

  /** Leaves a job behind as a process does that was killed while it ran it. No other can take it before. */
  const leaveRunning = async (jobs: Pick<Jobs, 'enqueue'>, kind: ReturnType<typeof testKind>, attempts = 1) => {
    const db = database();
    const set = { state: 'running', lease: attempts, attempts };
    const update = db.query.updateTable('jobs').set(set).where('kind', '=', kind.name);
    await db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } }), statement(update)]);
  };

  test('of a process that died expire after 30 s, and the job runs again', async () => {
    const db = database();
    const clock = testClock();
    const kind = testKind();
    const attempts: number[] = [];
    const jobs = testJobs(db, clock);
    jobs.start([
      testJob(kind, async ({ attempt }) => {
        attempts.push(attempt);
      }),
    ]);
    await jobs.poll();
    await leaveRunning(jobs, kind);
    await jobs.poll();
    clock.pass(29_000);
    await jobs.poll();
    expect(await rowsOf(db, kind)).toMatchObject([{ state: 'running' }]);
    clock.pass(2_000);
    await jobs.poll();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(attempts).toEqual([2]);
  });

  test('last as long as the process is told', async () => {
    const db = database();
    const clock = testClock();
    const kind = testKind();
    const jobs = testJobs(db, clock, 90_000);
    jobs.start([testJob(kind, async () => {})]);
    await jobs.poll();
    await leaveRunning(jobs, kind, 2);
    await jobs.poll();
    clock.pass(60_000);
    await jobs.poll();
    expect(await rowsOf(db, kind)).toMatchObject([{ state: 'running' }]);
    clock.pass(31_000);
    await jobs.poll();
    const error = 'The process that ran it has ended, or was not heard of for 90 s.';
    expect(await rowsOf(db, kind)).toMatchObject([{ state: 'waiting', error }]);
  });

  test('don’t depend on clocks: a jump of a day neither steals nor keeps them', async () => {
    const db = database();
    const clock = testClock();
    const kind = testKind();
    const { opened, open } = gate();
    const attempts: number[] = [];
    const handler = testJob(kind, async ({ attempt }) => {
      attempts.push(attempt);
      await opened;
    });
    const jobs = testJobs(db, clock);
    jobs.start([handler]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(() => expect(attempts).toEqual([1]));
    for (const jump of [day, -2 * day]) {
      clock.jump(jump);
      await jobs.poll();
      expect(await rowsOf(db, kind)).toMatchObject([
        { state: 'running', lease: expect.toSatisfy((n) => Number(n) === 1) },
      ]);
    }
    open();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(attempts).toEqual([1]);
  });

  test('of jobs that end their process each time are given up after the last attempt', async () => {
    const db = database();
    const kind = testKind({ attempts: 3 });
    const jobs = testJobs(db);
    await leaveRunning(jobs, kind, 3);
    const clock = testClock();
    const next = testJobs(db, clock);
    next.start([testJob(kind, async () => {})]);
    await next.poll();
    clock.pass(31_000);
    await next.poll();
    clock.pass(30_000);
    await next.poll();
    const error = 'Each attempt ended with its process, or lost its lease.';
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([{ state: 'dead', error }]));
  });

  test('that are lost abort the attempt, and nothing of it is committed', async () => {
    const db = database();
    const kind = testKind();
    const { opened, open } = gate();
    let reason: unknown;
    const units: number[] = [];
    const jobs = testJobs({
      ...db,
      write: (unit) => {
        units.push(Object.keys(unit).length);
        return db.write(unit);
      },
    });
    jobs.start([
      testJob(kind, async ({ signal }) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
        });
        await opened;
        return { effect: [mark(db, kind.name)] };
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([{ state: 'running' }]));
    // As another process cancels it: this one notices when it renews the lease.
    await db.write([statement(db.query.deleteFrom('jobs').where('kind', '=', kind.name))]);
    await jobs.poll();
    expect(reason).toBeInstanceOf(LeaseLost);
    open();
    await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ gone: 1, done: 0 }));
    expect(await marks(db, kind.name)).toEqual([]);
    expect(jobs.errors).toEqual([]);
    // Nothing to store is no unit of work, which would wait for the writer.
    expect(units).not.toContain(0);
  });

  test('are handed back at shutdown, and the attempt doesn’t count', async () => {
    const db = database();
    const kind = testKind();
    const { opened, open } = gate();
    const jobs = testJobs(db);
    jobs.start([
      testJob(kind, async () => {
        await opened;
        return { effect: [mark(db, `${kind.name} first`)] };
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([{ state: 'running' }]));
    await jobs.close();
    expect((await rowsOf(db, kind)).map((row) => [row.state, Number(row.attempts)])).toEqual([['ready', 0]]);
    const next = testJobs(db);
    next.start([testJob(kind, async () => ({ effect: [mark(db, `${kind.name} second`)] }))]);
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    open();
    expect(await marks(db, `${kind.name} `)).toEqual([`${kind.name} second`]);
  });

  test('are kept while a shutdown waits for running jobs', async () => {
    const db = database();
    const kind = testKind();
    const { opened, open } = gate();
    let begun = false;
    const jobs = testJobs(db);
    jobs.start([
      testJob(kind, async () => {
        begun = true;
        await opened;
        return { effect: [mark(db, kind.name)] };
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(() => expect(begun).toBe(true));
    const drained = jobs.drain();
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'later' } })]);
    open();
    await drained;
    expect(await marks(db, kind.name)).toEqual([kind.name]);
    expect((await rowsOf(db, kind)).map(({ state, payload }) => [state, payload])).toEqual([
      ['ready', '{"name":"later"}'],
    ]);
  });

  test('a retry that a clock set back has moved out of reach is due again', async () => {
    const db = database();
    const clock = testClock();
    const kind = testKind();
    const jobs = testJobs(db, clock);
    const attempts: number[] = [];
    clock.jump(day);
    jobs.start([
      testJob(kind, async ({ attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('once');
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([{ state: 'waiting' }]));
    clock.jump(-day);
    await jobs.poll();
    await jobs.poll();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(attempts).toEqual([1, 2]);
  });
});
