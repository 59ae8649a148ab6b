import { RateLimitError } from '@parley/sdk';
import { createStore } from '../ui/loading/store.ts';
import { takeFirst } from './queries/first-answers.ts';

/** Wait after a 429 without `Retry-After`, in seconds. */
const defaultWait = 5;

/** When the service accepts requests of this page again (ms since 1970, browser clock); undefined while it does. */
export const limitedUntil = createStore<number | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the notice for some seconds; never shortens one that is shown. */
function showNotice(seconds: number): void {
  const until = Date.now() + seconds * 1000;
  if ((limitedUntil.get() ?? 0) >= until) return;
  limitedUntil.set(until);
  clearTimeout(timer);
  timer = setTimeout(() => limitedUntil.set(undefined), seconds * 1000);
}

/** `fetch` for the client, which waits and retries after most 429s by itself: shows the notice meanwhile. */
export async function noticingFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await (takeFirst(url, init) ?? fetch(url, init));
  if (response.status === 429 && (await codeOf(response.clone())) !== 'too_many_failed_attempts') {
    showNotice(Number(response.headers.get('Retry-After')) || defaultWait);
  }
  return response;
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

/** Seconds to wait after a refusal; undefined for any other failure. */
const waitOf = (error: unknown): number | undefined =>
  error instanceof RateLimitError ? (error.retryAfter ?? defaultWait) : undefined;

/**
 * Retry options of queries: after a 429 they retry without a limit, so that a page keeps what it shows and renews it by
 * itself. The client has retried other failures already.
 */
export const retryLimited = {
  retry: (_failures: number, error: unknown): boolean => {
    const seconds = waitOf(error);
    if (seconds === undefined) return false;
    showNotice(seconds);
    return true;
  },
  retryDelay: (_failures: number, error: unknown): number => (waitOf(error) ?? defaultWait) * 1000,
};

/** When a refused call can be made again, by the error that refused it. */
const retryTimes = new WeakMap<object, number>();

/** Notes when a call that was refused can be made again; other failures are ignored. */
export function noteRefusal(error: unknown): void {
  const seconds = waitOf(error);
  if (seconds !== undefined && error instanceof Error) retryTimes.set(error, Date.now() + seconds * 1000);
}

/** When a refused call can be made again (ms since 1970, browser clock); undefined for any other failure. */
export const retryTimeOf = (error: unknown): number | undefined =>
  error instanceof Error ? retryTimes.get(error) : undefined;
