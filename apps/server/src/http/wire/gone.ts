import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the client's connection closes, or when the answer is sent: nobody waits then. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
