import type { FastifyInstance, HTTPMethods } from 'fastify';
import { HttpError } from './errors.ts';

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Adds routes that answer 405 with `Allow` (RFC 9110, section 15.5.6) for the methods that a path doesn't support. */
export function mountRefusals(app: FastifyInstance, endpoints: readonly { path: string; method: string }[]): void {
  const allowed = new Map<string, Set<string>>();
  for (const { path, method } of endpoints) {
    const methods = allowed.get(path) ?? new Set();
    allowed.set(path, methods.add(method));
    if (method === 'GET') methods.add('HEAD');
  }
  for (const [url, methods] of allowed) {
    const allow = [...methods].join(', ');
    const refused: HTTPMethods[] = everyMethod.filter((method) => !methods.has(method));
    app.route({
      method: refused,
      url,
      schema: { hide: true },
      onRequest: (_request, _reply, done) => {
        done(new HttpError('method_not_allowed', `This path allows ${allow} only.`, { allow }));
      },
      handler: () => undefined,
    });
  }
}
