import { AppError } from '../../../errors.ts';
import type { Outcome, Statement } from '../../unit.ts';

/** Max queued units, and max total size of their parameters in characters and bytes. */
export const maxQueuedUnits = 10_000;
export const maxQueuedSize = 64 * 1024 * 1024;

/** Max units per transaction, and max size of their parameters; larger batches would delay the first answer. */
export const maxBatchUnits = 256;
export const maxBatchSize = 8 * 1024 * 1024;

/** A queued unit with its promise. */
export interface Job {
  readonly unit: readonly Statement[];
  readonly size: number;
  readonly resolve: (outcomes: Outcome<unknown>[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A first-in, first-out queue of units. */
export interface UnitQueue {
  isEmpty(): boolean;
  /** Adds a unit and returns the promise of its outcomes. Throws `AppError('unavailable')` if the queue is full. */
  add(unit: readonly Statement[]): Promise<Outcome<unknown>[]>;
  /** Removes and returns the units of the next transaction; at least one unless the queue is empty. */
  takeBatch(): readonly Job[];
  /** Removes and returns all units. */
  takeAll(): readonly Job[];
}

/** Creates an empty queue. */
export function createUnitQueue(): UnitQueue {
  let jobs: Job[] = [];
  let queuedSize = 0;

  function take(count: number): readonly Job[] {
    const taken = jobs.slice(0, count);
    jobs = jobs.slice(count);
    for (const job of taken) queuedSize -= job.size;
    return taken;
  }

  return {
    isEmpty: () => jobs.length === 0,
    add(unit) {
      if (jobs.length >= maxQueuedUnits || queuedSize >= maxQueuedSize) {
        throw new AppError('unavailable', 'The database has too much work waiting; try again shortly.', {
          retryAfter: 1,
        });
      }
      const size = sizeOf(unit);
      queuedSize += size;
      return new Promise((resolve, reject) => jobs.push({ unit, size, resolve, reject }));
    },
    takeBatch: () => take(batchLength(jobs)),
    takeAll: () => take(jobs.length),
  };
}

function batchLength(jobs: readonly Job[]): number {
  let size = 0;
  for (const [index, job] of jobs.entries()) {
    size += job.size;
    if (index === maxBatchUnits || (index > 0 && size > maxBatchSize)) return index;
  }
  return jobs.length;
}

/** Returns the size of a unit's parameters in characters and bytes. Throws a TypeError if one can't be stored. */
function sizeOf(unit: readonly Statement[]): number {
  let size = 0;
  for (const { parameters, sql } of unit) {
    for (const value of parameters) {
      if (typeof value === 'string') size += value.length;
      else if (value instanceof Uint8Array) size += value.byteLength;
      else if (typeof value !== 'number' && typeof value !== 'bigint' && value !== null) {
        throw new TypeError(`A parameter is of type ${typeof value}, which a database can't store. SQL: ${sql}`);
      }
    }
  }
  return size;
}
