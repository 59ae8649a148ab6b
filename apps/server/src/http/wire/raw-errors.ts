import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors.ts';
import { failureReply, HttpError } from '../errors.ts';
import { responseOn } from './connection.ts';

/** How long a connection that was refused may stay open for the other end to read why, in milliseconds. */
const lingering = 1_000;

/** Makes Fastify's `clientErrorHandler`, which takes the place of one that doesn't know our envelope. */
export const refuseRawErrors = (newRequestId: () => string) => (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuse(socket, failureOf(error), newRequestId);
};

/** Answers in our envelope what Node would answer by itself or not at all, beside what `refuseRawErrors` answers. */
export function answerRawErrors(server: Server, newRequestId: () => string): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new HttpError('method_not_allowed', 'This server is no proxy.', { allow: 'GET, POST' });
    refuse(socket, error, newRequestId);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = new AppError('bad_request', 'The Expect header asks for something unknown.');
    const { status, headers, text } = rawReply(error, newRequestId());
    response.writeHead(status, headers).end(text);
  });
}

/**
 * Refuses what came over a connection, and closes it. What was asked before is answered first: a client that sends
 * several requests at once takes the first reply for the first request's (RFC 9112, section 9.3.2).
 */
function refuse(socket: Duplex, error: AppError, newRequestId: () => string): void {
  const response = responseOn(socket);
  // A request that did not arrive whole is the one that is refused.
  if (response?.req.complete === true) response.once('close', () => refuse(socket, error, newRequestId));
  else if (response?.headersSent === true || !socket.writable) socket.destroy();
  else end(socket, rawReply(error, newRequestId()));
}

function failureOf(error: NodeJS.ErrnoException): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The request headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('payload_too_large', 'The chunk extensions of the request body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request took too long to arrive.');
    default:
      return new AppError('bad_request', 'The request is not valid HTTP.');
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function rawReply(error: AppError, requestId: string): RawReply {
  const { status, headers, body } = failureReply(error, requestId);
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { status, headers: fields, text };
}

/** Sends the last reply of a connection. Node's timeouts no longer watch it, so it is cut off where the other end stays. */
function end(socket: Duplex, { status, headers, text }: RawReply): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), lingering);
  socket.once('close', () => clearTimeout(timer));
}
