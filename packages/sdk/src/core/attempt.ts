import { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError } from '../errors.ts';
import type { PreparedRequest } from './request.ts';
import type { Fetch } from './settings.ts';

/** A response with its body read. */
export interface Answer {
  /** Its body is used up; `text` holds it. */
  readonly response: Response;
  readonly text: string;
  /** Number of times that the request was sent. */
  readonly attempts: number;
}

interface AttemptOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal | undefined;
  /** The number of this attempt, from 1. */
  readonly number: number;
}

/**
 * Sends a request once and reads the whole response within the timeout. A truncated body is a failure of the attempt.
 */
export async function attempt(request: PreparedRequest, options: AttemptOptions): Promise<Answer> {
  const { fetch, signal, number } = options;
  const { timeout } = request;
  if (signal?.aborted) throw abortError(signal);
  // Done by hand: on Node 20, AbortSignal.any leaks if the caller's signal outlives many requests (nodejs/node#54614).
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    abort();
  }, timeout);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(request.url, { ...request.init, signal: controller.signal });
    return { response, text: await response.text(), attempts: number };
  } catch (cause) {
    if (signal?.aborted) throw abortError(signal);
    if (timedOut)
      throw new APIConnectionTimeoutError(`No response to ${request.label} within ${timeout} ms.`, {
        cause,
        code: 'connection_timeout',
      });
    throw new APIConnectionError(`Can't reach the service for ${request.label} (${reasonOf(cause)}).`, {
      cause,
      code: 'connection_failed',
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Waits some milliseconds; throws `APIUserAbortError` as soon as `signal` is aborted. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const abort = () => {
      clearTimeout(timer);
      if (signal !== undefined) reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The error of a call whose `signal` was aborted. */
export function abortError(signal: AbortSignal): APIUserAbortError {
  return new APIUserAbortError('The call was aborted.', { cause: signal.reason, code: 'aborted' });
}

/** A short reason: Node's fetch hides it (ECONNREFUSED, for example) in the error's cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
