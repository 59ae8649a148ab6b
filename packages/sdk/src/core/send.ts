import { type Answer, attempt, wait } from './attempt.ts';
import { toFailure } from './envelope.ts';
import { withKey } from './key.ts';
import { type OpenAnswer, open } from './open.ts';
import { type PreparedRequest, prepare, type RequestDescription, type RequestOptions } from './request.ts';
import { createRetries, type Failed } from './retry.ts';
import { readMaxRetries, type Settings } from './settings.ts';
import { reporting } from './upload.ts';

/**
 * Sends a request and retries if that helps; returns a success or a 304, and throws everything else as a `ParleyError`.
 */
export type Send = (request: RequestDescription, options?: RequestOptions) => Promise<Answer>;

/** The same for a streamed response; retries only until the response starts. */
export type Open = (request: RequestDescription, options?: RequestOptions) => Promise<OpenAnswer>;

/** Randomness and time, injected for tests. */
export interface Runtime {
  random(): number;
  /** Throws as soon as the signal is aborted, with this number of attempts. */
  wait(milliseconds: number, signal: AbortSignal | undefined, attempts?: number): Promise<void>;
}

const SYSTEM: Runtime = { random: Math.random, wait };

/** The two functions that send every request, and the waits between attempts. */
export interface Transport extends Runtime {
  readonly send: Send;
  readonly open: Open;
  readonly maxRetries: number;
}

type Once<Result> = (request: PreparedRequest, options: RequestOptions, number: number) => Promise<Result>;

/** Creates the transport. */
export function createTransport(settings: Settings, runtime: Runtime = SYSTEM): Transport {
  const fetch = withKey(settings);
  const noteRemoval = createRemovalNotice(settings.log);

  const note = (
    label: string,
    { status, headers }: Response,
    { number, started }: { number: number; started: number },
  ) => {
    settings.log.debug(`${label} returned ${status}`, {
      attempt: number,
      milliseconds: Math.round(performance.now() - started),
      requestId: headers.get('X-Request-Id') ?? undefined,
    });
    noteRemoval(label, headers);
  };

  const sendOnce: Once<Answer> = async (request, options, number) => {
    const started = performance.now();
    const { onProgress } = request;
    const send = onProgress === undefined ? fetch : reporting(fetch, { onProgress, browser: settings.browser });
    const answer = await attempt(request, { fetch: send, signal: options.signal, number });
    note(request.label, answer.response, { number, started });
    if (answer.response.ok || answer.response.status === 304) return answer;
    throw toFailure(answer);
  };

  const openOnce: Once<OpenAnswer> = async (request, options, number) => {
    const started = performance.now();
    const answer = await open(request, { fetch, signal: options.signal, number });
    const { response, parts } = answer;
    note(request.label, response, { number, started });
    if (response.ok) return answer;
    let text = '';
    for await (const part of parts) text += part;
    throw toFailure({ response, text, attempts: number });
  };

  const noteRetry = (label: string, { error, attempts }: Pick<Failed, 'error' | 'attempts'>, delay: number) => {
    settings.log.info(`${label} failed and is retried`, {
      attempt: attempts,
      error: error instanceof Error ? error.name : undefined,
      delay: Math.round(delay),
    });
  };

  /** Retries if that helps; with `waits`, also waits for an earlier attempt of the same request. */
  const again =
    <Result>(once: Once<Result>, { waits }: { waits: boolean }) =>
    async (description: RequestDescription, options: RequestOptions = {}): Promise<Result> => {
      const maxRetries = readMaxRetries(options.maxRetries ?? settings.maxRetries);
      const request = prepare(settings, description, options);
      const { label, repeatable, timeout } = request;
      const delayAfter = createRetries({ maxRetries, wait: waits ? timeout : 0 });
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await once(request, options, attempts);
        } catch (error) {
          const failed = { error, attempts, repeatable, random: runtime.random };
          const delay = delayAfter(failed);
          noteRetry(label, failed, delay);
          await runtime.wait(delay, options.signal, attempts);
        }
      }
    };

  return {
    ...runtime,
    send: again(sendOnce, { waits: true }),
    // A stream that is already running is resumed instead.
    open: again(openOnce, { waits: false }),
    maxRetries: settings.maxRetries,
  };
}

/** Logs once per operation that the service has announced its removal (RFC 9745 and RFC 8594). */
function createRemovalNotice(log: Settings['log']) {
  const noted = new Set<string>();
  return (label: string, headers: Headers) => {
    if (!headers.has('Deprecation') || noted.has(label)) return;
    noted.add(label);
    log.warn(`${label} is deprecated`, { sunset: headers.get('Sunset') ?? undefined });
  };
}
