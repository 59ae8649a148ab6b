import { positionAt } from '../../events/event-id.ts';
import { lruCache } from '../../scheduling/lru-cache.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadRow } from '../../storage/tables.ts';
import type { Appended } from './appended.ts';
import { createSettling } from './settle.ts';
import * as store from './store.ts';
import { createWaiting } from './waiting.ts';

/** The usual time for which events are kept, in ms: 90 days. */
export const usualRetentionMs = 90 * 24 * 60 * 60 * 1000;

/** Events of an account that one query looks at, if it filters them: the first one, and those that follow. */
const firstWindow = 256;
const laterWindow = 2_000;

/** Max windows of one page; then it ends early. */
const maxWindows = 8;

/** An event of a log as it is stored. */
export type LoggedEvent = ReadRow<'event_log'>;

/** The part of the log of an account that a reader wants. */
export type Wanted = store.Wanted;

/** A page of a log in the order of positions. */
export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** The position up to which nothing was left out: the next page begins after it. */
  readonly through: number;
  /** True if the log goes on there: wanted events may follow at once. */
  readonly more: boolean;
}

/** The logs of events: one for each account, in the order of commits. */
export type EventLog = ReturnType<typeof createEventLog>;

/** Dependencies of the logs. */
export interface LogNeeds {
  /** The time for which events are kept, in ms; 90 days by default. */
  readonly retentionMs?: number;
  readonly db: Database;
  readonly now: () => number;
  readonly appended: Pick<Appended, 'listen' | 'lookEvery'>;
}

/** Creates the logs of events, for readers. `record.ts` writes them. */
export function createEventLog({ db, now, appended, retentionMs = usualRetentionMs }: LogNeeds) {
  const owners = lruCache<{ readonly account: string | undefined }>(10_000);

  /** The account of a workspace, which never changes. */
  const accountOf = async (workspace: string) => {
    const known = owners.get(workspace);
    if (known !== undefined) return known.account;
    const account = await store.accountOf(db, workspace);
    owners.set(workspace, { account });
    return account;
  };

  const { settle } = createSettling({ db, now });

  /**
   * The end of a log for a reader that has read all of it. It moves on with the time, so that the cursor of an account in
   * which nothing happens doesn't expire; slowly, because an event gets its position before it is committed, and clocks
   * jump.
   */
  const idle = () => positionAt(now() - retentionMs / 2);

  /** The end of the next window. Events that were appended after the edge was read come with the next page. */
  const windowEnd = async (wanted: Wanted, window: store.Window, edge: number): Promise<number> => {
    const end = isFiltered(wanted) ? await store.windowEnd(db, window) : undefined;
    return end === undefined || !isAhead(window.order, end, edge) ? edge : end;
  };

  /** Reads events from a position on, in windows if they are filtered: few of very many may be wanted. */
  const read = async (wanted: Wanted, start: number, { limit, order }: Reading): Promise<LogPage> => {
    const { account } = wanted;
    const ends = await store.ends(db, account);
    const edge = order === 'asc' ? ends.last : ends.first;
    const events: LoggedEvent[] = [];
    let from = start;
    for (let count = 0; count < maxWindows && isAhead(order, from, edge) && events.length < limit; count += 1) {
      const size = count === 0 ? firstWindow : laterWindow;
      const through = await windowEnd(wanted, { account, from, size, order }, edge);
      const range = order === 'asc' ? { after: from, through } : { after: through - 1, through: from - 1 };
      events.push(...(await store.read(db, wanted, { ...range, limit: limit - events.length }, order)));
      from = events.length === limit ? Number(events.at(-1)?.position) : through;
    }
    return { events, through: from, more: isAhead(order, from, edge) };
  };

  return {
    settle,
    accountOf,
    /** The position of the last event of an account; 0 without any. */
    last: async (account: string): Promise<number> => {
      await settle();
      return (await store.ends(db, account)).last;
    },
    /** The position of the first event of an account that is still there; 0 without any. */
    first: async (account: string): Promise<number> => {
      await settle();
      return (await store.ends(db, account)).first;
    },
    /** The position before which events are no longer kept. */
    expired: (): number => positionAt(now() - retentionMs),
    /** Reads up to `limit` wanted events after a position, oldest first, without gaps and without repeats. */
    after: async (wanted: Wanted, after: number, limit: number): Promise<LogPage> => {
      await settle();
      // A position is never before the time of its event.
      const from = Math.max(after, positionAt(wanted.since ?? 0) - 1);
      const page = await read(wanted, from, { limit, order: 'asc' });
      return page.more ? page : { ...page, through: Math.max(page.through, idle()) };
    },
    /** Reads up to `limit` wanted events before a position or the end, newest first. */
    before: async (wanted: Wanted, before: number | undefined, limit: number): Promise<LogPage> => {
      if (before === undefined) await settle();
      return read(wanted, before ?? Number.MAX_SAFE_INTEGER, { limit, order: 'desc' });
    },
    /** Reads the events at some positions that are still kept. */
    at: (account: string, positions: readonly number[]): Promise<LoggedEvent[]> => store.at(db, account, positions),
    /**
     * Waits until the log of an account may have grown since the call, at most `ms`, and no longer than until the signal
     * is aborted. Call it before the read that finds nothing, so that no event comes between.
     */
    grown: createWaiting({ appended, accountOf }),
  };
}

/** The way to read from a position on. */
interface Reading {
  readonly limit: number;
  readonly order: 'asc' | 'desc';
}

const isAhead = (order: Reading['order'], from: number, edge: number) => (order === 'asc' ? from < edge : from > edge);

const isFiltered = ({ account: _account, ...filters }: Wanted): boolean =>
  Object.values(filters).some((filter) => filter !== undefined);
