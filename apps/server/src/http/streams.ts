import { once } from 'node:events';
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
  events: AsyncIterable<ServerEvent>,
): Promise<void> {
  const response = begin(request, reply, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
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
  const gone = once(response, 'close').then(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), gone]);
      if (next === undefined || next.done === true) break;
      if (!response.write(next.value)) await Promise.race([once(response, 'drain'), gone]);
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
