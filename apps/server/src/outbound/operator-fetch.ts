import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { pace } from '../scheduling/pace.ts';
import { OutboundError } from './error.ts';
import { createEventSlicer } from './exchange/event-slices.ts';
import type { OutboundLimits } from './limits.ts';

/** A `fetch` for addresses of the operator's settings, with a function that closes its connections. */
export interface OperatorFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Like `fetch`, for a response that is one JSON document instead of a stream of events. */
  readonly fetchWhole: typeof globalThis.fetch;
  /** Reads a whole response of up to `maxBytes`. Throws an `OutboundError` if it is larger. */
  read(url: string, options: ReadOptions): Promise<WholeReply>;
  close(): Promise<void>;
}

/** Options of reading a whole response. */
interface ReadOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** A response that was read to its end; of an error, only the beginning. */
interface WholeReply {
  readonly status: number;
  readonly text: string;
}

/** Keep-alive timeout of idle connections, in ms, so that the next turn of a conversation can reuse one. */
const keepAlive = 30_000;

/** Bytes of an error's body that are read; the rest is left out. */
const errorBytes = 64 * 1024;

/**
 * Creates the `fetch` for addresses that the operator has set, such as those of model providers. They may be private,
 * so addresses aren't judged. It throws an `OutboundError` for a redirect, which would send the key to another server.
 * It limits the size of a response, and refuses compression so that the limit applies to the decoded size. It sets a
 * connect timeout only; the caller limits the total time.
 *
 * A successful response is a stream of events. It is passed on in slices, with turns of the event loop between them:
 * the vendors' packages parse all that they are given without a pause.
 */
export function createOperatorFetch({
  connect,
  bodyBytes,
}: Pick<OutboundLimits, 'connect' | 'bodyBytes'>): OperatorFetch {
  const agent = new Agent({
    connect: { timeout: connect },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: bodyBytes,
    keepAliveTimeout: keepAlive,
  });
  const guarded = (toCut: () => Cut) => async (url: string, init: Init) => {
    const { method, headers, body = '', signal } = init;
    const sent = { ...headers, 'accept-encoding': 'identity' };
    const reply = await request(url, { method, headers: sent, body, signal, dispatcher: agent });
    // An abort destroys the body, which emits an error even if nothing reads it.
    reply.body.on('error', () => undefined);
    const refusal = refusalOf(reply);
    if (refusal !== undefined) {
      reply.body.destroy();
      throw refusal;
    }
    // The packages' work to set up a response takes longer than its first events, and hundreds may arrive together.
    const turn = pace.due();
    if (turn !== undefined) await turn;
    const { statusCode: status } = reply;
    const ok = status >= 200 && status < 300;
    const fields = new Headers(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
    return {
      status,
      ok,
      headers: fields,
      body: { getReader: () => readerOf(reply.body, ok ? toCut() : createBeginning(errorBytes)) },
    } satisfies Reply;
  };
  const read = async (url: string, { headers, signal, maxBytes }: ReadOptions): Promise<WholeReply> => {
    const sent = { ...headers, 'accept-encoding': 'identity' };
    const reply = await request(url, { method: 'GET', headers: sent, signal, dispatcher: agent });
    const { statusCode: status, body } = reply;
    body.on('error', () => undefined);
    const refusal = refusalOf(reply);
    if (refusal !== undefined) {
      body.destroy();
      throw refusal;
    }
    return { status, text: status === 200 ? await textOf(body, maxBytes) : await beginningOf(body) };
  };
  return {
    read,
    // The vendors' packages pass a URL, plain headers and a text body, and read only these members of the reply.
    fetch: guarded(createEventSlicer) as unknown as typeof globalThis.fetch,
    fetchWhole: guarded(() => uncut) as unknown as typeof globalThis.fetch,
    close: () => agent.destroy(),
  };
}

async function textOf(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutboundError('too_large', 'The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function beginningOf(body: Readable): Promise<string> {
  const cut = createBeginning(errorBytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const fitting = [...cut(chunk)];
    if (fitting.length === 0) break;
    chunks.push(...fitting);
  }
  return Buffer.concat(chunks).toString();
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

/** The parts of a chunk that are passed on. */
type Cut = (chunk: Uint8Array) => Iterable<Uint8Array>;

/**
 * Reads a body in slices. A body's own iterator has some 20 listeners and closures, a quarter of the memory of an open
 * response, and each function that waits for another one a promise and more.
 */
function readerOf(body: Readable, cut: Cut) {
  let wake: (() => void) | undefined;
  const changed = () => wake?.();
  body.on('readable', changed).on('end', changed).on('error', changed).on('close', changed);
  /** The next chunk; null if it isn't there yet, undefined at the end. */
  const pull = (): Uint8Array | null | undefined => {
    if (body.errored !== null) throw body.errored;
    const chunk: Uint8Array | null = body.read();
    if (chunk !== null) return chunk;
    if (body.readableEnded) return undefined;
    if (body.closed) throw new OutboundError('broken', 'The response was cut off.');
    return null;
  };
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  let slices: Iterator<Uint8Array> = [][Symbol.iterator]();
  return {
    read: async () => {
      for (;;) {
        const slice = slices.next();
        if (slice.done !== true) {
          await pace.due();
          return { done: false as const, value: slice.value };
        }
        const chunk = pull();
        if (chunk === undefined) return { done: true as const, value: undefined };
        if (chunk === null) await change();
        else slices = cut(chunk)[Symbol.iterator]();
      }
    },
    cancel: async () => void body.destroy(),
    releaseLock: () => undefined,
  };
}

const uncut: Cut = (chunk) => [chunk];

/** Passes on the first bytes of a body. */
function createBeginning(bytes: number): Cut {
  let room = bytes;
  return (chunk) => {
    const fitting = chunk.subarray(0, room);
    room -= fitting.length;
    return fitting.length === 0 ? [] : [fitting];
  };
}

function refusalOf({ statusCode: status, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>) {
  if (status >= 300 && status < 400) return new OutboundError('redirect', 'The request was redirected.', { status });
  const coding = headers['content-encoding'] ?? 'identity';
  return coding === 'identity' ? undefined : new OutboundError('broken', 'The response is compressed.', { status });
}
