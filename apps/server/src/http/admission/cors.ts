import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { parseUrl } from '../../parse-url.ts';

const setting = 'PARLEY_CORS_ORIGINS';

/** Reads the origins whose pages may call the API with an API key. Adds a sentence to `problems` if one is wrong. */
export function readCorsOrigins(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): string[] {
  const origins = (environment[setting] ?? '').split(',').flatMap((part) => part.trim() || []);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (origins.includes('*')) {
    problems.push(`${setting}: must not be *; name each origin whose pages may have an API key`);
  } else if (wrong !== undefined) {
    problems.push(`${setting}: must be origins without a path, separated by commas, such as https://app.example.com`);
  }
  return origins;
}

/** True if it is written as browsers send it: lower case, no path, no default port. */
function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text;
}

/** Seconds for which a browser keeps the answer to a preflight; Chromium keeps none longer. */
const maxAge = 7_200;

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** The headers of requests that the clients send. */
const sent = 'authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id';

/** The headers of replies that a page may read, beside those that every page may (Fetch, CORS-safelisted). */
const exposed = [
  ...['ETag', 'Location', 'X-Request-Id', 'Idempotent-Replayed', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Deprecation', 'Sunset'],
  ...['Content-Disposition', 'WWW-Authenticate'],
].join(', ');

const isOfApi = ({ url = '' }: IncomingMessage) => url.startsWith('/api/');

/**
 * Lets pages of these origins call the API with an API key (Fetch, CORS protocol): their preflights are answered, and
 * every reply to a request with a key allows its origin, streams and errors too. Cookies are never allowed, so a session
 * stays with the dashboard's own pages. `@fastify/cors` would add its headers to requests without a key as well, and
 * none to replies that Node sends directly, such as streams.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  const originOf = ({ headers: { origin = '' } }: IncomingMessage) => (allowed.has(origin) ? origin : undefined);
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isOfApi(request)) return;
    response.setHeader('Vary', 'Origin');
    const origin = originOf(request);
    if (origin === undefined || request.headers.authorization === undefined) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', exposed);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const origin = originOf(request.raw);
    if (origin === undefined || !isOfApi(request.raw) || !isPreflight(request.raw)) return done();
    reply.hijack();
    reply.raw
      .writeHead(204, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': sent,
        'access-control-max-age': String(maxAge),
        'x-request-id': request.id,
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      })
      .end();
  });
}

/** True if a browser asks whether it may send a request with an API key. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  const names = headers['access-control-request-headers'] ?? '';
  return names.split(',').some((name) => name.trim().toLowerCase() === 'authorization');
}
