import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { baseHeaders } from './reply.ts';

/** The times of a stream, in milliseconds. */
export interface StreamTimes {
  /** How often a silent stream of events shows that it is alive. */
  readonly ping: number;
  /** How long a reader may take nothing while there is something for it: then it is cut off, and can resume. */
  readonly stall: number;
}

const usual: StreamTimes = { ping: 15_000, stall: 60_000 };

/** One server-sent event (WHATWG HTML, section 9.2); its data is JSON text. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Whether an `Accept` (RFC 9110, section 12.5.1) names server-sent events, with a weight above zero. */
export function asksForEvents(accept: string | undefined): boolean {
  // Nearly every request ends here.
  if (accept === undefined || !/event-stream/i.test(accept)) return false;
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes().includes('text/event-stream');
}

/** Whether whoever asked for what is sent part by part may still have it: at once where nobody's rights have changed. */
type StillAllowed = () => boolean | Promise<boolean>;

/** Looks before each part of a long reply whether it may still be sent; where it may not, the connection is cut. */
interface Guarded {
  readonly stillAllowed?: StillAllowed;
}

/**
 * Sends events until their source ends. A reader that is slow holds the source up, so it costs no memory; one that goes
 * away ends it. A failure of the source cuts the connection: the client resumes where it was.
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
    // Tells nginx not to gather the events.
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

/** A long text that is made while it is sent. */
export interface TextStream {
  readonly contentType: string;
  /** The name under which a browser saves it. */
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
  readonly times?: Partial<StreamTimes> | undefined;
}

/** Sends a text part by part, no faster than the reader takes it. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, parts, times, stillAllowed }: TextStream & Guarded,
): Promise<void> {
  const disposition = `attachment; filename="${fileName}"`;
  const response = begin(request, reply, { 'content-type': contentType, 'content-disposition': disposition });
  await pump(response, parts, { stall: { ...usual, ...times }.stall, stillAllowed });
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
    // There is nothing to send after the head that was asked for.
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
    // Not awaited: a source that waits for something would hold this up for as long.
    iterator.return?.()?.catch(() => undefined);
  }
}

const always: StillAllowed = () => true;

/** Resolves when the reader has taken what there is, or has gone; one that takes nothing of it for a time is cut off. */
function drained(response: ServerResponse, stall: number): Promise<void> {
  const { socket } = response;
  const cut = () => void response.destroy();
  // Node's own timeout of a socket looks at what has gone out of it, so whoever takes a little is left alone.
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

/** Whether the other end has gone. `or` waits for something, or for that; a race of promises would keep every loser. */
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
