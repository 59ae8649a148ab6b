import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Features } from '../../src/app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { createHealth } from '../../src/http/health.ts';

/** A method and a path as registered in the router. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** The endpoints of a service, as declared. */
export const endpointsOf = (features: Features): readonly Endpoint[] => [
  ...features.endpoints,
  ...createHealth(async () => undefined).endpoints,
];

/** The other routes, each a plain route of `http/`. */
export const plainRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/docs' },
  { method: 'GET', path: '/docs/errors' },
  { method: 'GET', path: '/docs/errors.md' },
  { method: 'GET', path: '/docs/operations.md' },
  { method: 'GET', path: '/llms.txt' },
  { method: 'GET', path: '/robots.txt' },
  { method: 'GET', path: '/metrics' },
  // The pages at which people connect accounts to tools.
  { method: 'GET', path: '/connect/:token' },
  { method: 'POST', path: '/connect/:token' },
  { method: 'GET', path: '/connect/callback' },
];

/**
 * Records every route that any Fastify instance of this process gets from now on. Call it before the service starts.
 * Fastify announces its instances on the channel `fastify.initialization`.
 */
export function watchRoutes(): (app: FastifyInstance) => readonly Route[] {
  const routes = new WeakMap<FastifyInstance, Route[]>();
  subscribe('fastify.initialization', (message) => {
    const { fastify: app } = message as { fastify: FastifyInstance };
    const seen: Route[] = [];
    routes.set(app, seen);
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) seen.push({ method: each, path: url });
    });
  });
  return (app) => routes.get(app) ?? [];
}
