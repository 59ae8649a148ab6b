import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors.ts';
import { pace } from '../../scheduling/pace.ts';
import { failureReply, HttpError } from '../errors.ts';
import { responseOn } from './connection.ts';
import { tooMuchFraming } from './framing.ts';

/** Time for which a refused connection stays open so that the client can read the error, in ms. */
const lingering = 1_000;

/**
 * Creates Fastify's `clientErrorHandler`, which sends errors in our envelope. Node finds all connections that are too
 * slow at the same time, maybe thousands. It finds them again while they wait for their refusal.
 */
export const refuseRawErrors = (newRequestId: () => string) => {
  const slow = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
      refuse(socket, failureOf(error), newRequestId);
    } else if (!slow.has(socket)) {
      slow.add(socket);
      void pace.pause().then(() => refuse(socket, tooSlow(), newRequestId));
    }
  };
};

/** Creates the function that refuses the request of a connection whose body arrives too slowly. */
export const refuseSlow = (newRequestId: () => string) => (socket: Duplex) => refuse(socket, tooSlow(), newRequestId);

/** Creates the function that refuses the request of a connection whose body has too much around its content. */
export const refuseFraming = (newRequestId: () => string) => (socket: Duplex) =>
  refuse(socket, tooMuchFraming(), newRequestId);

const tooSlow = () => new AppError('request_timeout', 'The request took too long to arrive.');

/**
 * Handles, in our envelope, the requests that Node would answer itself or ignore: CONNECT and unknown Expect headers.
 */
export function answerRawErrors(server: Server, newRequestId: () => string): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const error = new HttpError('method_not_allowed', 'This server is not a proxy.', { allow: 'GET, POST' });
    refuse(socket, error, newRequestId);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = new AppError('bad_request', 'The Expect header has an unknown expectation.');
    const { status, headers, text } = rawReply(error, newRequestId());
    response.writeHead(status, headers).end(text);
  });
}

/**
 * Refuses the bytes on a connection and closes it. Earlier pipelined requests are answered first, because clients match
 * responses by order (RFC 9112, section 9.3.2).
 */
function refuse(socket: Duplex, error: AppError, newRequestId: () => string): void {
  const response = responseOn(socket);
  // A request that is incomplete is the refused one.
  if (response?.req.complete === true) response.once('close', () => refuse(socket, error, newRequestId));
  else if (response?.headersSent === true || !socket.writable) socket.destroy();
  else end(socket, rawReply(error, newRequestId()));
}

function failureOf(error: NodeJS.ErrnoException): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The request headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return tooMuchFraming();
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

/**
 * Sends the last response on a connection. Node's timeouts no longer apply to it, so it is destroyed if the client
 * keeps it open.
 */
function end(socket: Duplex, { status, headers, text }: RawReply): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), lingering);
  socket.once('close', () => clearTimeout(timer));
}
