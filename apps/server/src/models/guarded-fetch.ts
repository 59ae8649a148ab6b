import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { ModelLimits } from './limits.ts';
import { ModelError } from './model.ts';

/** A `fetch` for providers, with a function that closes its connections. */
export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** Keep-alive timeout of idle provider connections, in ms, so that the next turn of a conversation can reuse one. */
const keepAlive = 30_000;

/**
 * Creates the `fetch` that calls providers. It refuses redirects, which would send the key to another server. It limits
 * the size of a reply, and refuses compression so that the limit applies to the decoded size. It sets a connect timeout
 * only; the caller limits the total time.
 */
export function createGuardedFetch({ connect, replyBytes }: Pick<ModelLimits, 'connect' | 'replyBytes'>): GuardedFetch {
  const agent = new Agent({
    connect: { timeout: connect },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: replyBytes,
    keepAliveTimeout: keepAlive,
  });
  const guarded = async (url: string, { method, headers, body = '', signal }: Init): Promise<Reply> => {
    const sent = { ...headers, 'accept-encoding': 'identity' };
    const reply = await request(url, { method, headers: sent, body, signal, dispatcher: agent });
    // An abort destroys the body, which emits an error even if nothing reads it.
    reply.body.on('error', () => undefined);
    const refusal = refusalOf(reply);
    if (refusal !== undefined) {
      reply.body.destroy();
      throw refusal;
    }
    const { statusCode: status } = reply;
    const fields = new Headers(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
    return {
      status,
      ok: status >= 200 && status < 300,
      headers: fields,
      body: { getReader: () => readerOf(reply.body) },
    };
  };
  return {
    // The vendors' packages pass a URL, plain headers and a text body, and read only these members of the reply.
    fetch: guarded as unknown as typeof globalThis.fetch,
    close: () => agent.destroy(),
  };
}

/** The options that the vendors' packages pass. */
interface Init {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * The members of `Response` that the vendors' packages read. A full `Response` with its streams would take a quarter
 * more memory and time per reply.
 */
interface Reply extends Pick<Response, 'status' | 'ok' | 'headers'> {
  readonly body: { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel' | 'releaseLock'> };
}

function readerOf(body: Readable) {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return {
    read: async () => {
      const { done = false, value } = await chunks.next();
      return done ? { done, value: undefined } : { done, value };
    },
    cancel: async () => void body.destroy(),
    releaseLock: () => undefined,
  };
}

function refusalOf({ statusCode: status, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>) {
  if (status >= 300 && status < 400) {
    return new ModelError('broken', `it redirected the request (status ${status}), which is not allowed`, { status });
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return undefined;
  return new ModelError('broken', 'it sent a compressed reply, which was not requested');
}
