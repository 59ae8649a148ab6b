import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Headers that its reply carries whatever it turns out to be: what is left of the rate limit. */
    replyHeaders: Readonly<Record<string, string>> | null;
  }
}

/** What every reply of the API carries. */
const commonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers that the reply to a request carries, before its own. */
export const baseHeaders = (request: Pick<FastifyRequest, 'id'> & Partial<FastifyRequest>): Record<string, string> => ({
  ...commonHeaders,
  'x-request-id': request.id,
  ...request.replyHeaders,
});

/** A finished answer. */
export interface FinishedReply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/**
 * Sends a finished answer straight through Node: its headers are whole and its body is text, so the framework's own way
 * of sending (a store of headers, hooks, serialisers) would only cost time; a tenth of a read, measured.
 */
export function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: FinishedReply,
): void {
  reply.hijack();
  const own: OutgoingHttpHeaders = { ...baseHeaders(request), ...headers };
  // A shutdown that began meanwhile waits for this connection: it is not kept for another request.
  if (!request.server.server.listening) own['connection'] = 'close';
  if (status === 304) {
    const { 'content-type': _none, ...rest } = own;
    reply.raw.writeHead(status, rest).end();
    return;
  }
  reply.raw.writeHead(status, { ...own, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** How long, in milliseconds, and for how many bytes the rest of a refused body is read and thrown away. */
const lingering = { time: 5_000, bytes: 16 * 1024 * 1024 };

/**
 * Sends the answer to a request whose body is not read to its end, and closes the connection when the client has
 * stopped sending, or has sent for too long. Closed at once it would be reset, and the client would often lose the
 * answer (RFC 9112, section 9.6).
 */
export function sendAndLinger(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: FinishedReply,
): void {
  reply.hijack();
  const { raw: response } = reply;
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...baseHeaders(request), ...headers, connection: 'close', 'content-length': length });
  // The whole answer goes out now; only the end of the connection waits.
  response.write(body);
  let left = lingering.bytes;
  const close = () => {
    clearTimeout(timer);
    request.raw.pause();
    response.end();
  };
  const timer = setTimeout(close, lingering.time);
  request.raw.once('close', close).on('data', (part: Buffer) => {
    left -= part.length;
    if (left < 0) close();
  });
}
