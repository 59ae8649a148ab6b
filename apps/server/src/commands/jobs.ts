import type { JobState } from '../storage/jobs/survey.ts';
import { plain } from './output/plain-line.ts';
import { run } from './output/run.ts';
import type { CommonOptions } from './runtime.ts';

/** Max jobs that one call lists. */
const maxListed = 100;

interface ListOptions extends CommonOptions {
  readonly state?: JobState;
  readonly kind?: string;
}

/** `parley jobs list`: background work that waits, runs or is dead. Changes nothing. */
export async function listJobs({ state, kind, ...options }: ListOptions): Promise<void> {
  await run(
    { ...options, readOnly: true },
    async ({ features: { jobs } }) => {
      const found = await jobs.list({ state, kind, limit: maxListed });
      return found.map(({ id, runAt, attempts, ...job }) => ({
        _id: id,
        ...job,
        attempts: Number(attempts),
        runAt: new Date(Number(runAt)).toISOString(),
      }));
    },
    (jobs) =>
      jobs.length === 0
        ? 'There are no jobs.'
        : jobs
            .map(({ _id, state, kind, workspace, runAt, attempts, error }) => {
              return [_id, state, kind, workspace, runAt, `${attempts}×`, plain(error ?? '')].join('  ').trimEnd();
            })
            .join('\n'),
  );
}

/** `parley jobs retry`: makes a dead or waiting job due now, with all its attempts. */
export async function retryJob(id: string, options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      if (!(await features.jobs.retry(id))) throw new Error(`There is no dead or waiting job ${id}.`);
      return { _id: id, state: 'ready' };
    },
    () => `${id} runs again within seconds, if a server runs.`,
  );
}

/** `parley jobs cancel`: deletes a job; if it runs, nothing of its attempt is kept. */
export async function cancelJob(id: string, options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      if (!(await features.jobs.cancel(id))) throw new Error(`There is no job ${id}.`);
      return { _id: id, state: 'cancelled' };
    },
    () => `${id} is cancelled.`,
  );
}
