import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestIds } from '../../replies/reply-report.ts';
import { traceIdOf } from './trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, by `performance.now()` in ms. */
    startedAt: number;
  }
}

/** Requests that take longer, in ms, are logged with every setting. */
const slow = 1_000;

/** With `sampled`, one in this many requests is logged. */
const sampleOneIn = 100;

/** Which requests are logged besides slow and failed ones. */
export type RequestLogging = 'all' | 'sampled' | 'errors';

/** Logs requests and bugs; never headers, queries or bodies, which may contain secrets. */
export interface RequestLog {
  /** Logs a response that has been passed on for sending. */
  response(request: FastifyRequest, reply: FastifyReply): void;
  bug(request: FastifyRequest, cause: unknown): void;
}

/** Creates the request log. */
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
        ...idsOf(request),
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
    bug: (request, cause) => logger.error({ ...idsOf(request), err: cause }, 'unexpected error'),
  };
}

/** The IDs of a request, and of its trace if it has one. */
function idsOf({ id, headers }: FastifyRequest): RequestIds {
  const traceId = traceIdOf(headers);
  return { requestId: id, ...(traceId !== undefined && { traceId }) };
}
