import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { mountRefusals } from '../refusals.ts';
import { prepareFile } from './varying.ts';

/** Placeholder in the built script for the origin of the instance; `loader/options.ts` of the widget uses the same. */
const originPlaceholder = '__PARLEY_HOST__';

/** Cache lifetimes: the script has one name for all versions, and another one for each. */
const lifetimes = { any: 'public, max-age=300', one: 'public, max-age=31536000, immutable' } as const;

/**
 * Serves the script of host pages: at `/widget.js` the newest one, and at `/widget.{hash}.js` these very bytes, for
 * pages that check them (Subresource Integrity). `/widget.json` names that address and its hash. The bytes depend on
 * the build and on `origin` alone.
 */
export async function addWidgetScript(app: FastifyInstance, folder: string, origin: string): Promise<void> {
  const text = (await readFile(join(folder, 'widget.js'), 'utf8')).replaceAll(originPlaceholder, origin);
  const plain = Buffer.from(text);
  const sendFile = prepareFile({ load: () => plain, plain: () => plain });
  const name = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  const send = (request: FastifyRequest, reply: FastifyReply, lifetime: string) =>
    sendFile(request, reply, {
      'cache-control': lifetime,
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      // Module scripts, `crossorigin` and `integrity` need it.
      'access-control-allow-origin': '*',
    });
  const integrity = `sha384-${createHash('sha384').update(plain).digest('base64')}`;
  const versioned = { url: `${origin}/widget.${name}.js`, integrity };
  const schema = { hide: true };
  app.get('/widget.js', { schema }, (request, reply) => send(request, reply, lifetimes.any));
  app.get('/widget.json', { schema }, (_request, reply) =>
    reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }).send(versioned),
  );
  app.get<{ Params: { hash: string } }>('/widget.:hash.js', { schema }, (request, reply) => {
    if (request.params.hash === name) return send(request, reply, lifetimes.one);
    throw new AppError('route_not_found', 'This version of the widget is no longer served.', {
      hint: `${versioned.url} is the current one, and its integrity is ${integrity}.`,
    });
  });
  mountRefusals(
    app,
    ['/widget.js', '/widget.json', '/widget.:hash.js'].map((path) => ({ path, method: 'GET' })),
  );
}
