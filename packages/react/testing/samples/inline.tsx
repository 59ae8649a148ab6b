import { ParleyInline } from '@parley/react';

export function Help() {
  return <ParleyInline host="https://HOST" channel="channel_…" style={{ height: 560 }} />;
}
