import { createHmac } from 'node:crypto';
import { perMs } from '../../../events/event-id.ts';
import type { Link, SealedEvent } from './store.ts';

/** Positions of an hour. No link crosses its ends, so that none keeps events past their retention for longer. */
const hour = 60 * 60 * 1000 * perMs;

/** The end of the hour of a position: the first position after it. */
export const hourEnd = (position: number): number => (Math.floor(position / hour) + 1) * hour;

/** The hash of a link while its events are added, in their order. */
export interface LinkHash {
  add(event: SealedEvent): void;
  /** Returns the hash of the link, in hex. `add` must not be called again. */
  end(link: Omit<Link, 'hash'>): string;
}

/** Starts the hash of a link: HMAC-SHA-256 over all columns of its events, and then its own with the link before. */
export function startHash(key: Uint8Array): LinkHash {
  const hmac = createHmac('sha256', key);
  return {
    // A text says where it ends, so no two lists of events have the same one.
    add: ({ whole }) => void hmac.update(whole),
    end: (link) => {
      const range = [link.first_position, link.position, link.events, link.sealed_at].map(Number);
      const values = ['link', link.account_id, link.log, link.previous, ...range];
      return hmac.update(`${JSON.stringify(values)}\n`).digest('hex');
    },
  };
}
