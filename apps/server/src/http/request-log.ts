import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

declare module 'fastify' {
  interface FastifyRequest {
    /** When it came, by the process' own clock (`performance.now()`). */
    startedAt: number;
  }
}

/** A request that takes longer than this is logged whatever the setting, in milliseconds. */
const slow = 1_000;

/** With `sampled`, one request in this many is logged. */
const sampleOneIn = 100;

/** Which requests are logged beside the slow and the failed ones. */
export type RequestLogging = 'all' | 'sampled' | 'errors';

/** Writes requests and bugs to the log: never a header, a query or a body, where secrets could be. */
export interface RequestLog {
  /** Takes note of a reply that has been handed over for sending. */
  response(request: FastifyRequest, reply: FastifyReply): void;
  bug(requestId: string, cause: unknown): void;
}

/** Makes the request log. */
export function createRequestLog(logger: Logger, mode: RequestLogging): RequestLog {
  let seen = 0;
  return {
    response: (request, reply) => {
      const failed = reply.statusCode >= 500;
      const milliseconds = Math.round(performance.now() - request.startedAt);
      const isSlow = milliseconds > slow && request.routeOptions.config.endpoint?.patient !== true;
      seen += 1;
      if (!failed && !isSlow && mode !== 'all' && !(mode === 'sampled' && seen % sampleOneIn === 0)) return;
      const entry = {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        milliseconds,
        ...(request.principal && { principal: request.principal.id }),
      };
      if (failed) logger.error(entry, 'request failed');
      else if (isSlow) logger.warn(entry, 'slow request');
      else logger.info(entry, 'request');
    },
    bug: (requestId, cause) => logger.error({ requestId, err: cause }, 'unexpected error'),
  };
}
