import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRefusals } from '../refusals.ts';
import { pageHeaders } from './page-headers.ts';

/** The paths of the dashboard's pages. All return its one HTML page; the browser routes by path. */
const pages = [
  ...['/', '/setup', '/join', '/sign-in', '/forgot-password', '/reset-password'],
  ...['/agents', '/knowledge', '/conversations', '/settings'].flatMap((path) => [path, `${path}/*`]),
];

/** Placeholder in the built page for each response's nonce; the dashboard's `vite.config.ts` uses the same. */
const noncePlaceholder = '__CSP_NONCE__';

/** One year in ms. Asset names contain a content hash, so a cached copy never becomes stale. */
const year = 365 * 24 * 60 * 60 * 1000;

/**
 * Serves the built dashboard from a folder: its page at its own paths, its assets under `/assets/`. Does nothing if
 * `folder` is undefined: the API works without the dashboard.
 */
export async function addDashboard(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const parts = (await readFile(join(folder, 'index.html'), 'utf8')).split(noncePlaceholder);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    // One route per existing file, so that any other path is an unknown path.
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: year,
  });
  const answer = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    return reply.headers(headersWith(nonce)).send(parts.join(nonce));
  };
  for (const path of pages) app.get(path, { schema: { hide: true } }, answer);
  mountRefusals(
    app,
    pages.map((path) => ({ path, method: 'GET' })),
  );
}

/**
 * Only scripts from our assets run, never inline ones. Styles may also come from elements with the response's nonce,
 * which the component library creates for its variables. Nothing is loaded from other servers.
 */
const headersWith = (nonce: string): Record<string, string> =>
  pageHeaders({
    'default-src': "'none'",
    'script-src': "'self'",
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
