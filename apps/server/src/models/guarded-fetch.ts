import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { ModelLimits } from './limits.ts';
import { ModelError } from './model.ts';

/** A `fetch` for providers alone, and what ends its connections. */
export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** How long an unused connection to a provider is kept, in milliseconds: a conversation's next turn finds it open. */
const keepAlive = 30_000;

/**
 * Makes the `fetch` through which providers are reached. A redirect is refused, since it would carry the key somewhere
 * else; a reply is bounded, and not compressed, so that its bound holds for what it comes to. How long a reply may take
 * is the caller's matter, but for the connection.
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
    // An abort destroys the body, whether somebody reads it or not.
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
    // The packages of the vendors call it with an address, plain headers and a text, and read no more of the reply.
    fetch: guarded as unknown as typeof globalThis.fetch,
    close: () => agent.destroy(),
  };
}

/** What the vendors' packages ask with. */
interface Init {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * What the vendors' packages read of a `Response`. A whole one, with the request and the streams behind it, would take a
 * quarter more memory and time for each answer.
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
    return new ModelError('broken', `it redirected the request (status ${status}), which is not followed`, { status });
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return undefined;
  return new ModelError('broken', 'it sent a compressed reply, which was not asked for');
}
