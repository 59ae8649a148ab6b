import { type Static, type TSchema, Type } from 'typebox';
import type { Statement } from '../unit.ts';

/** Max size of a payload as JSON, in bytes: a job names what it works on, it doesn't carry it. */
export const maxPayloadBytes = 64 * 1024;

/** Max length of a deduplication key, in characters. */
export const maxKeyLength = 200;

/** The workspace of jobs that belong to no tenant, such as sweeps. */
export const systemWorkspace = 'system';

/** The payload of jobs that need none. */
export const noPayload = Type.Object({}, { additionalProperties: false });

/** A kind of job: its name, the schema of its payload, and its limits. */
export interface JobKind<Schema extends TSchema = TSchema> {
  /** Unique and stable, `<feature>.<what>`: jobs of this name may wait in the database. */
  readonly name: string;
  readonly payload: Schema;
  /** Max duration of one attempt, in ms; then its signal is aborted and the attempt has failed. */
  readonly timeoutMs: number;
  /** Max attempts before the job is dead; 10 by default, over about three hours. */
  readonly attempts?: number;
  /**
   * Max jobs of the kind that a process runs at the same time; 4 by default, and one account has at most half of them.
   */
  readonly concurrency?: number;
  /** Max jobs of the kind that a process runs at the same time for one account, if that is less than its half. */
  readonly perAccount?: number;
  /** Max further jobs of the kind that have begun and stand aside; none by default. */
  readonly aside?: number;
}

/** When jobs of a kind are enqueued by the clock. */
export interface Schedule<Payload> {
  /** A cron pattern, in UTC. Slots that are missed while no process runs count as one. */
  readonly pattern: string;
  readonly payload: Payload;
}

/** One attempt at a job, as its handler sees it. */
export interface Attempt<Payload> {
  readonly id: string;
  readonly workspace: string;
  readonly payload: Payload;
  /** 1 for the first attempt. A job that continues starts again at 1. */
  readonly attempt: number;
  /** Aborted at the timeout, at shutdown, and if the job was cancelled or its lease was lost. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Rolls a unit of work back if this attempt has lost its lease; for units before the last one. */
  guard(): Statement;
  /**
   * Ends the job with a unit of work of the handler's own, as the first statement in it; it is a guard, too. Once that
   * is committed, the job is done, and what the handler returns isn't written.
   */
  end(): Statement;
  /**
   * Says to which address the attempt turns, and returns what follows the work that it does there. Throws if the target
   * didn't answer the account lately: the job then waits apart, and the attempt doesn't count. So nothing must have been
   * taken before. An error with `isSilent` says that it didn't answer.
   */
  toward(target: string): <Result>(work: Promise<Result>) => Promise<Result>;
  /** Frees the attempt's place for others while it waits, if its kind may stand aside. */
  aside<Result>(wait: Promise<Result>): Promise<Result>;
}

/** Successful end of an attempt. A handler that returns nothing is done, with nothing to write. */
export interface JobEnd<Payload> {
  /** The effect of the attempt: committed together with its end, or not at all. */
  readonly effect?: readonly Statement[];
  /** The job isn't done: it goes behind the others of its workspace with this payload. */
  readonly next?: Payload;
}

/** Does the work of a job. It may run again after a crash, so all its effects belong in `effect` or behind `guard`. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to say returns nothing.
export type JobHandler<Payload> = (attempt: Attempt<Payload>) => Promise<JobEnd<Payload> | void>;

/** A kind of job with its handler and its schedule. */
export interface Job {
  readonly kind: JobKind;
  readonly handler: JobHandler<unknown>;
  readonly schedule: Schedule<unknown> | undefined;
}

/** Connects a kind of job with its handler; with a schedule, jobs are also enqueued by the clock. */
export function job<Schema extends TSchema>(
  kind: JobKind<Schema>,
  handler: JobHandler<Static<Schema>>,
  schedule?: Schedule<Static<Schema>>,
): Job {
  // Safe: a payload reaches the handler only after it was checked against the kind's schema.
  return { kind, handler: handler as JobHandler<unknown>, schedule };
}

/** Options of a job's failure. */
interface Failing {
  readonly retry?: boolean;
  /** Committed together with the end of the attempt, or not at all. */
  readonly effect?: readonly Statement[];
}

/** A failure that operators may read: it is stored with the job. Without retry, the job is dead immediately. */
export class JobFailure extends Error {
  readonly retry: boolean;
  readonly effect: readonly Statement[];

  constructor(message: string, { retry = true, effect = [] }: Failing = {}) {
    super(message);
    this.retry = retry;
    this.effect = effect;
  }
}

/** This attempt has lost its lease: the job was cancelled, or another process runs it. */
export class LeaseLost extends Error {
  constructor() {
    super('The attempt has lost its lease.');
  }
}

/** The attempt has taken longer than its kind may. */
export class TimedOut extends JobFailure {
  constructor(ms: number) {
    super(`The attempt took longer than ${ms / 1000} s.`);
  }
}

/** The target of the attempt didn't answer lately: the job waits apart from others of its account. */
export class TargetSilent extends Error {
  constructor() {
    super('The target did not answer lately.');
  }
}

/** The process shuts down: the attempt is handed back, and doesn't count. */
export class HandedBack extends Error {
  constructor() {
    super('The process shuts down.');
  }
}
