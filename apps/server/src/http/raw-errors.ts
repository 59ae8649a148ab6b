import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { failureReply } from './errors.ts';

/** Makes Fastify's `clientErrorHandler`, which takes the place of one that doesn't know our envelope. */
export const refuseRawErrors = (newRequestId: () => string) => (error: NodeJS.ErrnoException, socket: Duplex) => {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else end(socket, failureOf(error), newRequestId());
};

/** Answers in our envelope what Node would answer by itself or not at all, beside what `refuseRawErrors` answers. */
export function answerRawErrors(server: Server, newRequestId: () => string): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new AppError('method_not_allowed', 'This server is no proxy.', { headers: { allow: 'GET, POST' } });
    end(socket, error, newRequestId());
  });
  server.on('checkExpectation', (request: IncomingMessage) => {
    end(request.socket, new AppError('bad_request', 'The Expect header asks for something unknown.'), newRequestId());
  });
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

function end(socket: Duplex, error: AppError, requestId: string): void {
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
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
}
