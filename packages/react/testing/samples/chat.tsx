import { ParleyChat } from '@parley/react';

/** `identity` comes from your server: see "Verified identity". */
export function Chat({ identity }: { identity?: string }) {
  return <ParleyChat host="https://HOST" channel="channel_…" identity={identity} />;
}
