import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRefusals } from '../refusals.ts';

/** The name of the description in the folder of the package; the package's build writes it. */
const description = 'parley-sdk.json';

/** The built package of the TypeScript client, as its build describes it. */
interface Package {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball in the same folder. */
  readonly file: string;
  /** As in `package-lock.json`: `sha512-…`. */
  readonly integrity: string;
}

const unversioned = '/sdk/parley-sdk.tgz';

/**
 * Serves the TypeScript client of a folder to `npm install`, without credentials: the tarball under its own name and
 * under one without a version, and `/sdk/parley-sdk.json` with the version and integrity. Does nothing if `folder` is
 * undefined.
 */
export async function addSdk(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const { name, version, file, integrity } = JSON.parse(await readFile(join(folder, description), 'utf8')) as Package;
  const content = await readFile(join(folder, file));
  const versioned = `/sdk/${file}`;
  const facts = { success: true, data: { name, version, integrity, bytes: content.length, path: versioned } };
  // The client is the same for everybody, so the tag is its hash.
  const tag = `"${integrity}"`;
  const send = (caching: string, type: string, body: Buffer | string) => {
    return (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ 'cache-control': caching, etag: tag });
      if (isCurrent(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.header('content-type', type).send(body);
    };
  };
  const routes = {
    [unversioned]: send('public, no-cache', 'application/gzip', content),
    [versioned]: send('public, max-age=31536000, immutable', 'application/gzip', content),
    [`/sdk/${description}`]: send('public, no-cache', 'application/json; charset=utf-8', JSON.stringify(facts)),
  };
  for (const [path, handler] of Object.entries(routes)) app.get(path, { schema: { hide: true } }, handler);
  mountRefusals(
    app,
    Object.keys(routes).map((path) => ({ path, method: 'GET' })),
  );
}

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) contains the tag of a file, by weak comparison. */
function isCurrent(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((member) => member.trim().replace(/^W\//, '') === tag);
}
