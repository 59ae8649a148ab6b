import { Type } from 'typebox';
import { expect, onTestFinished, vi } from 'vitest';
import { newId } from '../../src/ids.ts';
import type { Database } from '../../src/storage/database.ts';
import { createJobs } from '../../src/storage/jobs/jobs.ts';
import { type Job, type JobHandler, type JobKind, job, type Schedule } from '../../src/storage/jobs/kind.ts';
import { type Statement, statement } from '../../src/storage/unit.ts';

/** A clock that a test moves, and another one that only runs forward. */
export function testClock() {
  let offset = 0;
  let passed = 0;
  return {
    now: () => Date.now() + offset,
    elapsed: () => performance.now() + passed,
    /** Moves the clock only, also backwards, as an administrator does. */
    jump: (ms: number) => {
      offset += ms;
    },
    /** Lets time pass. */
    pass: (ms: number) => {
      offset += ms;
      passed += ms;
    },
  };
}

/** The payload of the tests' jobs. */
export const payload = Type.Object({ name: Type.String() });

type Payload = { readonly name: string };

let kinds = 0;

/** A kind of its own for a test, whose jobs no other test sees. */
export function testKind(limits: Partial<JobKind<typeof payload>> = {}): JobKind<typeof payload> {
  kinds += 1;
  return { name: `test.kind_${process.pid}_${kinds}`, payload, timeoutMs: 60_000, ...limits };
}

/** A job of that kind. */
export const testJob = (
  kind: JobKind<typeof payload>,
  handler: JobHandler<Payload>,
  schedule?: Schedule<Payload>,
): Job => job(kind, handler, schedule);

/**
 * Creates jobs on a database, as a process does; they end with the test. Unexpected errors are collected. A lease lasts
 * 30 s by default.
 */
export function testJobs(
  db: Database,
  clock: Pick<ReturnType<typeof testClock>, 'now' | 'elapsed'> = testClock(),
  leaseMs = 30_000,
) {
  const errors: unknown[] = [];
  const jobs = createJobs({ db, ...clock, leaseMs, newId, onError: (error) => errors.push(error), random: () => 0.5 });
  onTestFinished(() => jobs.close());
  const start = (kinds: readonly Job[], options?: Parameters<typeof jobs.start>[0]) => {
    jobs.define(kinds);
    jobs.start(options);
  };
  return { ...jobs, start, errors };
}

/** A row of the database that a job writes as its effect. Written twice, it breaks its primary key. */
export const mark = (db: Database, name: string): Statement =>
  statement(db.query.insertInto('settings').values({ name, value: '' }));

/** The names of the effects with this beginning, in order. */
export async function marks(db: Database, start: string): Promise<string[]> {
  const rows = await db.read(db.query.selectFrom('settings').select('name').orderBy('name'));
  return rows.map(({ name }) => name).filter((name) => name.startsWith(start));
}

/** The jobs of a kind. */
export const rowsOf = (db: Database, kind: JobKind) =>
  db.read(db.query.selectFrom('jobs').selectAll().where('kind', '=', kind.name).orderBy('created_at').orderBy('id'));

/** Waits until a condition holds. */
export const until = (condition: () => void | Promise<void>) => vi.waitFor(condition, { timeout: 30_000, interval: 5 });

/**
 * Waits until no job of a kind is left. Fails if their number hasn't fallen for half a minute, however long it takes.
 */
export async function untilGone(db: Database, kind: JobKind): Promise<void> {
  const rows = db.query.selectFrom('jobs').where('kind', '=', kind.name);
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const before = left;
    await vi.waitFor(
      async () => {
        const [row] = await db.read(rows.select((of) => of.fn.countAll().as('total')));
        left = Number(row?.total);
        expect(left).toBeLessThan(before);
      },
      { timeout: 30_000, interval: 50 },
    );
  }
}

/** A promise, and the function that resolves it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
