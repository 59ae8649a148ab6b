import { setTimeout as wait } from 'node:timers/promises';
import { AppError, isUnavailable } from '../errors.ts';

/** The waits between attempts to write while the database is unavailable, in milliseconds. */
const storeDelaysMs = [200, 500, 1_000, 2_000, 4_000, 8_000];

/** A database that asks for a wait of so many seconds is not back soon: its disk is full, for example. */
const longSeconds = 5;

/**
 * Writes; retries while the database is unavailable. Passes a failure to `onDelay` if the database is not back soon, so
 * that callers that wait for the write can be told.
 */
export async function retryUnavailable(
  write: () => Promise<unknown>,
  onDelay: (failure: AppError) => void,
): Promise<void> {
  for (const delay of [...storeDelaysMs, undefined]) {
    try {
      await write();
      return;
    } catch (failure) {
      if (!(failure instanceof AppError && isUnavailable(failure))) throw failure;
      if (delay === undefined || (failure.extras.retryAfter ?? 0) >= longSeconds) onDelay(failure);
      if (delay === undefined) throw failure;
      await wait(delay);
    }
  }
}
