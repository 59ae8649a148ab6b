import { open, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { type Encoding, encodingOf, varyWith } from '../wire/compression.ts';
import { isCurrent } from './conditional.ts';

/** The assets of a built page. */
export interface Assets {
  /** The folder that has them, without folders in it. */
  readonly folder: string;
  /** The beginning of their paths, such as `/assets/`. */
  readonly prefix: string;
  /** Headers of each response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Content types by extension. A file with another one isn't served, such as a compressed copy under its own name. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Extensions of compressed copies, which lie beside their file. */
const copies: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Asset names contain a content hash, so a cached copy never becomes stale. */
const forever = 'public, max-age=31536000, immutable';

/**
 * Serves the files that a folder has now, compressed if there is such a copy. One route serves all: a route for each
 * file took a tenth of a start.
 */
export async function addAssets(app: FastifyInstance, { folder, prefix, headers }: Assets): Promise<void> {
  const names = new Set(await readdir(folder));
  app.get<{ Params: { '*': string } }>(`${prefix}*`, { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    const type = types[extname(name)];
    if (type === undefined || !names.has(name)) throw missing();
    const tag = `"${name}"`;
    // Weak: every encoding has it.
    reply.headers({ ...headers, 'cache-control': forever, 'content-type': type, etag: `W/${tag}` });
    if (app.compresses) reply.header('vary', varyWith(reply.getHeader('vary') ?? reply.raw.getHeader('vary')));
    if (isCurrent(request, tag)) return reply.code(304).send();
    const encoding = encodingOf(request);
    const copy = encoding && `${name}${copies[encoding]}`;
    const isCopied = copy !== undefined && names.has(copy);
    const file = await open(join(folder, isCopied ? copy : name)).catch(() => {
      // Another build has replaced the folder.
      throw missing();
    });
    const { size } = await file.stat();
    if (isCopied) reply.header('content-encoding', encoding);
    return reply.header('content-length', size).send(file.createReadStream());
  });
}

const missing = () => new AppError('route_not_found', 'There is no such file in this version of the page.');
