import type { Channel } from '@parley/sdk';

/** True if a kind is a chat on the web, which has an editor with a preview. */
export const isWeb = (type: string): boolean => type === 'widget' || type === 'page';

/** Labels of the statuses of a channel. */
export const stateLabels: Readonly<Record<Channel['status'], string>> = {
  active: 'Connected',
  inactive: 'Switched off',
  error: 'Error',
};

/** Returns the status of a kind's channels together: `error` if any has one, then `active` if any is on. */
export function stateOfKind(channels: readonly Pick<Channel, 'status'>[]): Channel['status'] | 'none' {
  const states = (['error', 'active', 'inactive'] as const).find((state) =>
    channels.some(({ status }) => status === state),
  );
  return states ?? 'none';
}

/** The addresses of a channel, as people call them. */
const urlLabels: Readonly<Record<string, string>> = {
  page: 'Chat page',
  script: 'Widget script',
  inbound: 'Address for incoming messages',
};

export interface NamedUrl {
  readonly name: string;
  readonly label: string;
  readonly url: string;
}

/** The addresses of a channel in the order of its kind. */
export function urlsOf(urls: Channel['urls'], names: readonly string[]): NamedUrl[] {
  const byName: Readonly<Record<string, string | undefined>> = { ...urls };
  return names.flatMap((name) => {
    const url = byName[name];
    return url === undefined ? [] : [{ name, label: urlLabels[name] ?? name, url }];
  });
}
