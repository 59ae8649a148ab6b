import { type ChannelType, kindOf } from './kinds/kinds.ts';
import type { Place, SendContext } from './kinds/messenger.ts';
import type { MessengerNeeds } from './messenger-needs.ts';
import { openSettings, validSecrets } from './secrets.ts';

/** A channel as its row has it: the JSON of its settings, and its sealed secrets. */
interface ChannelColumns {
  readonly type: string;
  readonly settings: string;
  readonly secrets: string;
}

/** What sending takes of the needs of messengers. */
export type SendNeeds = Pick<MessengerNeeds, 'secrets' | 'outbound' | 'now' | 'origins'>;

/** What the kind of a channel talks with its platform with. */
export function sendContext(
  { secrets, outbound, now, origins }: SendNeeds,
  { type, ...columns }: ChannelColumns,
  signal?: AbortSignal,
): SendContext {
  const read = openSettings(secrets, columns);
  const time = now();
  return {
    settings: read.settings,
    secrets: validSecrets(read.secrets, time),
    origin: origins[type] ?? kindOf(type as ChannelType).messenger?.origin ?? '',
    ...{ fetch: outbound.fetch, connect: outbound.connect, now: time, signal },
  };
}

/** A channel as its platform is to know it. */
export const placeOf = (
  publicUrl: string,
  { channel, name }: { readonly channel: string; readonly name: string },
): Place => ({ channel, name, inbound: `${publicUrl}/api/channels/${channel}/inbound` });
