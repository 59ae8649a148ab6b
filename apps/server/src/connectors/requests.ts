import { setTimeout as sleep } from 'node:timers/promises';
import { toFailure } from '../crawl/problems.ts';
import { readRetryAfter } from '../crawl/retry-after.ts';
import { type FailureWords, SourceFailure } from '../extract/document.ts';
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound.ts';
import type { Connecting } from './connector.ts';

/** Attempts of one request, and times in ms: of one attempt, and of the waits between them. */
const limits = { attempts: 4, total: 120_000, retry: 500, retryAfter: 120_000 } as const;

/** A request of a connector. */
export type ConnectorRequest = Omit<OutboundRequest, 'signal' | 'limits' | 'redirect'> & {
  /** Max bytes of the response. */
  readonly maxBytes: number;
};

/** A response whose body has been read. */
export interface ReadResponse extends Pick<OutboundResponse, 'url' | 'status' | 'headers'> {
  readonly bytes: Buffer;
}

/** Status and body of a response that is no success, for the words of its failure. */
export type Refusal = Pick<ReadResponse, 'status' | 'bytes'>;

/** The failure of a request that a store refuses. */
export class RefusedRequest extends SourceFailure {
  readonly status: number;

  constructor(status: number, words: FailureWords) {
    super('http_error', words);
    this.status = status;
  }
}

/** Returns the words of a store's own error; undefined for the usual ones. */
export type Explain = (refusal: Refusal) => string | undefined;

const isTransient = (status: number): boolean => status === 429 || status >= 500;

/**
 * Sends a request until it succeeds, at most four times: 429, 5xx and lost connections are tried again, as late as
 * `Retry-After` says. Throws a `SourceFailure`: a `RefusedRequest` for any other status.
 */
export function createRequests({ fetch, signal }: Pick<Connecting, 'fetch' | 'signal'>, explain: Explain) {
  const once = async ({ maxBytes, ...request }: ConnectorRequest): Promise<ReadResponse> => {
    const response = await fetch({ ...request, signal, limits: { total: limits.total, bodyBytes: maxBytes } });
    const { url, status, headers } = response;
    return { url, status, headers, bytes: await response.bytes() };
  };

  /** Returns a success, or the failure and the ms to wait before another attempt. */
  const attempt = async (request: ConnectorRequest, tried: number) => {
    const backOff = limits.retry * 2 ** tried;
    try {
      const response = await once(request);
      if (response.status >= 200 && response.status < 300) return { response };
      const asked = readRetryAfter(response.headers['retry-after'], Date.now());
      const failure = refused(hostOf(response.url), response, explain(response));
      return { failure, wait: isTransient(response.status) ? (asked ?? backOff) : undefined };
    } catch (error) {
      signal.throwIfAborted();
      const failure = toFailure(error);
      if (!(failure instanceof SourceFailure)) throw error;
      return { failure, wait: failure.retry ? backOff : undefined };
    }
  };

  return async (request: ConnectorRequest): Promise<ReadResponse> => {
    for (let tried = 0; ; tried += 1) {
      const { response, failure, wait } = await attempt(request, tried);
      if (response !== undefined) return response;
      if (wait === undefined || wait > limits.retryAfter || tried + 1 >= limits.attempts) throw failure;
      await sleep(wait, undefined, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
    }
  };
}

const hostOf = (url: string): string => new URL(url).host;

/** Sentences and advice of statuses; a sentence continues the name of the host. */
const ofStatus: Readonly<Record<number, readonly [string, string]>> = {
  401: ['refuses the credentials', 'Check the credentials of the source, or store new ones.'],
  403: ['refuses access', 'Check what the credentials of the source may read.'],
  404: [
    'does not have what the source names',
    'Check the names and the rights of the source: many services answer so if credentials are missing.',
  ],
  429: ['receives too many requests', 'Sync again later.'],
};

function refused(host: string, { status }: Refusal, reason: string | undefined): RefusedRequest {
  const [what, hint] = ofStatus[status] ?? [
    status >= 500 ? 'has an error of its own' : 'refuses the request',
    status >= 500 ? 'Sync again later.' : 'Check the settings of the source.',
  ];
  const said = reason === undefined ? '' : ` It says: ${reason}`;
  return new RefusedRequest(status, {
    message: `${host} ${what} (HTTP ${status}).${said}`,
    hint,
    retry: isTransient(status),
  });
}
