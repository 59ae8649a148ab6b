import cluster from 'node:cluster';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { tokenDigest } from './secrets.ts';

/** Adds `/metrics` in Prometheus' text format, for whoever sends the token as a bearer; nothing where there is no token. */
export function addMetrics(app: FastifyInstance, token: string | undefined): void {
  if (token === undefined) return;
  const registry = new Registry();
  // Each answer is of the one process that gives it.
  if (cluster.worker !== undefined) registry.setDefaultLabels({ worker: cluster.worker.id });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  const expected = Buffer.from(tokenDigest(token));
  app.get('/metrics', async (request, reply) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(Buffer.from(tokenDigest(given)), expected)) {
      throw new AppError('missing_api_key', 'The metrics are for whoever sends the metrics token as a bearer.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
