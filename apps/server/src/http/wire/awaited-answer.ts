import type { FastifyReply } from 'fastify';
import type { AppError } from '../../errors.ts';
import { type AwaitedAnswer, cutOff } from '../../storage/scans/scan-queue.ts';

/**
 * Tells a read about the answer to its request. The answer is no longer awaited if the client's connection is closed or
 * the answer is sent. `refusal` returns an error if the answer could not be sent now.
 */
export function awaitedAnswer({ raw, request }: FastifyReply, refusal: () => AppError | undefined): AwaitedAnswer {
  const isGone = () => raw.destroyed || request.raw.socket.destroyed;
  let made: AbortSignal | undefined;
  const signal = () => {
    const gone = new AbortController();
    if (isGone()) gone.abort(reason);
    else raw.once('close', () => gone.abort(reason));
    return gone.signal;
  };
  return {
    refusal: () => (isGone() ? cutOff() : refusal()),
    gone: () => {
      made ??= signal();
      return made;
    },
  };
}

/** Without one, each signal would create an error with its stack. */
const reason = 'The request has ended.';
