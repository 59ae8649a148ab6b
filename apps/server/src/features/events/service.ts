import type { Actor } from '../../access/actor.ts';
import type { Slots } from '../../access/limits/slots.ts';
import type { Lasting } from '../../access/limits/with-slot.ts';
import type { Database } from '../../storage/database.ts';
import type { EventLog, LogPage, Wanted } from './log.ts';
import type { EventFilters, EventQuery } from './schema.ts';
import { cursorAt, type Place, readCursor, select } from './selection.ts';
import { present } from './shown/present.ts';

/** Events that a stream reads at once. */
const streamPage = 100;

/** The longest time for which a stream waits before it looks again, in ms. */
const streamWait = 15_000;

/** Dependencies of reading events. */
export interface EventsNeeds {
  readonly db: Database;
  readonly log: EventLog;
  readonly slots: Slots;
  /** Finds the account of a workspace that isn't deleted. */
  accountOf(workspace: string): Promise<string | undefined>;
}

/** A server-sent event. */
interface Sent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export type Events = ReturnType<typeof createEvents>;

/** Reading events: pages, waits and streams. */
export function createEvents({ db, log, slots, accountOf }: EventsNeeds) {
  const closing = new AbortController();

  const pageText = async (place: Place, { events, through, more }: LogPage): Promise<string> =>
    JSON.stringify({ items: await present(db, events), cursor: cursorAt(place, through), hasMore: more });

  async function* follow(wanted: Wanted, from: number): AsyncGenerator<Sent> {
    let after = from;
    while (!closing.signal.aborted) {
      const waiting = log.grown(wanted.account, streamWait, closing.signal);
      try {
        const page = await log.after(wanted, after, streamPage);
        for (const event of await present(db, page.events)) {
          yield { id: event._id, event: event.type, data: JSON.stringify(event) };
        }
        after = page.through;
        if (!page.more) await waiting.grown;
      } finally {
        waiting.stop();
      }
    }
  }

  const start = async (actor: Actor, filters: EventFilters & Pick<EventQuery, 'sort'>) => {
    const wanted = await select(actor, filters, accountOf);
    const place: Place = { account: wanted.account, workspaceId: filters.workspaceId, sort: filters.sort };
    return { wanted, place };
  };

  /** Reads the first page after a place that has an event, or a last one when the time is over. */
  const awaitPage = async (wanted: Wanted, from: number, { limit, wait }: EventQuery): Promise<LogPage> => {
    const until = performance.now() + wait * 1_000;
    for (let after = from; ; ) {
      const left = until - performance.now();
      const waiting = left > 0 ? log.grown(wanted.account, left, closing.signal) : undefined;
      try {
        const page = await log.after(wanted, after, limit);
        if (page.events.length > 0 || page.more || waiting === undefined || closing.signal.aborted) return page;
        after = page.through;
        await waiting.grown;
      } finally {
        waiting?.stop();
      }
    }
  };

  return {
    /** Reads a page as JSON text. Waits for an event if the page is empty and the query says so. */
    list: async (actor: Actor, query: EventQuery): Promise<string> => {
      const { wanted, place } = await start(actor, query);
      const { cursor, limit, sort, wait } = query;
      const from = cursor === undefined ? undefined : await readCursor(cursor, place, log);
      if (sort === '-createdAt') return pageText(place, await log.before(wanted, from, limit));
      const free = wait === 0 ? undefined : await slots.take(actor, wanted.within?.workspaces ?? [], 'streams');
      try {
        return await pageText(place, await awaitPage(wanted, from ?? 0, query));
      } finally {
        free?.();
      }
    },
    /**
     * Streams events after a place, or from now on. Takes a slot of the account until the caller calls `ended`.
     */
    stream: async (
      actor: Actor,
      query: EventQuery,
      lastEventId: string | undefined,
    ): Promise<Lasting<{ readonly events: AsyncIterable<Sent> }>> => {
      const { wanted, place } = await start(actor, { ...query, sort: 'createdAt' });
      const cursor = lastEventId ?? query.cursor;
      const from = cursor === undefined ? await log.last(wanted.account) : await readCursor(cursor, place, log);
      const ended = await slots.take(actor, wanted.within?.workspaces ?? [], 'streams');
      return { events: follow(wanted, from), ended };
    },
    /** Ends waits and streams, and accepts no further ones. */
    close: (): void => closing.abort(),
  };
}
