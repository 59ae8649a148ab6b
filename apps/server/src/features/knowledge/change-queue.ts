import { AppError } from '../../errors.ts';
import { createGate } from '../../scheduling/lanes.ts';
import { StaleSource } from './failures.ts';

/** Maximum retries of a change after a stale read, which another process has caused. */
const maxStale = 5;

/** Changes of a source, one after the other: each is made of what the one before has left. */
export type ChangeQueue = ReturnType<typeof createChangeQueue>;

/** Creates the function that changes a source when it is its turn, and again after a stale read. */
export function createChangeQueue() {
  const gate = createGate({ atOnce: Number.MAX_SAFE_INTEGER, ofOne: 1 });
  return <Result>(source: string, change: () => Promise<Result>): Promise<Result> =>
    gate(source, () => again(change, maxStale));
}

async function again<Result>(change: () => Promise<Result>, left: number): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof StaleSource)) throw error;
    if (left === 1) throw busy();
  }
  return again(change, left - 1);
}

const busy = () =>
  new AppError('unavailable', 'The knowledge source is being changed by other requests.', { retryAfter: 1 });
