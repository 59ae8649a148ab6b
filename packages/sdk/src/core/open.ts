import { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError } from '../errors.ts';
import { reasonOf } from './attempt.ts';
import type { PreparedRequest } from './request.ts';
import type { Fetch } from './settings.ts';

/** Milliseconds without a byte after which a connection counts as lost: the service shows that it is alive every 15 s. */
const IDLE_TIMEOUT = 45_000;

/** An answer whose body is still to come. */
export interface OpenAnswer {
  readonly response: Response;
  /** The body as text, part by part. Throws an `APIConnectionError` where it breaks off. */
  readonly parts: AsyncIterable<string>;
}

interface OpenOptions {
  readonly fetch: Fetch;
  /** Milliseconds until the answer begins. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once and gives the answer as soon as it begins. */
export async function open(request: PreparedRequest, { fetch, timeout, signal }: OpenOptions): Promise<OpenAnswer> {
  const { label } = request;
  const controller = new AbortController();
  let late: string | undefined;
  const within = (milliseconds: number, what: string) =>
    setTimeout(() => {
      late = `${what} ${label} within ${milliseconds} ms.`;
      controller.abort();
    }, milliseconds);
  const abort = () => controller.abort();
  const failure = (cause: unknown) => {
    if (signal?.aborted) return new APIUserAbortError('The call was given up.', { cause: signal.reason });
    if (late !== undefined) return new APIConnectionTimeoutError(late, { cause });
    return new APIConnectionError(`Can't reach the service for ${label} (${reasonOf(cause)}).`, { cause });
  };
  if (signal?.aborted) throw failure(undefined);
  signal?.addEventListener('abort', abort);
  const timer = within(timeout, 'No answer to');
  try {
    const response = await fetch(request.url, { ...request.init, signal: controller.signal });
    return {
      response,
      parts: readParts(response, { within, failure, end: () => signal?.removeEventListener('abort', abort) }),
    };
  } catch (cause) {
    signal?.removeEventListener('abort', abort);
    throw failure(cause);
  } finally {
    clearTimeout(timer);
  }
}

interface Reading {
  within(milliseconds: number, what: string): ReturnType<typeof setTimeout>;
  failure(cause: unknown): Error;
  end(): void;
}

async function* readParts(
  response: Response,
  { within, failure, end }: Reading,
): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    while (reader !== undefined) {
      const timer = within(IDLE_TIMEOUT, 'Nothing more of');
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    throw failure(cause);
  } finally {
    end();
    // Lets go of the connection where nobody reads on.
    reader?.cancel().catch(() => {});
  }
}
