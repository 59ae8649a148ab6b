import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { baseHeaders } from './reply.ts';

/** The times of a stream, in milliseconds. */
export interface StreamTimes {
  /** Interval of keep-alive comments on a silent stream of events. */
  readonly ping: number;
  /** Max time without progress of a slow reader; then the connection is closed, and the reader can resume. */
  readonly stall: number;
}

const usual: StreamTimes = { ping: 15_000, stall: 60_000 };

/** One server-sent event (WHATWG HTML, section 9.2); its data is JSON text. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Whether an `Accept` header (RFC 9110, section 12.5.1) accepts server-sent events with a weight above zero. */
export function asksForEvents(accept: string | undefined): boolean {
  // The fast path of nearly every request.
  if (accept === undefined || !/event-stream/i.test(accept)) return false;
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes().includes('text/event-stream');
}

/** Whether the caller of a long response still has the right to it; synchronous if no rights have changed. */
type StillAllowed = () => boolean | Promise<boolean>;

/** Options with a check before each part of a long response; if it fails, the connection is closed. */
interface Guarded {
  readonly stillAllowed?: StillAllowed;
}

/**
 * Sends events until their source ends, with back-pressure: a slow reader pauses the source. A reader that disconnects
 * ends it. If the source fails, the connection is closed and the client resumes from its last event.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    events,
    replayed,
    times,
    stillAllowed,
  }: Guarded & {
    readonly events: AsyncIterable<ServerEvent>;
    readonly replayed?: boolean;
    readonly times?: Partial<StreamTimes> | undefined;
  },
): Promise<void> {
  const { ping: pingInterval, stall } = { ...usual, ...times };
  const response = begin(request, reply, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Turns off buffering in nginx.
    'x-accel-buffering': 'no',
    ...(replayed === true && { 'idempotent-replayed': 'true' }),
  });
  const ping = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': ping\n\n');
  }, pingInterval);
  try {
    await pump(response, frames(events), { stall, stillAllowed });
  } finally {
    clearInterval(ping);
  }
}

async function* frames(events: AsyncIterable<ServerEvent>): AsyncGenerator<string> {
  for await (const { id, event, data } of events) yield `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** A long text that is generated while it is sent. */
export interface TextStream {
  readonly contentType: string;
  /** The file name for a browser's download. */
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
  readonly times?: Partial<StreamTimes> | undefined;
}

/** Sends a text part by part, with back-pressure. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, parts, times, stillAllowed }: TextStream & Guarded,
): Promise<void> {
  const disposition = `attachment; filename="${fileName}"`;
  const response = begin(request, reply, { 'content-type': contentType, 'content-disposition': disposition });
  await pump(response, parts, { stall: { ...usual, ...times }.stall, stillAllowed });
}

/**
 * Sends an answer that took long, if its caller still has the right to it; otherwise closes the connection, as it does
 * within a stream.
 */
export function ifAllowed(reply: FastifyReply, stillAllowed: StillAllowed, sendWhole: () => void): void {
  const decide = (allowed: boolean) => {
    if (allowed) return sendWhole();
    reply.hijack();
    reply.raw.destroy();
  };
  const allowed = stillAllowed();
  if (typeof allowed === 'boolean') decide(allowed);
  else allowed.then(decide).catch((error: unknown) => reply.send(error));
}

function begin(request: FastifyRequest, reply: FastifyReply, headers: Record<string, string>): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, { ...baseHeaders(request), ...headers });
  reply.raw.flushHeaders();
  return reply.raw;
}

interface Pumping {
  readonly stall: number;
  readonly stillAllowed: StillAllowed | undefined;
}

async function pump(
  response: ServerResponse,
  parts: AsyncIterable<string>,
  { stall, stillAllowed = always }: Pumping,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const gone = whenGone(response);
  try {
    // A HEAD request gets headers only.
    while (!gone.already() && response.req.method !== 'HEAD') {
      const next = await gone.or(iterator.next());
      if (next === undefined || next.done === true) break;
      const allowed = stillAllowed();
      if (allowed !== true && (await allowed) === false) {
        response.destroy();
        return;
      }
      if (!response.write(next.value)) await gone.or(drained(response, stall));
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    // Not awaited: a source that is waiting would block this.
    iterator.return?.()?.catch(() => undefined);
  }
}

const always: StillAllowed = () => true;

/** Resolves when the reader has drained the buffer or disconnected; closes a reader without progress in `stall` ms. */
function drained(response: ServerResponse, stall: number): Promise<void> {
  const { socket } = response;
  const cut = () => void response.destroy();
  // Node's socket timeout looks at bytes sent, so a reader that makes some progress is kept.
  socket?.setTimeout(stall, cut);
  return new Promise((resolve) => {
    const done = () => {
      socket?.setTimeout(0, cut);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

/** Tracks a disconnect. `or` waits for a promise or for that; `Promise.race` would retain every loser. */
function whenGone(response: ServerResponse) {
  let leave: (() => void) | undefined;
  response.once('close', () => leave?.());
  return {
    already: () => response.closed,
    or: <Result>(wanted: Promise<Result>): Promise<Result | undefined> =>
      new Promise((resolve, reject) => {
        leave = () => resolve(undefined);
        wanted.then(resolve, reject);
      }),
  };
}
