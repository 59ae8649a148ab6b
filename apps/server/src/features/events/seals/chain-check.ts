import { eventId } from '../../../events/event-id.ts';
import type { Database } from '../../../storage/database.ts';
import { type LinkHash, startHash } from './link-hash.ts';
import * as store from './store.ts';

/** Links of a chain that are read at once. */
const linksAtOnce = 50;

/**
 * The fault of a range: `changed` (a line or the seal), `removed` or `inserted` (a line), `unsealed` (a line
 * between seals: inserted, or its seal was removed), `link_missing` (the seal before), or `head_missing` (a seal that
 * the operator has noted).
 */
export type Problem = 'changed' | 'removed' | 'inserted' | 'unsealed' | 'link_missing' | 'head_missing';

/** The first range of a chain that is broken, by the IDs of its events; null if it has none. */
export interface Break {
  readonly problem: Problem;
  readonly from: string | null;
  readonly through: string | null;
}

/** The result of the check of a chain. */
export interface ChainReport {
  readonly account: string;
  /** The workspace, or the account for events of the whole account. */
  readonly log: string;
  /** The events that were checked, and the IDs of the first and the last one; null without any. */
  readonly events: number;
  readonly from: string | null;
  readonly through: string | null;
  /** The hash of the newest seal; null without any. */
  readonly head: string | null;
  /** Events after the newest seal, and the time of the first one (ISO 8601). */
  readonly notSealed: number;
  readonly notSealedSince: string | null;
  readonly broken: Break | null;
}

/** The positions to check in a log: after that of the retention, through the last sealed one when the check began. */
interface Checked {
  readonly key: Uint8Array;
  readonly expired: number;
  readonly sealed: number;
}

/** Checks one chain: give it the events of the chain in their order. Memory doesn't grow with their number. */
export interface ChainCheck {
  add(event: store.SealedEvent): Promise<void>;
  end(): Promise<ChainReport>;
}

/** A link under check, and what was found of its events. */
interface Current {
  readonly link: store.Link;
  readonly hash: LinkHash;
  events: number;
}

/** Starts the check of a chain. Its newest link before the retention isn't checked: it is the anchor of the first one. */
export async function startCheck(db: Database, chain: store.Chain, checked: Checked): Promise<ChainCheck> {
  const { account, log } = chain;
  const anchor = await store.newest(db, chain, Math.min(checked.expired, checked.sealed + 1));
  let head = anchor?.hash ?? '';
  let reached = Number(anchor?.position ?? 0);
  let queue: store.Link[] = [];
  let current: Current | undefined;
  let events = 0;
  const ends: { first?: number; last?: number } = {};
  let notSealed = 0;
  let notSealedSince: string | null = null;
  let broken: Break | undefined;

  const breaks = (problem: Problem, first: number, last: number) => {
    broken ??= { problem, from: eventId(account, first), through: eventId(account, last) };
  };

  /** Starts the next link; undefined after the last one. */
  const start = async () => {
    if (queue.length === 0) {
      const range = { account, after: reached, before: checked.sealed + 1, limit: linksAtOnce };
      queue = await store.links(db, log, range);
    }
    const link = queue.shift();
    current = link && { link, hash: startHash(checked.key), events: 0 };
    if (link === undefined) return;
    if (link.previous !== head) breaks('link_missing', Number(link.first_position), Number(link.position));
    head = link.hash;
    reached = Number(link.position);
  };

  /** Compares a link with its events. */
  const close = ({ link, hash, events: found }: Current) => {
    const isSame = hash.end(link) === link.hash;
    const problem = found < Number(link.events) ? 'removed' : found > Number(link.events) ? 'inserted' : 'changed';
    if (!isSame) breaks(problem, Number(link.first_position), Number(link.position));
  };

  /** Goes on to the first link that doesn't end before a position. */
  const advance = async (position: number) => {
    while (current !== undefined && Number(current.link.position) < position) {
      close(current);
      await start();
    }
  };

  await start();
  return {
    add: async (event) => {
      const position = Number(event.position);
      if (position < checked.expired) return;
      if (position > checked.sealed) {
        notSealed += 1;
        notSealedSince ??= new Date(Number(event.created_at)).toISOString();
        return;
      }
      await advance(position);
      events += 1;
      ends.first ??= position;
      ends.last = position;
      if (current !== undefined && Number(current.link.first_position) <= position) {
        current.hash.add(event);
        current.events += 1;
      } else breaks('unsealed', position, position);
    },
    end: async () => {
      await advance(Number.POSITIVE_INFINITY);
      return {
        ...{ account, log, events },
        from: ends.first === undefined ? null : eventId(account, ends.first),
        through: ends.last === undefined ? null : eventId(account, ends.last),
        head: head === '' ? null : head,
        ...{ notSealed, notSealedSince, broken: broken ?? null },
      };
    },
  };
}
