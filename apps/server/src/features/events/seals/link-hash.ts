import { createHmac } from 'node:crypto';
import { perMs } from '../../../events/event-id.ts';
import type { LoggedEvent } from '../log.ts';
import type { Link } from './store.ts';

/** Positions of an hour. No link crosses its ends, so that none keeps events past their retention for longer. */
const hour = 60 * 60 * 1000 * perMs;

/** The end of the hour of a position: the first position after it. */
export const hourEnd = (position: number): number => (Math.floor(position / hour) + 1) * hour;

/**
 * The chain of an event: that of its workspace, or of its account. So a deleted workspace takes its chain along, and
 * breaks no other one.
 */
export const logOf = (event: Pick<LoggedEvent, 'workspace_id' | 'account_id'>): string =>
  event.workspace_id ?? event.account_id;

/** The hash of a link while its events are added, in their order. */
export interface LinkHash {
  add(event: LoggedEvent): void;
  /** Returns the hash of the link, in hex. `add` must not be called again. */
  end(link: Omit<Link, 'hash'>): string;
}

/** Starts the hash of a link: HMAC-SHA-256 over all columns of its events, and then its own with the link before. */
export function startHash(key: Uint8Array): LinkHash {
  const hmac = createHmac('sha256', key);
  // JSON in lines: no two lists of values have the same text.
  const add = (values: readonly unknown[]) => hmac.update(`${JSON.stringify(values)}\n`);
  return {
    add: (event) => {
      const { workspace_id, type, actor, data, changes, request_id, address, client } = event;
      const texts = [event.account_id, workspace_id, type, actor, data, changes, request_id, address, client];
      add(['event', Number(event.position), Number(event.created_at), ...texts]);
    },
    end: (link) => {
      const range = [link.first_position, link.position, link.events, link.sealed_at].map(Number);
      add(['link', link.account_id, link.log, link.previous, ...range]);
      return hmac.digest('hex');
    },
  };
}
