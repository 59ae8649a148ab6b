import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRefusals } from '../refusals.ts';
import { pageHeaders } from './page-headers.ts';

/** The paths of the dashboard's own pages. They answer its one HTML page, in which the browser finds the right one. */
const pages = [
  ...['/', '/setup', '/join', '/sign-in'],
  ...['/agents', '/conversations', '/settings'].flatMap((path) => [path, `${path}/*`]),
];

/** Stands in the built page where each reply's own nonce goes; `vite.config.ts` of the dashboard names the same. */
const noncePlaceholder = '__CSP_NONCE__';

/** In milliseconds. Assets carry a hash of their content in their name, so a copy never grows old. */
const year = 365 * 24 * 60 * 60 * 1000;

/**
 * Serves the built dashboard of a folder: its page at its own paths, its assets under `/assets/`.
 * Nothing where there is no folder: the API works without the dashboard.
 */
export async function addDashboard(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const parts = (await readFile(join(folder, 'index.html'), 'utf8')).split(noncePlaceholder);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    // A route for each file that is there: anything else is an unknown path as everywhere.
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
 * Scripts come from our own assets only and never from the page's text; styles also from elements that carry the reply's
 * nonce, which the component library makes for its variables. Nothing is loaded from anywhere else.
 */
const headersWith = (nonce: string): Record<string, string> =>
  pageHeaders({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
