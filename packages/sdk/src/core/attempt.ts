import { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError, ParleyError } from '../errors.ts';
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
  // This attempt has sent nothing yet.
  if (signal?.aborted) throw abortError(signal, number - 1);
  // Done by hand: on Node 20, AbortSignal.any leaks if the caller's signal outlives many requests (nodejs/node#54614).
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timedOut = false;
  let hasResponse = false;
  const timer = setTimeout(() => {
    timedOut = true;
    abort();
  }, timeout);
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(request.url, { ...request.init, signal: controller.signal });
    hasResponse = true;
    return { response, text: await response.text(), attempts: number };
  } catch (cause) {
    if (signal?.aborted) throw abortError(signal, number);
    if (timedOut) throw timeoutError(request, { cause, attempts: number });
    throw connectionError(request, { cause, attempts: number, hasResponse });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

interface Lost {
  readonly cause: unknown;
  readonly attempts: number;
}

/** The error of an attempt that took too long. */
export const timeoutError = ({ label, timeout, init }: PreparedRequest, { cause, attempts }: Lost) =>
  new APIConnectionTimeoutError(`No response to ${label} within ${timeout} ms${effectOf(init.method)}.`, {
    ...{ cause, attempts },
    code: 'connection_timeout',
  });

/** The error of an attempt whose connection failed: before the request was sent, or after. */
export function connectionError(
  { label, init }: PreparedRequest,
  { cause, attempts, hasResponse }: Lost & { readonly hasResponse: boolean },
): ParleyError {
  // The caller's own function has failed, such as the one that returns the key.
  if (cause instanceof ParleyError) return cause;
  const reason = reasonOf(cause);
  return hasResponse || wasSent(cause, reason)
    ? new APIConnectionError(
        `The connection was cut before the answer to ${label} (${reason})${effectOf(init.method)}.`,
        { ...{ cause, attempts }, code: 'connection_lost' },
      )
    : new APIConnectionError(`Can't reach the service for ${label} (${reason}).`, {
        ...{ cause, attempts },
        code: 'connection_failed',
      });
}

const effectOf = (method: string) => (method === 'GET' ? '' : '; the change may have happened');

/** Node's codes of a connection that broke after it was made. Browsers don't tell. */
const CUT: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ECONNRESET',
  'EPIPE',
]);

function wasSent(error: unknown, reason: string): boolean {
  // A handshake (TLS) that breaks has the same code, before anything was sent.
  const isHandshake = error instanceof Error && error.cause instanceof Error && /secure TLS/.test(error.cause.message);
  return CUT.has(reason) && !isHandshake;
}

/**
 * Waits some milliseconds; throws `APIUserAbortError` as soon as `signal` is aborted. `attempts` is the number that the
 * error has.
 */
export function wait(milliseconds: number, signal: AbortSignal | undefined, attempts = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal, attempts));
    const abort = () => {
      clearTimeout(timer);
      if (signal !== undefined) reject(abortError(signal, attempts));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The error of a call whose `signal` was aborted. */
export function abortError(signal: AbortSignal, attempts: number): APIUserAbortError {
  return new APIUserAbortError('The call was aborted.', { cause: signal.reason, code: 'aborted', attempts });
}

/** A short reason: Node's fetch hides it (ECONNREFUSED, for example) in the error's cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
