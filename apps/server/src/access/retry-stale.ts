import { AppError } from '../errors.ts';

/** Max attempts of a change that meets others; then it fails with `version_conflict`. */
const maxAttempts = 5;

/**
 * Makes a change that is computed from what was read, and again if another change came in between. A caller that named
 * a version gets the conflict.
 */
export async function retryIfStale<Changed>(
  ifMatch: readonly number[] | undefined,
  attempt: () => Promise<Changed>,
): Promise<Changed> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isStale = error instanceof AppError && error.code === 'version_conflict';
      if (!isStale || ifMatch !== undefined || tries === maxAttempts) throw error;
    }
  }
}
