import type { ClientErrorCode } from '../client-error-codes.ts';
import { APIConnectionError, APIConnectionTimeoutError } from '../errors.ts';
import { abortError, reasonOf } from './attempt.ts';
import type { PreparedRequest } from './request.ts';
import type { Fetch } from './settings.ts';

/** Time without a byte after which a connection counts as lost, in ms; the service sends a heartbeat every 15 s. */
const IDLE_TIMEOUT = 45_000;

/** How far a response has come: nothing yet, its headers, or a part of its body. */
type Phase = 'waiting' | 'begun' | 'reading';

/** What to say if nothing comes for too long, with the code. */
const LATE: Readonly<Record<Phase, (label: string, within: string) => readonly [string, ClientErrorCode]>> = {
  waiting: (label, within) => [`No response to ${label} ${within}.`, 'connection_timeout'],
  begun: (label, within) => [
    `The response to ${label} has begun, but brought no data ${within}. A proxy that buffers responses holds streams ` +
      'back: turn its buffering off (nginx: proxy_buffering off).',
    'stream_stalled',
  ],
  reading: (label, within) => [`No further data for ${label} ${within}.`, 'stream_interrupted'],
};

/** A response whose body is still to come. */
export interface OpenAnswer {
  readonly response: Response;
  /**
   * The body as chunks of text; it closes once it is read to the end or abandoned. Throws an `APIConnectionError` if
   * the connection breaks.
   */
  readonly parts: AsyncIterable<string>;
  /** How often the request was sent. */
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
 * body starts.
 */
export async function open(request: PreparedRequest, { fetch, signal, number }: OpenOptions): Promise<OpenAnswer> {
  const { label, timeout } = request;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const clock = createClock(abort);
  const end = () => {
    clock.stop();
    signal?.removeEventListener('abort', abort);
  };
  let phase: Phase = 'waiting';
  const failure = (cause: unknown) => {
    if (signal?.aborted) return abortError(signal);
    const late = clock.late();
    if (late !== undefined) {
      const [message, code] = LATE[phase](label, `within ${late} ms`);
      return new APIConnectionTimeoutError(message, { cause, code });
    }
    const reason = reasonOf(cause);
    return phase === 'waiting'
      ? new APIConnectionError(`Can't reach the service for ${label} (${reason}).`, {
          cause,
          code: 'connection_failed',
        })
      : new APIConnectionError(`The stream of ${label} was interrupted (${reason}).`, {
          cause,
          code: 'stream_interrupted',
        });
  };
  if (signal?.aborted) throw failure(undefined);
  signal?.addEventListener('abort', abort);
  clock.start(timeout);
  try {
    const response = await fetch(request.url, { ...request.init, signal: controller.signal });
    phase = 'begun';
    const idle = () => {
      phase = 'reading';
      clock.start(IDLE_TIMEOUT);
    };
    return {
      response,
      parts: readParts(response, { idle, failure, stop: clock.stop, end }),
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

/** Enforces one time limit after another, and says which one was exceeded, in ms. */
function createClock(onLate: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let late: number | undefined;
  return {
    start: (milliseconds: number): void => {
      timer = setTimeout(() => {
        late = milliseconds;
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

async function* readParts(
  response: Response,
  { idle, stop, failure, end }: Reading,
): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      stop();
      if (done) return;
      yield decoder.decode(value, { stream: true });
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
