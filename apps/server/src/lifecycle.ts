import type { Feature } from './feature.ts';
import type { Jobs } from './storage/jobs/jobs.ts';
import type { Job } from './storage/jobs/kind.ts';

/** Parts that start and end with the service. */
interface LifecycleParts {
  readonly features: readonly Feature[];
  readonly jobs: Jobs;
  /** Jobs that belong to no feature. */
  readonly ownJobs: readonly Job[];
  /** Closed after the features. */
  readonly others: readonly Pick<Feature, 'close'>[];
}

/** Creates the lifecycle of the features: start, drain, close. */
export function createLifecycle({ features, jobs, ownJobs, others }: LifecycleParts) {
  jobs.define([...ownJobs, ...features.flatMap((feature) => feature.jobs ?? [])]);
  return {
    /** Runs background work from now on; only a server does. */
    start: jobs.start,
    /** Drains everything: finishes what is under way and accepts no further work. */
    drain: async (): Promise<void> => {
      await Promise.all([jobs, ...features].map((part) => part.drain?.()));
    },
    /** Closes everything, which writes what is pending. */
    close: async (): Promise<void> => {
      const failures: unknown[] = [];
      // Jobs first: they use the features.
      for (const part of [jobs, ...features, ...others]) {
        // One that fails must not keep the others from writing what is pending.
        try {
          await part.close?.();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some parts could not be closed.');
    },
  };
}
