import { APIConnectionError, APIError } from '../errors.ts';

const FIRST_DELAY = 500;
const MAX_DELAY = 8_000;
/** The random share of a delay, so that clients that failed together don't retry together. */
const JITTER = 0.25;
/** Max `Retry-After` that is waited for, in seconds; as long as the service's rate-limit window. */
const MAX_RETRY_AFTER = 60;

/** Statuses after which the request may or may not have had its effect. */
const AMBIGUOUS: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/**
 * Errors that a retry can't fix in time: wrong credentials stay wrong, and mails or a channel's messages are accepted
 * only later, or on the next day.
 */
const HOPELESS: ReadonlySet<string | undefined> = new Set([
  'too_many_failed_attempts',
  'too_many_mails',
  'channel_limit_reached',
]);

/** A failed attempt. */
export interface Failed {
  readonly error: unknown;
  /** Number of times that the request was sent, from 1. */
  readonly attempts: number;
  readonly repeatable: boolean;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** The delay before the next attempt in ms; undefined if another attempt can't help or may do harm. */
export function retryDelay(failed: Failed): number | undefined {
  const { error, attempts, repeatable, random } = failed;
  if (!isWorthRepeating(error, repeatable)) return undefined;
  const retryAfter = error instanceof APIError ? error.retryAfter : undefined;
  if (retryAfter !== undefined && retryAfter > MAX_RETRY_AFTER) return undefined;
  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), MAX_DELAY) * (1 - JITTER * random());
  // The earlier attempt may take minutes and the service can't say how long, so the polling backs off.
  if (isInProgress(error)) return Math.max(delay, (retryAfter ?? 0) * 1000);
  return retryAfter === undefined ? delay : retryAfter * 1000;
}

interface Patience {
  /** Maximum retries of a failed request. */
  readonly maxRetries: number;
  /** Max total wait for an earlier attempt that is still running, in ms; no wait without retries. */
  readonly wait: number;
}

/** Returns the delay before each next attempt of one request; throws the failure if no attempt follows. */
export function createRetries({ maxRetries, wait }: Patience): (failed: Failed) => number {
  let waited = 0;
  return (failed) => {
    const delay = retryDelay(failed) ?? Number.POSITIVE_INFINITY;
    const running = isInProgress(failed.error);
    if (running) waited += delay;
    const worthIt = running ? maxRetries > 0 && waited <= wait : failed.attempts <= maxRetries;
    if (!worthIt || !Number.isFinite(delay)) throw failed.error;
    return delay;
  };
}

/** True if an earlier attempt of the same request is still running; another attempt then waits for its result. */
export const isInProgress = (error: unknown): error is APIError =>
  error instanceof APIError && error.status === 409 && error.code === 'idempotency_in_progress';

function isWorthRepeating(error: unknown, repeatable: boolean): boolean {
  if (error instanceof APIConnectionError) return repeatable;
  if (!(error instanceof APIError)) return false;
  if (isFailedReply(error)) return false;
  // The service refused it before it had any effect, so any method may be retried.
  if (error.status === 429) return !HOPELESS.has(error.code);
  if (error.status === 409) return isInProgress(error);
  // It would take as long again.
  if (error.code === 'query_timeout') return false;
  return repeatable && AMBIGUOUS.has(error.status);
}

/** The reply started and failed. It is stored, so the same key would only return the same failure. */
const isFailedReply = ({ failed }: APIError) => failed !== undefined;
