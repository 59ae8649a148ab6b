import type { FastifyReply } from 'fastify';
import type { Gone } from '../../storage/scan-queue.ts';

/** Tells whether the client of a request has left or has its answer: nobody waits then. */
export function whenGone({ raw, request }: FastifyReply): Gone {
  let made: AbortSignal | undefined;
  const isGone = () => raw.destroyed || request.raw.socket.destroyed;
  const signal = () => {
    const gone = new AbortController();
    if (isGone()) gone.abort(reason);
    else raw.once('close', () => gone.abort(reason));
    return gone.signal;
  };
  return {
    isGone,
    signal: () => {
      made ??= signal();
      return made;
    },
  };
}

/** Without one, each signal would create an error with its stack. */
const reason = 'The request has ended.';
