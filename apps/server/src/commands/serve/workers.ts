import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';

/** Waits before an early-ended worker is replaced, in milliseconds; they double from the first to the longest. */
const firstPause = 500;
const longestPause = 10_000;

/** A worker that ends after this long did not end early, in milliseconds. */
const goodAge = 10_000;

/** A worker that is still running this long after its own drain timeout is killed, in milliseconds. */
const killAfter = 5_000;

/** The options of the worker processes. */
export interface WorkerSettings {
  readonly config: Config;
  readonly logger: Logger;
  /** Maximum duration of a worker's drain, in ms. */
  readonly drainTimeout: number;
}

/**
 * Runs `count` processes behind one port and resolves once all of them serve. Starts the first alone, so that only one
 * migrates and a wrong setting is reported once. Replaces a worker that dies; SIGTERM and SIGINT drain them all.
 * Rejects with one sentence if they have no database server to share.
 */
export async function serveWorkers(count: number, { config, logger, drainTimeout }: WorkerSettings): Promise<void> {
  if (config.databaseUrl === undefined) {
    throw new Error(
      'The embedded database belongs to one process, so it can not have workers: set DATABASE_URL to a PostgreSQL ' +
        'database that they share, or leave out --workers.',
    );
  }
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  let pause = firstPause;
  const replacements = new Set<NodeJS.Timeout>();

  const start = (): Promise<void> => {
    const worker = cluster.fork();
    const startedAt = performance.now();
    worker.on('exit', (code, signal) => {
      if (state === 'serving') replace({ worker: worker.id, code, signal }, performance.now() - startedAt);
      // A worker that could not start, or could not drain, has logged why. A worker that was told to stop while it was
      // still starting has done neither.
      else if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1;
    });
    return new Promise((resolve) => {
      worker.once('listening', () => resolve());
      worker.once('exit', () => resolve());
    });
  };

  const replace = (facts: Record<string, unknown>, age: number) => {
    logger.error(facts, 'a worker ended and is replaced');
    pause = age >= goodAge ? firstPause : Math.min(pause * 2, longestPause);
    const timer = setTimeout(
      () => {
        replacements.delete(timer);
        start().catch((error: unknown) => logger.error({ err: error }, 'a worker could not be started'));
      },
      age >= goodAge ? 0 : pause,
    );
    replacements.add(timer);
  };

  const stop = () => {
    if (state === 'stopping') return;
    state = 'stopping';
    for (const timer of replacements) clearTimeout(timer);
    for (const worker of workers()) worker.process.kill('SIGTERM');
    const killer = setTimeout(() => {
      for (const worker of workers()) worker.process.kill('SIGKILL');
    }, drainTimeout + killAfter);
    killer.unref();
  };

  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await start();
  if (state !== 'starting' || workers().length === 0) return;
  state = 'serving';
  await Promise.all(Array.from({ length: count - 1 }, start));
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
