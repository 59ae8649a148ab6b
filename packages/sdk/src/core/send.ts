import { type Answer, attempt, wait } from './attempt.ts';
import { toFailure } from './envelope.ts';
import { type OpenAnswer, open } from './open.ts';
import { type PreparedRequest, prepare, type RequestDescription, type RequestOptions } from './request.ts';
import { createRetries, type Failed } from './retry.ts';
import { readMaxRetries, type Settings } from './settings.ts';

/** Sends a request, again where that helps; gives a success or a 304, and throws everything else as a `ParleyError`. */
export type Send = (request: RequestDescription, options?: RequestOptions) => Promise<Answer>;

/** The same for an answer that is read while it comes; only its beginning is tried again. */
export type Open = (request: RequestDescription, options?: RequestOptions) => Promise<OpenAnswer>;

/** Chance and time, passed in so that tests can hold them still. */
export interface Runtime {
  random(): number;
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

const SYSTEM: Runtime = { random: Math.random, wait };

/** The two functions through which every request goes, and the waits between attempts. */
export interface Transport extends Runtime {
  readonly send: Send;
  readonly open: Open;
  readonly maxRetries: number;
}

type Once<Result> = (request: PreparedRequest, options: RequestOptions, number: number) => Promise<Result>;

/** Makes the ways to send. */
export function createTransport(settings: Settings, runtime: Runtime = SYSTEM): Transport {
  const { fetch } = settings;
  const noteRemoval = createRemovalNotice(settings.log);

  const note = (
    label: string,
    { status, headers }: Response,
    { number, started }: { number: number; started: number },
  ) => {
    settings.log.debug(`${label} answered ${status}`, {
      attempt: number,
      milliseconds: Math.round(performance.now() - started),
      requestId: headers.get('X-Request-Id') ?? undefined,
    });
    noteRemoval(label, headers);
  };

  const sendOnce: Once<Answer> = async (request, options, number) => {
    const started = performance.now();
    const answer = await attempt(request, { fetch, signal: options.signal, number });
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
    settings.log.info(`${label} failed and is sent again`, {
      attempt: attempts,
      error: error instanceof Error ? error.name : undefined,
      delay: Math.round(delay),
    });
  };

  /** Sends it again where that helps; `waits` for what an earlier attempt of the same request has begun. */
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
          await runtime.wait(delay, options.signal);
        }
      }
    };

  return {
    ...runtime,
    send: again(sendOnce, { waits: true }),
    // A stream of what runs is taken up instead.
    open: again(openOnce, { waits: false }),
    maxRetries: settings.maxRetries,
  };
}

/** Says once for each operation that the service announced its removal (RFC 9745 and RFC 8594). */
function createRemovalNotice(log: Settings['log']) {
  const noted = new Set<string>();
  return (label: string, headers: Headers) => {
    if (!headers.has('Deprecation') || noted.has(label)) return;
    noted.add(label);
    log.warn(`${label} is deprecated`, { sunset: headers.get('Sunset') ?? undefined });
  };
}
