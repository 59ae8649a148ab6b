import { APIConnectionError, APIError } from '../errors.ts';

const FIRST_DELAY = 500;
const MAX_DELAY = 8_000;
/** The part of a delay that chance may take off, so that clients which failed together don't return together. */
const JITTER = 0.25;
/** Seconds: longer than this nobody should wait without knowing it. The service's rate windows are as long. */
const MAX_RETRY_AFTER = 60;

/** Statuses after which the request may or may not have had its effect. */
const AMBIGUOUS: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/** An attempt that failed. */
export interface Failed {
  readonly error: unknown;
  /** How often the request was sent, from 1. */
  readonly attempts: number;
  readonly repeatable: boolean;
  /** A number from 0 up to 1. */
  random(): number;
}

/** The milliseconds to wait before the next attempt, or undefined where another one can't help or may do harm. */
export function retryDelay(failed: Failed): number | undefined {
  const { error, attempts, repeatable, random } = failed;
  if (!isWorthRepeating(error, repeatable)) return undefined;
  const retryAfter = error instanceof APIError ? error.retryAfter : undefined;
  if (retryAfter !== undefined && retryAfter > MAX_RETRY_AFTER) return undefined;
  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), MAX_DELAY) * (1 - JITTER * random());
  // What is waited for may take minutes: the service can't say how long, so it is asked ever more rarely.
  if (isInProgress(error)) return Math.max(delay, (retryAfter ?? 0) * 1000);
  return retryAfter === undefined ? delay : retryAfter * 1000;
}

interface Patience {
  /** How often what failed is sent again. */
  readonly maxRetries: number;
  /** For how many milliseconds what an earlier attempt has begun is waited for; not at all without retries. */
  readonly wait: number;
}

/** Decides for one request how long to wait before each next attempt; throws the failure where there is none. */
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

/** Whether the same request was sent before and still runs: another attempt then waits for what that comes to. */
export const isInProgress = (error: unknown): error is APIError =>
  error instanceof APIError && error.status === 409 && error.code === 'idempotency_in_progress';

function isWorthRepeating(error: unknown, repeatable: boolean): boolean {
  if (error instanceof APIConnectionError) return repeatable;
  if (!(error instanceof APIError)) return false;
  if (isFailedReply(error)) return false;
  // Refused before anything was done, so any method may go again; but the same wrong credentials stay wrong.
  if (error.status === 429) return error.code !== 'too_many_failed_attempts';
  if (error.status === 409) return isInProgress(error);
  return repeatable && AMBIGUOUS.has(error.status);
}

/** An answer that was begun and failed: it is stored, so that the same key would only be told so once more. */
const isFailedReply = ({ details }: APIError) => details.some(({ path }) => path === 'reply');
