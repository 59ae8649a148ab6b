import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseHeaders } from './reply.ts';

/** How often a silent stream shows that it is alive, in milliseconds. */
const pingInterval = 15_000;

/** One server-sent event (WHATWG HTML, section 9.2); its data is JSON text. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Sends events until their source ends. A reader that is slow holds the source up, so it costs no memory; one that goes
 * away ends it. A failure of the source cuts the connection: the client resumes where it was.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { events, replayed }: { readonly events: AsyncIterable<ServerEvent>; readonly replayed?: boolean },
): Promise<void> {
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
    await pump(response, frames(events));
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
}

/** Sends a text part by part, no faster than the reader takes it. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, parts }: TextStream,
): Promise<void> {
  const disposition = `attachment; filename="${fileName}"`;
  await pump(begin(request, reply, { 'content-type': contentType, 'content-disposition': disposition }), parts);
}

function begin(request: FastifyRequest, reply: FastifyReply, headers: Record<string, string>): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, { ...baseHeaders(request), ...headers });
  reply.raw.flushHeaders();
  return reply.raw;
}

async function pump(response: ServerResponse, parts: AsyncIterable<string>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const gone = whenGone(response);
  try {
    // There is nothing to send after the head that was asked for.
    while (!gone.already() && response.req.method !== 'HEAD') {
      const next = await gone.or(iterator.next());
      if (next === undefined || next.done === true) break;
      if (!response.write(next.value)) await gone.or(new Promise<void>((resolve) => response.once('drain', resolve)));
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
