import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRefusals } from '../refusals.ts';
import { isCurrent, takesGzip } from './conditional.ts';
import { pageHeaders } from './page-headers.ts';

/** The parts of a page that each channel has of its own. */
export interface ChatPage {
  readonly title: string;
  /** The value of `frame-ancestors`: the origins that may embed the page. */
  readonly frameAncestors: string;
}

/** Finds what the page of a channel shows; undefined if there is no such channel. */
export type LookUpChat = (channelId: string) => Promise<ChatPage | undefined>;

/** One year in ms. Asset names contain a content hash, so a cached copy never becomes stale. */
const year = 365 * 24 * 60 * 60 * 1000;

/** Placeholder in the built page for the channel's title. */
const titlePlaceholder = '__TITLE__';

/** A page without a channel shows that, wherever it is framed: there is nothing in it to protect. */
const unknown: ChatPage = { title: 'Chat', frameAncestors: '*' };

/**
 * Serves the built widget from a folder: the script of host pages at `/widget.js`, the chat of each channel at
 * `/chat/{channel}` and its assets. Does nothing if `folder` is undefined.
 */
export async function addWidget(app: FastifyInstance, folder: string | undefined, look: LookUpChat): Promise<void> {
  if (folder === undefined) return;
  await addScript(app, folder);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/chat/assets/',
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: year,
    // The dashboard's assets have decorated the replies already.
    decorateReply: false,
  });
  const [before = '', after = ''] = (await readFile(join(folder, 'chat.html'), 'utf8')).split(titlePlaceholder);
  const path = '/chat/:channel';
  const schema = { hide: true };
  app.get<{ Params: { channel: string } }>(path, { schema }, async ({ params }, reply) => {
    const found = await look(params.channel.replaceAll('\u0000', '\ufffd'));
    const { title, frameAncestors } = found ?? unknown;
    return reply
      .code(found === undefined ? 404 : 200)
      .headers(headersWith(frameAncestors))
      .send(`${before}${escapeHtml(title)}${after}`);
  });
  mountRefusals(app, [{ path, method: 'GET' }]);
}

/** The same for all channels, so that it is cached once: its tag is its hash. */
async function addScript(app: FastifyInstance, folder: string): Promise<void> {
  const [plain, packed] = await Promise.all(['widget.js', 'widget.js.gz'].map((name) => readFile(join(folder, name))));
  const tag = `"${createHash('sha256')
    .update(plain ?? '')
    .digest('base64url')}"`;
  const path = '/widget.js';
  app.get(path, { schema: { hide: true } }, (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      // Weak: both encodings have it.
      etag: `W/${tag}`,
      vary: 'accept-encoding',
    });
    if (isCurrent(request, tag)) return reply.code(304).send();
    if (!takesGzip(request)) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(packed);
  });
  mountRefusals(app, [{ path, method: 'GET' }]);
}

/**
 * Only scripts and styles from our assets, and requests to our API. Strings become elements in one place only, the
 * sanitiser, whose policy for Trusted Types is named.
 */
const headersWith = (frameAncestors: string): Record<string, string> => ({
  ...pageHeaders({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'dompurify',
    'frame-ancestors': frameAncestors,
  }),
  'x-robots-tag': 'noindex',
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
