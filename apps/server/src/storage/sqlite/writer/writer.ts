import type { Worker } from 'node:worker_threads';
import { AppError } from '../../../errors.ts';
import type { Outcome, Statement } from '../../unit.ts';
import { unitError } from '../unit-error.ts';
import { createPacking } from './packing.ts';
import {
  isFailure,
  type OutcomeReply,
  type UnitReply,
  type WriterAnswer,
  type WriterCounters,
  type WriterReply,
  type WriterRequest,
} from './protocol.ts';
import { createUnitQueue, type Job } from './queue.ts';

/** The callbacks of the writer. */
export interface WriterHooks {
  /** The database is unusable and the process should exit; nothing more is acknowledged. Called at most once. */
  readonly onFatal: (error: Error) => void;
  /** Receives a sentence for the log about a problem that lost no data. */
  readonly onNotice: (message: string) => void;
  /** Called when a unit changed the schema. */
  readonly onSchemaChange: () => void;
  /** Start no reads until this is called with false: the writer thread is restarting the log. */
  readonly onHoldReads: (hold: boolean) => void;
  /**
   * The writer thread couldn't restart the log, because of a read that began before it. Called before `onHoldReads`.
   */
  readonly onBlocked: () => void;
  /** Called when every unit is finished, and awaited before the writer thread closes its connection. */
  readonly onDrained: () => Promise<void>;
}

/** The main thread's interface to the writer thread. */
export interface Writer {
  /** See `Database.write`. */
  write(unit: readonly Statement[]): Promise<Outcome<unknown>[]>;
  /** Restarts the write-ahead log now, once no read is in its way. */
  restartLog(): void;
  /** The counters that the writer thread reported last. */
  counters(): WriterCounters;
  /** Refuses new units, completes the accepted ones, and resolves when the thread has exited. */
  close(): Promise<void>;
}

/** Resolves when the writer thread has opened its database; rejects with one sentence if it can't. */
export function writerReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The writer thread of the database ended before it was ready.')));
    worker.once('message', (reply: WriterReply) => {
      if (reply.type === 'ready') resolve();
      else reject(new Error(reply.type === 'refused' ? reply.message : 'The writer thread did not start.'));
    });
  });
}

/**
 * Queues units for a ready writer thread. Whenever the thread is idle, all queued units are sent as one batch (group
 * commit). One fsync serves many units, and no timer delays them.
 */
export function createWriter(worker: Worker, hooks: WriterHooks): Writer {
  const queue = createUnitQueue();
  const pack = createPacking();
  let inFlight: readonly Job[] = [];
  let counters: WriterCounters = { commits: 0, units: 0, failedUnits: 0, checkpoints: 0 };
  let state: 'open' | 'closing' | 'ended' = 'open';
  let flushing = false;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  /** Flushes at the end of this turn of the event loop, so that units of the same turn share a batch. */
  function flushSoon(): void {
    if (flushing || inFlight.length > 0) return;
    flushing = true;
    setImmediate(flush);
  }

  function flush(): void {
    flushing = false;
    if (state === 'ended' || inFlight.length > 0) return;
    if (!queue.isEmpty()) {
      inFlight = queue.takeBatch();
      send(worker, { type: 'batch', ...pack(inFlight.map((job) => job.unit)) });
    } else if (state === 'closing') {
      void hooks.onDrained().then(() => send(worker, { type: 'close' }));
    }
  }

  function answer({ replies, counters: reported }: WriterAnswer): void {
    const jobs = inFlight;
    inFlight = [];
    counters = reported;
    flush();
    for (const [index, job] of jobs.entries()) settle(job, replies[index]);
  }

  /** Rejects all queued and in-flight units. In-flight units may or may not be stored, but none is acknowledged. */
  function end(error: Error): void {
    if (state === 'ended') return;
    const expected = state === 'closing' && inFlight.length === 0 && queue.isEmpty();
    state = 'ended';
    for (const job of [...inFlight, ...queue.takeAll()]) job.reject(closed(error));
    inFlight = [];
    if (!expected) hooks.onFatal(error);
  }

  listen(worker, hooks, { answer, end });
  return {
    async write(unit) {
      if (state !== 'open') throw closed();
      const outcomes = queue.add(unit);
      for (const { onQueued } of unit) onQueued?.();
      flushSoon();
      return outcomes;
    },
    restartLog: () => send(worker, { type: 'restart-log' }),
    counters: () => counters,
    close() {
      if (state === 'open') state = 'closing';
      flushSoon();
      return exited;
    },
  };
}

function listen(
  worker: Worker,
  hooks: WriterHooks,
  on: { answer: (reply: WriterAnswer) => void; end: (error: Error) => void },
): void {
  worker.on('message', (reply: WriterReply) => {
    if (reply.type === 'answer') {
      if (reply.schemaChanged) hooks.onSchemaChange();
      on.answer(reply);
    } else if (reply.type === 'hold-reads') {
      if (reply.blocked === true) hooks.onBlocked();
      hooks.onHoldReads(reply.hold);
    } else if (reply.type === 'notice') {
      hooks.onNotice(reply.message);
    } else if (reply.type === 'fatal') {
      on.end(new Error(`The disk may not have stored what was written: ${reply.message}.`));
    }
  });
  worker.on('messageerror', on.end);
  worker.on('error', (error) => on.end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) =>
    on.end(new Error(`The writer thread of the database ended unexpectedly (code ${code}).`)),
  );
}

function settle(job: Job, reply: UnitReply | undefined): void {
  try {
    if (reply === undefined) job.reject(new Error('The writer thread did not answer for this unit.'));
    else if (isFailure(reply)) job.reject(unitError(job.unit, reply));
    else job.resolve(reply.map(toOutcome));
  } catch (error) {
    // `orElse` and the like should return errors; one that throws fails only its own unit.
    job.reject(error);
  }
}

function send(worker: Worker, request: WriterRequest): void {
  worker.postMessage(request);
}

const toOutcome = (reply: OutcomeReply): Outcome<unknown> =>
  typeof reply === 'number' ? { rows: [], changed: reply } : { rows: reply, changed: reply.length };

function closed(cause?: Error): AppError {
  const extras = { retryAfter: 5 };
  return new AppError('unavailable', 'The database is closed.', cause === undefined ? extras : { ...extras, cause });
}
