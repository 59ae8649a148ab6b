import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import Negotiator from 'negotiator';
import type { AppError } from '../../errors.ts';
import { mountRefusals } from '../refusals.ts';
import { addAssets } from './assets.ts';
import { pageHeaders } from './page-headers.ts';
import { sendVarying } from './varying.ts';

/** The paths of the dashboard's pages. All return its one HTML page; the browser routes by path. */
const pages = [
  ...['/', '/setup', '/join', '/sign-in', '/forgot-password', '/reset-password', '/approve'],
  ...['/agents', '/knowledge', '/tools', '/approvals', '/conversations', '/settings'].flatMap((path) => [
    path,
    `${path}/*`,
  ]),
];

/** Placeholder in the built page for each response's nonce; the dashboard's `vite.config.ts` uses the same. */
const noncePlaceholder = '__CSP_NONCE__';

/**
 * Serves the built dashboard from a folder: its page at its own paths, and with status 404 to browsers at unknown ones;
 * its assets under `/assets/`. Does nothing if `folder` is undefined: the API works without the dashboard.
 */
export async function addDashboard(
  app: FastifyInstance,
  folder: string | undefined,
  missing: (url: string) => AppError,
): Promise<void> {
  if (folder === undefined) return;
  const parts = (await readFile(join(folder, 'index.html'), 'utf8')).split(noncePlaceholder);
  await addAssets(app, { folder: join(folder, 'assets'), prefix: '/assets/' });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    return sendVarying(request, reply.headers(headersWith(nonce)), parts.join(nonce));
  };
  app.missingPage = (request, reply) => {
    if (!asksForPage(request)) return false;
    void answer(request, reply.code(404));
    return true;
  };
  const route = { schema: { hide: true }, onRequest: onlyForReaders(missing) };
  for (const path of pages) app.get(path, route, answer);
  mountRefusals(
    app,
    pages.map((path) => ({ path, method: 'GET' })),
  );
}

/**
 * Refuses programs that take no HTML, such as one that has left out `/api` of `/api/agents`: a page would look like
 * success to it. `missing` makes the error of a path without a route.
 */
const onlyForReaders =
  (missing: (url: string) => AppError): onRequestHookHandler =>
  (request, _reply, done) =>
    done(new Negotiator(request.raw).mediaType(['text/html']) === undefined ? missing(request.url) : undefined);

/** The paths whose callers are programs, or whose files have names: an unknown one is no page of the dashboard. */
const notPages = /^\/(api|assets|chat|sdk|\.well-known)(\/|$)/;

/** True if a browser asks for a page at an unknown path: the dashboard then says so, instead of JSON. */
function asksForPage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1);
  if (!['GET', 'HEAD'].includes(request.method) || notPages.test(path)) return false;
  return new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html';
}

/**
 * Only scripts from our assets run, and the page's own one with the response's nonce: it sets the colours before the
 * first paint. Styles may also come from elements with the nonce, which the component library creates for its
 * variables. Nothing is loaded from other servers.
 */
const headersWith = (nonce: string): Record<string, string> =>
  pageHeaders({
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    // The preview of a chat.
    'frame-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
