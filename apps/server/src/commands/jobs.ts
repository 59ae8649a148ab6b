import { systemWorkspace } from '../storage/jobs/kind.ts';
import type { JobState } from '../storage/jobs/survey.ts';
import { isStopped, isThere } from '../storage/jobs/survey.ts';
import { plain } from './output/plain-line.ts';
import { run } from './output/run.ts';
import type { CommonOptions, Runtime } from './runtime.ts';

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

/** Returns the event of a change of a job, which is written only if the job is still there. */
async function eventOf(
  { features, db, id }: Pick<Runtime, 'db' | 'features'> & { readonly id: string },
  type: 'job.retried' | 'job.cancelled',
) {
  const job = await features.jobs.describe(id);
  if (job === undefined) return [];
  const when = type === 'job.retried' ? isStopped(db, id) : isThere(db, id);
  const workspace = job.workspace === systemWorkspace ? undefined : job.workspace;
  return features.accounts.operatorEvents.about({ type, data: { job: id, kind: job.kind }, when }, workspace);
}

/** `parley jobs retry`: makes a dead or waiting job due now, with all its attempts. */
export async function retryJob(id: string, options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ features, db }) => {
      const told = await eventOf({ features, db, id }, 'job.retried');
      if (!(await features.jobs.retry(id, told))) throw new Error(`There is no dead or waiting job ${id}.`);
      return { _id: id, state: 'ready' };
    },
    () => `${id} runs again within seconds, if a server runs.`,
  );
}

/** `parley jobs cancel`: deletes a job; if it runs, nothing of its attempt is kept. */
export async function cancelJob(id: string, options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ features, db }) => {
      const told = await eventOf({ features, db, id }, 'job.cancelled');
      if (!(await features.jobs.cancel(id, told))) throw new Error(`There is no job ${id}.`);
      return { _id: id, state: 'cancelled' };
    },
    () => `${id} is cancelled.`,
  );
}
