import type { ClientErrorCode } from '../client-error-codes.ts';
import { APIConnectionError, APIConnectionTimeoutError } from '../errors.ts';
import { abortError, connectionError, reasonOf, timeoutError } from './attempt.ts';
import type { PreparedRequest } from './request.ts';
import type { Fetch } from './settings.ts';

/** Time without a byte after which a connection counts as lost, in ms; the service sends a heartbeat every 15 s. */
const IDLE_TIMEOUT = 45_000;

/** A response whose body is still to come. */
export interface OpenAnswer {
  readonly response: Response;
  /**
   * The body as chunks of text; it closes once it is read to the end or abandoned. Throws an `APIConnectionError` if
   * the connection breaks.
   */
  readonly parts: AsyncIterable<string>;
  /** The body as bytes, instead of `parts`. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Number of times that the request was sent. */
  readonly attempts: number;
  /** Closes the connection of a body that is never read. */
  close(): void;
}

interface OpenOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal | undefined;
  /** The number of this attempt, from 1. */
  readonly number: number;
}

/**
 * Sends a request once and returns the response as soon as its headers are there. The timeout covers the time until the
 * body starts. After the headers, at most the idle timeout may pass.
 */
export async function open(request: PreparedRequest, { fetch, signal, number }: OpenOptions): Promise<OpenAnswer> {
  const { label, timeout } = request;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const clock = createClock(abort);
  let hasResponse = false;
  const end = () => {
    clock.stop();
    signal?.removeEventListener('abort', abort);
  };
  const failure = (cause: unknown) => {
    const lost = { cause, attempts: number };
    if (signal?.aborted) return abortError(signal, number);
    const late = clock.late();
    if (late !== undefined && !hasResponse) return timeoutError(request, lost);
    if (late !== undefined) return new APIConnectionTimeoutError(late.message, { ...lost, code: late.code });
    if (!hasResponse) return connectionError(request, { ...lost, hasResponse });
    return new APIConnectionError(`The stream of ${label} was interrupted (${reasonOf(cause)}).`, {
      ...lost,
      code: 'stream_interrupted',
    });
  };
  // This attempt has sent nothing yet.
  if (signal?.aborted) throw abortError(signal, number - 1);
  signal?.addEventListener('abort', abort);
  const started = performance.now();
  clock.start(timeout);
  try {
    const response = await fetch(request.url, { ...request.init, signal: controller.signal });
    hasResponse = true;
    clock.stop();
    const left = Math.ceil(timeout - (performance.now() - started));
    clock.start(Math.min(IDLE_TIMEOUT, Math.max(1, left)), stalled(label));
    const idle = () => clock.start(IDLE_TIMEOUT, silent(label));
    const chunks = readChunks(response, { idle, failure, stop: clock.stop, end });
    return {
      response,
      chunks,
      parts: decoded(chunks),
      attempts: number,
      close: () => {
        end();
        abort();
      },
    };
  } catch (cause) {
    end();
    throw failure(cause);
  }
}

interface Late {
  readonly message: string;
  readonly code: ClientErrorCode;
}

/** Before the response: the error says it in other words. */
const unanswered: Late = { message: '', code: 'connection_timeout' };

const stalled = (label: string): Late => ({
  message:
    `The response to ${label} has begun, but brought no data in time. A proxy that buffers responses holds streams ` +
    'back: turn its buffering off (nginx: proxy_buffering off).',
  code: 'stream_stalled',
});

const silent = (label: string): Late => ({
  message: `No further data for ${label} within ${IDLE_TIMEOUT} ms.`,
  code: 'stream_interrupted',
});

/** Enforces one time limit after another, and says which one was exceeded. */
function createClock(onLate: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let late: Late | undefined;
  return {
    start: (milliseconds: number, error: Late = unanswered): void => {
      timer = setTimeout(() => {
        late = error;
        onLate();
      }, milliseconds);
    },
    stop: (): void => clearTimeout(timer),
    late: () => late,
  };
}

interface Reading {
  /** Starts the time limit for the next chunk. */
  idle(): void;
  /** Clears the time limit. */
  stop(): void;
  failure(cause: unknown): Error;
  end(): void;
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
}

async function* readChunks(
  response: Response,
  { idle, stop, failure, end }: Reading,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      stop();
      if (done) return;
      yield value;
      idle();
    }
  } catch (cause) {
    throw failure(cause);
  } finally {
    end();
    // Closes the connection if the reader stops early.
    reader?.cancel().catch(() => {});
  }
}
