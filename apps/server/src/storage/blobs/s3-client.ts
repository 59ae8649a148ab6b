import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { signS3 } from '../../s3-signature.ts';
import type { S3Settings } from './s3-settings.ts';

/** Times of requests to a bucket, in ms. */
export interface S3Times {
  /** Without a byte in either direction. */
  readonly silence: number;
  /** Until the headers of the answer, with the whole upload. */
  readonly answer: number;
  /** Before the first retry; doubles with each, with full jitter. */
  readonly retry: number;
}

const defaultTimes: S3Times = { silence: 60_000, answer: 10 * 60_000, retry: 200 };

/** Attempts of one request, the first included. */
const maxAttempts = 3;

/** Bytes read of an error document. */
const maxErrorBytes = 16 * 1024;

/** Seconds until a retry of the caller makes sense. */
const retryAfter = 5;

/** A request to the bucket. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The SHA-256 of the body in hex, which the bucket verifies. */
  readonly hash?: string;
  /** Opens the body again for each attempt. */
  readonly body?: () => Readable;
  /** The statuses that the caller understands; any other is an error. */
  readonly accepts: readonly number[];
}

/** Why an attempt failed, and whether another one may succeed. */
interface Refusal {
  readonly reason: string;
  readonly mayPass: boolean;
  readonly cause?: unknown;
}

/**
 * Sends signed requests to one bucket. Retries at most twice: lost connections, 429 and 5xx. Throws `unavailable` with
 * the reason as its cause, which names the endpoint and the bucket's own error code, for the operator's log.
 */
export function createS3Client(settings: S3Settings, times: S3Times = defaultTimes) {
  const { endpoint, bucket, pathStyle } = settings;
  const base = new URL(endpoint);
  const tls = base.protocol === 'https:';
  const agent = new (tls ? TlsAgent : PlainAgent)({ keepAlive: true, maxSockets: 32, scheduling: 'lifo' });
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const urlOf = (key: string) => new URL(`${pathStyle ? `/${bucket}` : ''}/${key}`, base);
  const { region, accessKeyId, secretAccessKey } = settings;

  const attempt = async ({ method, key, headers = {}, hash, body }: S3Request): Promise<IncomingMessage> => {
    const unsigned = { method, url: urlOf(key).href, headers, hash, region, accessKeyId, secretAccessKey };
    const { url, headers: all } = await signS3(unsigned);
    const source = body?.();
    return new Promise((resolve, reject) => {
      const outgoing = (tls ? tlsRequest : plainRequest)(url, { method, headers: all, agent, timeout: times.silence });
      const late = setTimeout(() => outgoing.destroy(new Error('it took too long to answer')), times.answer);
      const end = (error: Error) => {
        source?.destroy();
        reject(error);
      };
      outgoing.on('timeout', () => outgoing.destroy(new Error('it was silent for too long')));
      outgoing.on('error', end).on('close', () => clearTimeout(late));
      outgoing.on('response', (response) => {
        clearTimeout(late);
        // A bucket may answer before the body's end, with an error.
        if (source?.readableEnded === false) {
          source.unpipe(outgoing).destroy();
          response.once('close', () => outgoing.destroy());
        }
        resolve(response);
      });
      if (source === undefined) outgoing.end();
      else source.on('error', (error) => outgoing.destroy(error)).pipe(outgoing);
    });
  };

  /** Sends the request once. Returns the answer, or the reason if there is no answer that the caller understands. */
  const tryOnce = async (request: S3Request): Promise<IncomingMessage | Refusal> => {
    try {
      const answer = await attempt(request);
      const status = answer.statusCode ?? 0;
      if (request.accepts.includes(status)) return answer;
      return { reason: await reasonOf(answer), mayPass: status === 429 || status >= 500 };
    } catch (cause) {
      return { reason: cause instanceof Error ? cause.message : String(cause), mayPass: true, cause };
    }
  };

  return {
    send: async (request: S3Request): Promise<IncomingMessage> => {
      for (let tried = 1; ; tried += 1) {
        const answer = await tryOnce(request);
        if (!('reason' in answer)) return answer;
        const { reason, mayPass, cause } = answer;
        const what = `${request.method} of ${request.key} in the bucket ${bucket} at ${endpoint}`;
        if (!mayPass || tried === maxAttempts) throw unreachable(new Error(`${what} failed: ${reason}`, { cause }));
        await sleep(Math.random() * times.retry * 2 ** (tried - 1));
      }
    },
    close: () => agent.destroy(),
  };
}

/** Returns the error for the caller; its cause tells the operator what is wrong. */
export const unreachable = (cause: Error): AppError =>
  new AppError('unavailable', 'The store that holds the files is not available; try again shortly.', {
    retryAfter,
    cause,
  });

/** Reads the status and the code of an error document, and discards the rest. */
async function reasonOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxErrorBytes) break;
    }
  } catch {
    // The status alone says enough.
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const [, code] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]{1,300})<\/Message>/.exec(text) ?? [];
  return [`status ${response.statusCode}`, code, message].filter((part) => part !== undefined).join(', ');
}
