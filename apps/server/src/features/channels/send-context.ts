import type { SendContext, SettingValues } from './kinds/messenger.ts';
import type { MessengerNeeds } from './messenger-needs.ts';
import { readSecrets, validSecrets } from './secrets.ts';

/** A channel as its row has it: the JSON of its settings, and its sealed secrets. */
interface ChannelColumns {
  readonly settings: string;
  readonly secrets: string;
}

/** What the kind of a channel sends with. */
export function sendContext(
  { secrets, outbound, now }: Pick<MessengerNeeds, 'secrets' | 'outbound' | 'now'>,
  channel: ChannelColumns,
  signal?: AbortSignal,
): SendContext {
  const sealed = readSecrets(secrets, channel.secrets);
  const time = now();
  return {
    settings: { ...(JSON.parse(channel.settings) as SettingValues), ...sealed.settings },
    secrets: validSecrets(sealed, time),
    ...{ fetch: outbound.fetch, now: time, signal },
  };
}
