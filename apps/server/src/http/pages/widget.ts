import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../text/html/escape-html.ts';
import { mountRefusals } from '../refusals.ts';
import { addAssets } from './assets.ts';
import { addLauncher } from './launcher.ts';
import { pageHeaders } from './page-headers.ts';
import { addPicture, type FindPicture } from './picture.ts';
import { sendVarying } from './varying.ts';
import { addWidgetScript } from './widget-script.ts';

/** The parts of a page that each channel has of its own. */
export interface ChatPage {
  readonly title: string;
  /** The value of `frame-ancestors`: the origins that may embed the page. */
  readonly frameAncestors: string;
  /** Language of the chat: a code, or `auto` for the visitor’s. */
  readonly language: string;
  /** Public data of its launcher; null for none. */
  readonly launcher: object | null;
}

/** Dependencies of the widget. */
export interface WidgetNeeds {
  /** Finds what the page of a channel shows; undefined if there is no such channel. */
  look(channelId: string): Promise<ChatPage | undefined>;
  readonly picture: FindPicture;
  /** The origin of the instance. */
  readonly origin: string;
  /** The key by which the chat of a channel seals what a host page keeps for it, in base64. */
  keepingKey(channelId: string): string;
}

/** Placeholders in the built page for the channel's title and language, and the key of kept data. */
const placeholders = /__(?:TITLE|LANGUAGE|KEY)__/g;

/** A page without a channel shows that, wherever it is framed: there is nothing in it to protect. */
const unknown: ChatPage = { title: 'Chat', frameAncestors: '*', language: 'auto', launcher: null };

/**
 * Serves the built widget from a folder: the script of host pages, the chat of each channel at `/chat/{channel}`, its
 * launcher and its assets. Does nothing if `folder` is undefined.
 */
export async function addWidget(app: FastifyInstance, folder: string | undefined, needs: WidgetNeeds): Promise<void> {
  if (folder === undefined) return;
  await addWidgetScript(app, folder, needs.origin);
  await addAssets(app, {
    folder: join(folder, 'assets'),
    prefix: '/chat/assets/',
    // Host pages import parts of the loader and the launcher as modules from here.
    headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
  });
  await addLauncher(app, folder, needs.look);
  addPicture(app, needs.picture);
  const built = await readFile(join(folder, 'chat.html'), 'utf8');
  const path = '/chat/:channel';
  const schema = { hide: true };
  app.get<{ Params: { channel: string } }>(path, { schema }, async (request, reply) => {
    const { params, headers } = request;
    const id = params.channel.replaceAll('\u0000', '\ufffd');
    const found = await needs.look(id);
    const { title, frameAncestors, language } = found ?? unknown;
    const values: Readonly<Record<string, string>> = {
      __TITLE__: escapeHtml(title),
      __LANGUAGE__: escapeHtml(language),
      __KEY__: found === undefined ? '' : needs.keepingKey(id),
    };
    reply
      .code(found === undefined ? 404 : 200)
      .headers({ ...headersWith(frameAncestors), ...openerPolicy(headers['sec-fetch-site']) });
    const text = built.replace(placeholders, (name) => values[name] ?? '');
    return sendVarying(request, reply, text);
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

/**
 * A pop-out needs its opener, the chat in a frame, which is of the instance. Any other page that opens the chat is cut
 * off from it (decision 0079). Over plain http, where browsers don't say who asks, they ignore the policy anyway.
 */
const openerPolicy = (site: string | string[] | undefined): Record<string, string> => ({
  'cross-origin-opener-policy': site === 'same-origin' ? 'unsafe-none' : 'same-origin',
  vary: 'sec-fetch-site',
});
