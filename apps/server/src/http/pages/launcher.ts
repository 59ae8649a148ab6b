import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { mountRefusals } from '../refusals.ts';
import { isCurrent } from './conditional.ts';
import { sendVarying } from './varying.ts';

/** Placeholder in the built module for the data of a launcher; `loader/launcher/settings.ts` of the widget reads it. */
const placeholder = '__SETTINGS__';

/**
 * Serves `/chat/{channel}/launcher.js`: a module with the public data of a launcher, which the script of a host page
 * imports. A module, not JSON: a page with a Content Security Policy has allowed our scripts, and not our responses.
 */
export async function addLauncher(
  app: FastifyInstance,
  folder: string,
  look: (channelId: string) => Promise<{ readonly launcher: object | null } | undefined>,
): Promise<void> {
  const built = await readFile(join(folder, 'launcher.js'), 'utf8');
  const path = '/chat/:channel/launcher.js';
  const schema = { hide: true };
  app.get<{ Params: { channel: string } }>(path, { schema }, async (request, reply) => {
    const found = await look(request.params.channel.replaceAll('\u0000', '\ufffd'));
    if (found === undefined) throw new AppError('channel_not_found', 'There is no such channel.');
    const text = built.replace(placeholder, () => JSON.stringify(found.launcher));
    const tag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    reply.headers({
      'cache-control': 'public, max-age=300',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      // Weak: every encoding has it.
      etag: `W/${tag}`,
    });
    return isCurrent(request, tag) ? reply.code(304).send() : sendVarying(request, reply, text);
  });
  mountRefusals(app, [{ path, method: 'GET' }]);
}
