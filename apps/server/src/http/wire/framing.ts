import type { IncomingMessage, Server } from 'node:http';
import type { AppError } from '../../errors.ts';
import { ClosingError } from '../errors.ts';

/**
 * Max bytes of a chunked body beside its content (RFC 9112, section 7.1): sizes, extensions and trailers. They may be
 * half of the content, for a client that sends small chunks, and so many bytes: what is read from a connection at a
 * time, twice, because it may belong to the next request.
 */
const framingLimit = { bytes: 128 * 1024, share: 0.5 } as const;

/** A chunked body that arrives. */
interface Arriving {
  /** Bytes that its connection had received when it began. */
  readonly before: number;
  /** Bytes of content that were read. */
  content: number;
}

const arriving = new WeakMap<IncomingMessage, Arriving>();

/** Notes where each chunked body begins. Node bounds the extensions of a chunk and the trailers, but not their sum. */
export function watchFraming(server: Server): void {
  server.on('request', (request: IncomingMessage) => {
    if (request.headers['transfer-encoding'] === undefined) return;
    arriving.set(request, { before: request.socket.bytesRead, content: 0 });
  });
}

/** True if the framing that has arrived of a body is too large for its content. */
export function hasTooMuchFraming(request: IncomingMessage): boolean {
  const body = arriving.get(request);
  if (body === undefined || request.complete) return false;
  const content = body.content + request.readableLength;
  return request.socket.bytesRead - body.before > content * (1 + framingLimit.share) + framingLimit.bytes;
}

/** Counts content that was read of a body. Throws `payload_too_large` if there is too much around it. */
export function countContent(request: IncomingMessage, bytes: number): void {
  const body = arriving.get(request);
  if (body === undefined) return;
  body.content += bytes;
  if (hasTooMuchFraming(request)) throw tooMuchFraming();
}

/** Returns the refusal of such a body. */
export const tooMuchFraming = (): AppError =>
  new ClosingError('payload_too_large', 'The chunk sizes and extensions of the request body are too large.');
