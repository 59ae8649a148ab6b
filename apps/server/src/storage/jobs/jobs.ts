import { sql } from 'kysely';
import { type Belongings, scanTable } from '../belongings.ts';
import type { Database } from '../database.ts';
import { portion } from '../portion.ts';
import { type Statement, statement } from '../unit.ts';
import type { Job } from './kind.ts';
import { createQueue } from './queue.ts';
import { channel, createRunner } from './running/runner.ts';
import type { createWorker } from './running/worker.ts';
import * as surveys from './survey.ts';
import { sweep } from './sweep.ts';

/** Time for which a shutdown waits for running jobs, in ms; then it hands them back. */
const drainMs = 20_000;

/** The shortest time between two such announcements, in ms. */
const announceMs = 1_000;

/** Time for which dead jobs are kept, in ms: 30 days. */
const deadMs = 30 * 24 * 60 * 60 * 1000;

/** Dependencies of jobs. */
export interface JobNeeds {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Duration of a job's lease without renewal, in ms; the same in every process. */
  readonly leaseMs: number;
  newId(kind: 'job'): string;
  onError(error: unknown): void;
  /** 0 to 1; `Math.random` by default. */
  readonly random?: () => number;
  /** Milliseconds that only run forward; the process's own by default. */
  readonly elapsed?: () => number;
}

/** Number of attempts by kind and outcome. */
type Ends = ReturnType<typeof createWorker>['ended'];

export type Jobs = ReturnType<typeof createJobs>;

/** Background work in the database: see decision 0015. Without `start`, jobs are enqueued and not run. */
export function createJobs({ db, now, leaseMs, newId, onError, ...options }: JobNeeds) {
  const { random = Math.random, elapsed = () => performance.now() } = options;
  let runner: ReturnType<typeof createRunner> | undefined;
  let announced: NodeJS.Timeout | undefined;
  let isPending = false;
  let announcing = Promise.resolve();
  const known = new Map<string, Job>();

  const { enqueue, dequeue } = createQueue({
    ...{ db, now, newId },
    onEnqueued: (job) => {
      if (runner === undefined) announce();
      else runner.onEnqueued(job);
    },
  });

  /** Tells other processes of ready jobs, at most once a second. They poll as well, so it may fail. */
  const announce = (): void => {
    if (db.engine === 'sqlite') return;
    isPending = announced !== undefined;
    if (isPending) return;
    announced = setTimeout(() => {
      announced = undefined;
      if (isPending) announce();
    }, announceMs).unref();
    const notify = sql`select pg_notify(${sql.lit(channel)}, '')`.compile(db.query);
    announcing = db.write([statement(notify)]).then(() => undefined, onError);
  };

  return {
    enqueue,
    dequeue,
    /** Deletes dead jobs past their retention. */
    jobs: [
      sweep({
        name: 'jobs.dead',
        pattern: '50 3 * * *',
        find: (time) => surveys.findDead(db, { before: time - deadMs, limit: portion.rows }),
        remove: (ids) => surveys.forget(db, ids),
      }),
    ],
    /** The database of the queue. */
    db,
    /** Finds a known kind. */
    find: (kind: string): Job | undefined => known.get(kind),
    /** The known kinds. */
    known: (): readonly Job[] => [...known.values()],
    /** Makes kinds known, each with its handler. */
    define: (jobs: readonly Job[]): void => {
      for (const each of jobs) known.set(each.kind.name, each);
    },
    /** Runs jobs of the known kinds from now on and, unless they are off, their schedules. */
    start: ({ schedules = true }: { readonly schedules?: boolean } = {}): void => {
      const needs = { db, now, leaseMs, random, elapsed, enqueue, onError, announce };
      const jobs = [...known.values()].map((each) => (schedules ? each : { ...each, schedule: undefined }));
      runner ??= createRunner(needs, jobs);
    },
    /** Looks for due jobs, expired leases and slots now; tests need not wait for the next poll. */
    poll: async (): Promise<void> => runner?.poll(),
    /** Counts jobs by kind and state, of all processes. */
    survey: () => surveys.survey(db, now()),
    /** The kinds of queued jobs that this version doesn't know. */
    unknown: async (): Promise<string[]> => {
      const queued = (await surveys.survey(db, now())).filter(({ state }) => state !== 'dead');
      return [...new Set(queued.map(({ kind }) => kind))].filter((kind) => !known.has(kind));
    },
    /** Lists jobs for the operator. */
    list: (listing: surveys.Listing) => surveys.list(db, listing),
    /** Finds a job for the operator. */
    describe: (id: string) => surveys.find(db, id),
    /** Makes a dead or waiting job due now; false if no such job exists. `told` comes first in the unit of work. */
    retry: async (id: string, told: readonly Statement[] = []): Promise<boolean> => {
      const { hold, ...change } = surveys.retry(db, id, now());
      const { retried, replaced } = await db.write({ hold, told, ...change });
      announce();
      return retried.changed + replaced.changed > 0;
    },
    /** Deletes a job, and stops it if it runs; false if it doesn't exist. `told` comes first in the unit of work. */
    cancel: async (id: string, told: readonly Statement[] = []): Promise<boolean> => {
      const { cancelled } = await db.write({ told, cancelled: surveys.cancel(db, id) });
      runner?.worker.lose(id);
      return cancelled.changed > 0;
    },
    /** The jobs of a workspace except those of one kind, which delete the workspace. */
    ofWorkspace: (except: string): Belongings => ({
      next: (workspace, from) =>
        scanTable(
          from,
          async (after, limit) =>
            (await surveys.ownersAfter(db, after, limit)).map((row) => ({
              id: row.id,
              isOwn: row.workspace === workspace && row.kind !== except,
            })),
          (ids) => surveys.cancelAll(db, ids),
        ),
    }),
    /** Number of this process's attempts by kind and outcome. */
    ended: (): Ends => runner?.worker.ended ?? new Map(),
    /** Claims no more and waits a while for running jobs. */
    drain: async (): Promise<void> => runner?.drain(drainMs),
    /** Hands back the running jobs, and stops. */
    close: async (): Promise<void> => {
      await runner?.close();
      clearTimeout(announced);
      await announcing;
    },
  };
}
