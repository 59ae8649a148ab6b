import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { mountRefusals } from '../refusals.ts';
import { isCurrent } from './conditional.ts';
import { sendVarying } from './varying.ts';

/** Finds the picture of a channel by its hash; undefined if the channel has another one, or none. */
export type FindPicture = (
  channelId: string,
  hash: string,
) => Promise<{ readonly type: string; readonly content: Buffer } | undefined>;

/**
 * Serves `/chat/{channel}/picture-{hash}` to every site. A picture is an upload: the headers keep a browser from
 * reading anything else in it. With `.js` it is a module whose default is the picture in base64, which the launcher
 * draws: a page with a Content Security Policy has allowed our scripts, and not our images.
 */
export function addPicture(app: FastifyInstance, find: FindPicture): void {
  const path = '/chat/:channel/picture-:hash';
  const schema = { hide: true };
  app.get<{ Params: { channel: string; hash: string } }>(path, { schema }, async (request, reply) => {
    const [, hash, end] = /^([0-9a-f]{32})(\.js)?$/.exec(request.params.hash) ?? [];
    const id = request.params.channel.replaceAll('\u0000', '\ufffd');
    const found = hash === undefined ? undefined : await find(id, hash);
    if (found === undefined) throw new AppError('channel_not_found', 'The channel has no such picture.');
    const tag = `"${hash}${end ?? ''}"`;
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': end === undefined ? found.type : 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: tag,
    });
    if (isCurrent(request, tag)) return reply.code(304).send();
    if (end === undefined) return reply.send(found.content);
    return sendVarying(request, reply, `export default "${found.content.toString('base64')}";`);
  });
  mountRefusals(app, [{ path, method: 'GET' }]);
}
