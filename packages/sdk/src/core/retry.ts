import { APIConnectionError, APIError } from '../errors.ts';

const FIRST_DELAY = 500;
const MAX_DELAY = 8_000;
/** The part of a delay that chance may take off, so that clients which failed together don't return together. */
const JITTER = 0.25;
/** Seconds: longer than this nobody should wait without knowing it. The service's rate windows are as long. */
const MAX_RETRY_AFTER = 60;

/** Statuses after which the request may or may not have had its effect. */
const AMBIGUOUS: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

interface Failed {
  readonly error: unknown;
  /** How often the request was sent, from 1. */
  readonly attempts: number;
  readonly repeatable: boolean;
  /** A number from 0 up to 1. */
  random(): number;
}

/** The milliseconds to wait before the next attempt, or undefined where another one can't help or may do harm. */
export function retryDelay(failed: Failed): number | undefined {
  if (!isWorthRepeating(failed.error, failed.repeatable)) return undefined;
  const retryAfter = failed.error instanceof APIError ? failed.error.retryAfter : undefined;
  if (retryAfter !== undefined) return retryAfter > MAX_RETRY_AFTER ? undefined : retryAfter * 1000;
  const delay = Math.min(FIRST_DELAY * 2 ** (failed.attempts - 1), MAX_DELAY);
  return delay * (1 - JITTER * failed.random());
}

function isWorthRepeating(error: unknown, repeatable: boolean): boolean {
  if (error instanceof APIConnectionError) return repeatable;
  if (!(error instanceof APIError)) return false;
  if (isFailedReply(error)) return false;
  // Refused before anything was done, so any method may go again; but the same wrong credentials stay wrong.
  if (error.status === 429) return error.code !== 'too_many_failed_attempts';
  if (error.status === 409) return error.code === 'idempotency_in_progress';
  return repeatable && AMBIGUOUS.has(error.status);
}

/** An answer that was begun and failed: it is stored, so that the same key would only be told so once more. */
const isFailedReply = ({ details }: APIError) => details.some(({ path }) => path === 'reply');
