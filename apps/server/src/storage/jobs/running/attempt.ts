import { Check } from 'typebox/value';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../database.ts';
import type { Statement } from '../../unit.ts';
import { retryAfter } from '../backoff.ts';
import {
  type Attempt,
  HandedBack,
  type Job,
  JobFailure,
  LeaseLost,
  maxPayloadBytes,
  TargetSilent,
  TimedOut,
} from '../kind.ts';
import * as store from '../store.ts';
import type { Claimed } from './claim.ts';

/** Attempts before a job is dead, unless its kind says otherwise. */
const usualAttempts = 10;

/** Max length of the stored reason of a failure, in characters. */
const maxReason = 500;

/** Dependencies of attempts. */
export interface AttemptNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** Reports the cause of a failure, which isn't stored because it may contain secrets. */
  onError(error: unknown): void;
}

/**
 * Outcome of an attempt: `gone` if its lease was lost, `returned` if the process shuts down, `moved` if the job waits
 * apart because its target doesn't answer.
 */
export type Ended = 'done' | 'continued' | 'failed' | 'dead' | 'gone' | 'returned' | 'moved';

/** An end, with the unit of work that stores it. */
export interface Ending {
  readonly ended: Ended;
  readonly unit: readonly Statement[];
}

/** A claimed job, with the functions for its place. */
interface Attempted extends Pick<Attempt<unknown>, 'toward' | 'aside'> {
  readonly claimed: Claimed;
  readonly controller: AbortController;
}

/**
 * Makes one attempt at a job and returns how it ends. It resolves at the timeout even if the handler never returns:
 * what the handler does later is fenced off by the lease.
 */
export async function attempt(
  needs: AttemptNeeds,
  { kind, handler }: Pick<Job, 'kind' | 'handler'>,
  { claimed, controller, ...place }: Attempted,
): Promise<Ending> {
  const { db, now } = needs;
  // Its last attempts ended with their process, so nothing could be stored then.
  if (claimed.attempts > (kind.attempts ?? usualAttempts)) {
    return dead(needs, claimed, 'Each attempt ended with its process, or lost its lease.');
  }
  const payload: unknown = JSON.parse(claimed.payload);
  if (!Check(kind.payload, payload)) return dead(needs, claimed, 'The payload does not fit this version of the kind.');
  let isEnded = false;
  const onCommitted = () => {
    isEnded = true;
  };
  const given: Attempt<unknown> = {
    ...{ id: claimed.id, workspace: claimed.workspace_id, payload, attempt: claimed.attempts },
    ...{ signal: controller.signal, now, ...place },
    guard: () => store.guard(db, claimed),
    end: () => ({ ...store.finish(db, claimed), onCommitted }),
  };
  try {
    const end = (await within(kind.timeoutMs, controller, handler(given))) ?? {};
    if (isEnded) return done;
    const effect = end.effect ?? [];
    if (end.next === undefined) return { ended: 'done', unit: [store.finish(db, claimed), ...effect] };
    const next = payloadText(kind, end.next);
    const how = { payload: next, attempts: 0, error: null, runAt: now(), state: 'ready', slow: 0 } as const;
    const [guarded, ...requeued] = store.again(db, claimed, how);
    return { ended: 'continued', unit: [...(guarded ? [guarded] : []), ...effect, ...requeued] };
  } catch (error) {
    if (!isEnded) return failed(needs, kind, { claimed, error });
    // Work after the end of a job is a courtesy.
    if (!(error instanceof LeaseLost || error instanceof HandedBack)) needs.onError(error);
    return done;
  }
}

/** The end of a job that its handler has stored. */
const done: Ending = { ended: 'done', unit: [] };

/** Checks a payload against its kind and returns its JSON. Throws if it doesn't fit or is too large: that is a bug. */
export function payloadText({ name, payload: schema }: Job['kind'], payload: unknown): string {
  const text = JSON.stringify(payload);
  if (!Check(schema, payload)) throw new Error(`The payload does not fit the job ${name}.`);
  if (Buffer.byteLength(text) > maxPayloadBytes) {
    throw new Error(`The payload of the job ${name} has more than ${maxPayloadBytes} bytes.`);
  }
  return text;
}

/** Rejects at the timeout, and when the attempt is aborted; aborts the attempt at the timeout. */
function within<Result>(ms: number, controller: AbortController, work: Promise<Result>): Promise<Result> {
  const { signal } = controller;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      controller.abort(new TimedOut(ms));
    }, ms);
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    work.then(resolve, reject).finally(settled);
  });
}

function dead({ db, now }: AttemptNeeds, claimed: Claimed, error: string): Ending {
  return { ended: 'dead', unit: [store.bury(db, claimed, { error: error.slice(0, maxReason), now: now() })] };
}

/** The end of an attempt that threw: it is retried later, or dead if it was the last one. */
export function failed(
  needs: AttemptNeeds,
  kind: Job['kind'],
  { claimed, error }: { readonly claimed: Claimed; readonly error: unknown },
): Ending {
  const { db, now, random, onError } = needs;
  const { attempts } = claimed;
  if (error instanceof LeaseLost) return { ended: 'gone', unit: [] };
  if (error instanceof HandedBack) {
    const how = { attempts: attempts - 1, error: null, runAt: now(), state: 'ready' } as const;
    return { ended: 'returned', unit: store.again(db, claimed, how) };
  }
  if (error instanceof TargetSilent) {
    const how = { attempts: attempts - 1, error: null, runAt: now(), state: 'ready', slow: 1 } as const;
    return { ended: 'moved', unit: store.again(db, claimed, how) };
  }
  const reason = reasonOf(error, claimed.id);
  if (!isPublic(error)) onError(new Error(`The job ${claimed.id} (${claimed.kind}) failed.`, { cause: error }));
  const isLast = attempts >= (kind.attempts ?? usualAttempts);
  const effect = error instanceof JobFailure ? error.effect : [];
  if (isLast || (error instanceof JobFailure && !error.retry)) {
    const { ended, unit } = dead(needs, claimed, reason);
    return { ended, unit: [...unit, ...effect] };
  }
  const how = { attempts, error: reason.slice(0, maxReason), runAt: now() + retryAfter(attempts, random) };
  return { ended: 'failed', unit: [...store.again(db, claimed, { ...how, state: 'waiting' }), ...effect] };
}

const isPublic = (error: unknown): error is Error => error instanceof JobFailure || error instanceof AppError;

/** The reason as it is stored. Any other error's text may contain what must not be stored, so it is only logged. */
function reasonOf(error: unknown, id: string): string {
  if (isPublic(error)) return error.message;
  return `Unexpected ${error instanceof Error ? error.name : typeof error}; the log has it under ${id}.`;
}
