import type { FastifyReply } from 'fastify';
import type { Gone } from '../../storage/scan-queue.ts';

/** Returns the signal of a request: aborted when the client's connection closes, or when the answer is sent. */
export function whenGone({ raw }: FastifyReply): Gone {
  let signal: AbortSignal | undefined;
  return () => {
    if (signal !== undefined) return signal;
    const gone = new AbortController();
    signal = gone.signal;
    if (raw.destroyed) gone.abort(reason);
    else raw.once('close', () => gone.abort(reason));
    return signal;
  };
}

/** Without one, each signal would create an error with its stack. */
const reason = 'The request has ended.';
