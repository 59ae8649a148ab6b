import { createHash } from 'node:crypto';
import { secretNamesOf } from '../../platforms/kind.ts';
import { type ChannelType, kindOf } from '../../platforms/kinds.ts';
import type { SendContext } from '../../platforms/messenger.ts';
import type { RoomMessenger } from '../../platforms/room.ts';
import type { Database } from '../../storage/database.ts';
import { find } from './connecting/store.ts';
import { placeOf, type SendNeeds, sendContext } from './delivery/send-context.ts';

/** A channel whose platform has rooms. */
export interface RoomChannel {
  readonly id: string;
  readonly type: ChannelType;
  /** Name of its kind, such as `Slack`. */
  readonly title: string;
  readonly isOn: boolean;
  readonly room: RoomMessenger<SendContext>;
  readonly context: SendContext;
  /** Digest of the secrets that its team has entered: who knows them can press in anyone's name. */
  readonly credentials: string;
  /** Makes the platform send presses, too: a channel of an earlier version gets only messages. */
  connect(): Promise<void>;
}

/** Dependencies of finding the channel of a room. */
export interface RoomChannelNeeds extends SendNeeds {
  readonly db: Database;
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
}

/** Creates the function that finds a channel of a workspace whose platform has rooms; undefined for another one. */
export const createRoomChannels =
  ({ db, publicUrl, ...needs }: RoomChannelNeeds) =>
  async (workspace: string, id: string, signal?: AbortSignal): Promise<RoomChannel | undefined> => {
    const found = await find(db, workspace, id);
    const kind = found && kindOf(found.type as ChannelType);
    const room = kind?.messenger?.room;
    if (found === undefined || kind === undefined || room === undefined) return undefined;
    const context = sendContext(needs, { ...found, channel: id }, signal);
    const secret = secretNamesOf(kind.settings).map((name) => context.settings[name] ?? null);
    return {
      ...{ id, type: found.type as ChannelType, title: kind.title, isOn: found.status !== 'inactive', room, context },
      credentials: createHash('sha256').update(JSON.stringify(secret)).digest('hex'),
      connect: async () => kind.messenger?.connect?.(placeOf(publicUrl, { channel: id, name: found.name }), context),
    };
  };
