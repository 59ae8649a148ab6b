import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { mountRefusals } from './mount.ts';

/** Adds `/healthz` (the process is alive) and `/readyz` (it can serve: the database answers, no shutdown has begun). */
export function addHealth(app: FastifyInstance, { check }: { check: () => Promise<void> }): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', () => ({ success: true, data: { status: 'ok' } }));
  app.get('/readyz', async () => {
    if (closing) throw new AppError('unavailable', 'The service is shutting down.', { retryAfter: 1 });
    await check();
    return { success: true, data: { status: 'ready' } };
  });
  mountRefusals(app, [
    { path: '/healthz', method: 'GET' },
    { path: '/readyz', method: 'GET' },
    { path: '/api/openapi.json', method: 'GET' },
  ]);
}
