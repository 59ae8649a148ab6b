import type { Database } from '../../database.ts';
import { longestRetry } from '../backoff.ts';
import type { Job } from '../kind.ts';
import type { Enqueue } from '../queue.ts';
import { createSchedules } from '../schedules.ts';
import * as store from '../store.ts';
import { look } from './claim.ts';
import { createLeases } from './leases.ts';
import { createWorker } from './worker.ts';

/**
 * Interval between an idle process's looks for jobs, in ms, give or take a fifth: other processes may have enqueued
 * them.
 */
const pollMs = 10_000;

/** A clock that loses more than this was set back, in ms. */
const setBackMs = 60_000;

/** The channel that tells other processes of ready jobs. */
export const channel = 'parley_jobs';

/** Dependencies of the runner. */
export interface RunnerNeeds {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that only run forward. */
  readonly elapsed: () => number;
  /** Duration of a job's lease without renewal, in ms. */
  readonly leaseMs: number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly enqueue: Enqueue;
  /** Tells other processes of ready jobs. */
  announce(): void;
  onError(error: unknown): void;
}

/** Runs jobs: polls for due jobs, wakes the worker, keeps leases and uses slots. */
export function createRunner(
  { db, now, leaseMs, random, elapsed, enqueue, onError, announce }: RunnerNeeds,
  jobs: readonly Job[],
) {
  const byName = new Map(jobs.map((job) => [job.kind.name, job]));
  const names = [...byName.keys()];
  let timer: NodeJS.Timeout | undefined;
  let planned = 0;
  let polling: Promise<void> | undefined;
  let stopped = false;
  /** True if this process has enqueued jobs that it may have no room for. */
  let hasNews = false;
  let skew = now() - elapsed();

  const worker = createWorker({
    ...{ db, now, random, onError, jobs: byName },
    onFull: () => {
      if (hasNews) announce();
      hasNews = false;
    },
    onRetry: () => void poll(),
  });
  const leases = createLeases({
    ...{ db, now, elapsed, leaseMs, random, onError, own: worker.running },
    onLost: worker.lose,
    onReleased: () => worker.wake(names, names),
  });
  const schedules = createSchedules({ db, now, enqueue, jobs });

  /** Polls again at a time (ms since 1970) or a little later, but within the poll's interval. */
  const plan = (at: number): void => {
    const delay = Math.min(Math.max(at - now(), 10), pollMs * (0.8 + 0.4 * random()));
    if (stopped || (timer !== undefined && planned <= elapsed() + delay)) return;
    clearTimeout(timer);
    planned = elapsed() + delay;
    timer = setTimeout(() => void poll(), delay).unref();
  };

  const promoteDue = async (): Promise<number | undefined> => {
    for (;;) {
      const { ready, slow, due } = await look(db, names);
      worker.wake(ready, slow);
      if (due === undefined || due > now()) return due;
      const { promoted } = await db.write({ promoted: store.promote(db, now()) });
      // Other processes have locked the due jobs: they make them ready.
      if (promoted.changed === 0) return undefined;
    }
  };

  const pollOnce = async (): Promise<void> => {
    const time = now();
    const clockWasSetBack = time - elapsed() < skew - setBackMs;
    skew = time - elapsed();
    if (clockWasSetBack) await db.write({ recalled: store.recall(db, { now: time, latest: time + longestRetry }) });
    const slot = await schedules.tick({ clockWasSetBack });
    const due = await promoteDue();
    plan(Math.min(slot, due ?? slot));
  };

  /** One poll at a time; a call during a poll waits for one more. */
  const poll = async (): Promise<void> => {
    if (polling !== undefined) await polling;
    if (stopped || polling !== undefined) return polling;
    clearTimeout(timer);
    timer = undefined;
    polling = pollOnce()
      .catch((error: unknown) => {
        onError(error);
        plan(now() + pollMs);
      })
      .finally(() => {
        polling = undefined;
      });
    return polling;
  };

  const listening = db.listen?.(channel, () => void poll());
  // The embedded database has one server: what runs before it starts is left behind by one that died.
  // A job that this one claimed meanwhile would look the same, so it claims none before.
  let early: Set<string> | undefined = new Set();
  const started = leases
    .tick(db.engine === 'sqlite')
    .catch(onError)
    .then(() => {
      worker.wake([...(early ?? [])]);
      early = undefined;
    });
  leases.start();
  void started.then(poll);

  return {
    worker,
    poll: async (): Promise<void> => {
      await started;
      await leases.tick().catch(onError);
      await poll();
    },
    onEnqueued: ({ kind, runAt }: { kind: string; runAt: number }): void => {
      if (stopped) announce();
      else if (runAt > now()) plan(runAt);
      else {
        hasNews = true;
        if (early === undefined) worker.wake([kind]);
        else early.add(kind);
      }
    },
    drain: async (limitMs: number): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await started;
      await polling;
      await worker.drain(limitMs);
    },
    close: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await started;
      await polling;
      await worker.drain(0);
      leases.close();
      await listening?.close();
      announce();
    },
  };
}
