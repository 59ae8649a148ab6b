import { parseUrl } from '../../../parse-url.ts';
import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import type { Place, SendContext, SettingValues } from '../../../platforms/messenger.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { type ChannelSecrets, openSettings, validSecrets } from '../settings/secrets.ts';

/** A channel as its row has it: the JSON of its settings, and its sealed secrets. */
interface ChannelColumns {
  readonly channel: string;
  readonly type: string;
  readonly settings: string;
  readonly secrets: string;
}

/** Dependencies of messengers that sending needs. */
export type SendNeeds = Pick<MessengerNeeds, 'secrets' | 'outbound' | 'now' | 'origins'>;

/** Creates the context with which the kind of a channel talks with its platform. */
export function sendContext(
  { secrets, outbound, now, origins }: SendNeeds,
  { type, ...columns }: ChannelColumns,
  signal?: AbortSignal,
): SendContext {
  return openedContext({ outbound, now, origins }, { type, ...openSettings(secrets, columns) }, signal);
}

/** The same, for settings that are opened or aren't stored. */
export function openedContext(
  { outbound, now, origins }: Omit<SendNeeds, 'secrets'>,
  {
    type,
    settings,
    secrets,
  }: { readonly type: string; readonly settings: SettingValues; readonly secrets: ChannelSecrets },
  signal?: AbortSignal,
): SendContext {
  const time = now();
  return {
    settings,
    secrets: validSecrets(secrets, time),
    origin: origins[type] ?? kindOf(type as ChannelType).messenger?.origin ?? '',
    ...{ fetch: outbound.fetch, connect: outbound.connect, now: time, signal },
  };
}

/** Address whose failures jobs of a channel wait for: the server that its owner names, or else the channel itself. */
export function addressOf(
  { channel }: Pick<ChannelColumns, 'channel'>,
  { settings }: Pick<SendContext, 'settings'>,
): string {
  const { url } = settings;
  return (typeof url === 'string' ? parseUrl(url)?.origin : undefined) ?? channel;
}

/** A channel as its platform is to know it. */
export const placeOf = (
  publicUrl: string,
  { channel, name }: { readonly channel: string; readonly name: string },
): Place => ({ channel, name, inbound: `${publicUrl}/api/channels/${channel}/inbound` });
