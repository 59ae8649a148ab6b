import { createHash } from 'node:crypto';
import type { Actor } from '../../../access/actor.ts';
import { retryIfStale } from '../../../access/retry-stale.ts';
import { invalid } from '../../../errors.ts';
import type { Statement } from '../../../storage/unit.ts';
import { createPresentation, getChannel } from '../access.ts';
import { failures, refusedChange } from '../failures.ts';
import type { ChannelNeeds } from '../needs.ts';
import type { Channel } from '../schema.ts';
import type { ChannelTarget, VersionedChannel } from '../service.ts';
import * as channelStore from '../store.ts';
import { readImage } from './image.ts';
import { pictureLimits, type StoredPicture } from './schema.ts';
import * as store from './store.ts';

export type Pictures = ReturnType<typeof createPictures>;

/** The pictures of channels on the web. */
export function createPictures({ db, now, record, publicUrl }: ChannelNeeds) {
  const { channelOf } = createPresentation(publicUrl);

  /** Changes the picture of a channel, and its bytes in the same unit of work. */
  const change = (
    actor: Actor,
    { id, ifMatch }: ChannelTarget,
    of: { readonly picture: StoredPicture | null; bytes(workspace: string): readonly Statement[] },
  ): Promise<VersionedChannel> =>
    retryIfStale(ifMatch, async () => {
      const { json, workspace, version } = await getChannel(db, actor, { id, permission: 'agents:write' });
      if (ifMatch !== undefined && !ifMatch.includes(version)) throw failures.conflict(version);
      const { agent, type } = JSON.parse(json) as Channel;
      if (type !== 'widget' && type !== 'page') throw invalid([{ path: 'id', message: 'is a channel without a chat' }]);
      const columns = { picture: of.picture && JSON.stringify(of.picture) };
      const { updated } = await db.write({
        // First: of two requests at the same moment, one finds another version, and reads again.
        updated: channelStore.update(db, workspace, { id, now: now(), versions: [version], columns }, refusedChange),
        removed: store.remove(db, workspace, id),
        bytes: of.bytes(workspace),
        event: record(actor, {
          type: 'channel.updated',
          workspace,
          data: { channel: id, agent, fields: ['picture'] },
        }),
      });
      const [row] = updated.rows;
      if (row === undefined) throw failures.noChannel();
      return { channel: channelOf(row.json), version: Number(row.version) };
    });

  return {
    /** Replaces the picture of a channel. Throws `validation_failed` for bytes that can't be one. */
    put: (actor: Actor, target: ChannelTarget, content: Buffer): Promise<VersionedChannel> => {
      const { type, width, height } = demandPicture(content);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
      return change(actor, target, {
        picture: { hash, type, width, height, bytes: content.length },
        bytes: (workspace) => [store.insert(db, workspace, { channel: target.id, hash, type, content })],
      });
    },

    /** Removes the picture of a channel, which may have none. */
    remove: (actor: Actor, target: ChannelTarget): Promise<VersionedChannel> =>
      change(actor, target, { picture: null, bytes: () => [] }),

    /** Finds a picture by the parts of its public address; undefined if it is no longer the channel's. */
    find: (channel: string, hash: string): Promise<store.PictureFile | undefined> => store.find(db, { channel, hash }),
  };
}

const wrong = (message: string) => invalid([{ path: 'file', message }]);

/** Reads the facts of a picture; throws `validation_failed` unless it may be shown. */
function demandPicture(content: Buffer) {
  const image = readImage(content);
  const { min, max } = pictureLimits;
  if (image === undefined) throw wrong('must be a PNG, JPEG or WebP picture');
  if (image.isAnimated) throw wrong('must not be animated');
  const { width, height } = image;
  if (Math.min(width, height) < min || Math.max(width, height) > max)
    throw wrong(`must be ${min} to ${max} pixels wide and high, and is ${width} × ${height}`);
  return image;
}
