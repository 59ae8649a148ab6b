import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import { tooLarge } from '../../errors.ts';
import type { ArrivingBodies } from '../../limits/arriving-bodies.ts';
import { countContent } from '../framing.ts';
import { collect } from './collect.ts';
import { wantBody } from './expect.ts';

/** Dependencies of `readWhole` besides the request. */
interface WholeReading {
  readonly arriving: ArrivingBodies;
  readonly maxBytes: number;
  /** Makes the value of the body; what it throws becomes the error. */
  readonly parse: (bytes: Buffer) => unknown;
}

/** Gets an error, or the value of the body. */
type Done = (error: Error | null, body?: unknown) => void;

const what = 'The request body';

const cutOff = () => new AppError('bad_request', 'The request was cut off.');

/**
 * Reads and parses a body. Refuses one that is announced as too large, or for which there is no room, before it reads
 * anything. Calls `done` once. Not async: on the fastest path each promise is measurable.
 */
export function readWhole(request: FastifyRequest, { arriving, maxBytes, parse }: WholeReading, done: Done): void {
  const { raw } = request;
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  const announced = encoding === undefined ? Number(length ?? 0) : undefined;
  let free: () => void;
  try {
    if ((announced ?? 0) > maxBytes) throw tooLarge(what, maxBytes);
    // Its client may have left while it was recognised; then no event follows.
    if (raw.destroyed) throw cutOff();
    free = arriving.take(request, announced ?? maxBytes);
  } catch (error) {
    done(error as Error);
    return;
  }
  const collected = collect(what, maxBytes, announced);
  const stop = () => {
    raw.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    free();
  };
  const onData = (part: Buffer) => {
    try {
      collected.add(part);
      countContent(raw, part.length);
    } catch (error) {
      onError(error as Error);
    }
  };
  const onEnd = () => {
    stop();
    let body: unknown;
    try {
      body = parse(collected.bytes());
    } catch (error) {
      return done(error as Error);
    }
    done(null, body);
  };
  const onError = (error: Error) => {
    stop();
    done(error);
  };
  const onClose = () => onError(cutOff());
  raw.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  wantBody(raw);
}
