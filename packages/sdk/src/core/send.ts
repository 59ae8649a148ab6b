import { type Answer, attempt, wait } from './attempt.ts';
import { toFailure } from './envelope.ts';
import { type PreparedRequest, prepare, type RequestDescription, type RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';
import { readMaxRetries, readTimeout, type Settings } from './settings.ts';

/** Sends a request, again where that helps; gives a success or a 304, and throws everything else as a `ParleyError`. */
export type Send = (request: RequestDescription, options?: RequestOptions) => Promise<Answer>;

/** Chance and time, passed in so that tests can hold them still. */
export interface Runtime {
  random(): number;
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

const SYSTEM: Runtime = { random: Math.random, wait };

/** Makes the one function through which every request goes. */
export function createSend(settings: Settings, runtime: Runtime = SYSTEM): Send {
  const noteRemoval = createRemovalNotice(settings.log);

  const sendOnce = async (request: PreparedRequest, options: RequestOptions, number: number): Promise<Answer> => {
    const timeout = readTimeout(options.timeout ?? settings.timeout);
    const started = performance.now();
    const answer = await attempt(request, { fetch: settings.fetch, timeout, signal: options.signal, number });
    const { status, ok, headers } = answer.response;
    settings.log.debug(`${request.label} answered ${status}`, {
      attempt: number,
      milliseconds: Math.round(performance.now() - started),
      requestId: headers.get('X-Request-Id') ?? undefined,
    });
    noteRemoval(request.label, headers);
    if (ok || status === 304) return answer;
    throw toFailure(answer);
  };

  return async (description, options = {}) => {
    const request = prepare(settings, description, options);
    const maxRetries = readMaxRetries(options.maxRetries ?? settings.maxRetries);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await sendOnce(request, options, attempts);
      } catch (error) {
        const delay = retryDelay({ error, attempts, repeatable: request.repeatable, random: runtime.random });
        if (delay === undefined || attempts > maxRetries) throw error;
        settings.log.info(`${request.label} failed and is sent again`, {
          attempt: attempts,
          error: error instanceof Error ? error.name : undefined,
          delay: Math.round(delay),
        });
        await runtime.wait(delay, options.signal);
      }
    }
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
