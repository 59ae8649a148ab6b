import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from '../../../errors.ts';

/** The waits between attempts to write while the database is unavailable, in milliseconds. */
const storeDelaysMs = [200, 500, 1_000, 2_000, 4_000, 8_000];

/** Writes; retries while the database is unavailable. */
export async function retryUnavailable(write: () => Promise<unknown>): Promise<void> {
  for (const delay of [...storeDelaysMs, undefined]) {
    try {
      await write();
      return;
    } catch (failure) {
      if (delay === undefined || !isUnavailable(failure)) throw failure;
      await wait(delay);
    }
  }
}
