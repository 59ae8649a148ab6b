import { ReadableStream } from 'node:stream/web';
import { OutboundError } from '../../outbound/error.ts';
import type { Method } from '../../outbound/exchange/redirect.ts';
import type { Outbound, OutboundResponse } from '../../outbound/outbound.ts';

/** Told of the body of a response. */
export interface Watch {
  onChunk(chunk: Uint8Array): void;
  /** Called with the reason why the body ended early. */
  onFailure(error: unknown): void;
}

/** The `fetch` that the MCP client package takes. */
export type DoorFetch = (url: string | URL, init?: RequestInit, watch?: Watch) => Promise<Response>;

/** Limits of a `fetch`: sizes in bytes, time in ms. */
export interface DoorLimits {
  /** Timeout of one request, and of silence in it. */
  readonly timeoutMs: number;
  /** Max size of one message: a JSON body, or one event of a stream. */
  readonly messageBytes: number;
  /** Max size of all responses together. */
  readonly totalBytes: number;
}

/** Statuses whose response has no body (Fetch standard, "null body status"). */
const withoutBody = [101, 103, 204, 205, 304];

/**
 * Creates a `fetch` that goes through the outbound door. It returns redirects as they are: the client package follows
 * those that stay within the origin and keep the method, so credentials never reach another origin. Rejects with an
 * `OutboundError`, or with the reason of the signal; so does the body.
 */
export function createDoorFetch(fetch: Outbound['fetch'], limits: DoorLimits): DoorFetch {
  let left = limits.totalBytes;
  return async (url, { method = 'GET', headers, body, signal } = {}, watch) => {
    const response = await fetch({
      url: String(url),
      method: method.toUpperCase() as Method,
      headers: Object.fromEntries(new Headers(headers)),
      redirect: 'manual',
      limits: { idle: limits.timeoutMs, total: limits.timeoutMs, bodyBytes: Math.max(1, left) },
      // The package sends text and forms only.
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal === undefined || signal === null ? {} : { signal }),
    });
    const { status } = response;
    const fields = new Headers(Object.entries(response.headers));
    if (withoutBody.includes(status)) {
      response.body.destroy();
      return new Response(null, { status, headers: fields });
    }
    const chunks = metered(response, {
      messageBytes: limits.messageBytes,
      onChunk: (chunk) => {
        left -= chunk.length;
        watch?.onChunk(chunk);
      },
      onFailure: (error) => watch?.onFailure(error),
    });
    return new Response(ReadableStream.from(chunks) as globalThis.ReadableStream, { status, headers: fields });
  };
}

interface Meter extends Watch {
  readonly messageBytes: number;
}

/** Passes on a body, and ends it with `too_large` at the first message beyond the limit. */
async function* metered(
  { body, headers }: OutboundResponse,
  { messageBytes, onChunk, onFailure }: Meter,
): AsyncGenerator<Uint8Array> {
  const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
  const measure = isStream ? createEventMeter() : createTotal();
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (measure(chunk) > messageBytes) {
        throw new OutboundError('too_large', `The MCP server sent a message of more than ${messageBytes} bytes.`);
      }
      onChunk(chunk);
      yield chunk;
    }
  } catch (error) {
    onFailure(error);
    throw error;
  }
}

function createTotal() {
  let total = 0;
  return (chunk: Uint8Array): number => {
    total += chunk.length;
    return total;
  };
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Returns the size of the largest event that a chunk contains a part of, with the parts before. An empty line ends an
 * event, and a line ends with LF, CR or both (HTML standard, "Parsing an event stream").
 */
function createEventMeter() {
  let size = 0;
  let isLineEmpty = true;
  let last = 0;
  const add = (byte: number) => {
    const isRestOfEnd = byte === lineFeed && last === carriageReturn;
    last = byte;
    if (isRestOfEnd) return;
    const isEnd = byte === lineFeed || byte === carriageReturn;
    size = isEnd && isLineEmpty ? 0 : size + 1;
    isLineEmpty = isEnd;
  };
  return (chunk: Uint8Array): number => {
    let largest = size;
    for (const byte of chunk) {
      add(byte);
      if (size > largest) largest = size;
    }
    return largest;
  };
}
