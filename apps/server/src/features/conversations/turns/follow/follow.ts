import { setTimeout as wait } from 'node:timers/promises';
import type { FailedExchange } from '../../../../errors.ts';
import type { LiveReply } from '../../../../replies/live-reply.ts';
import type { Mirror, Relay } from '../../../../replies/relay.ts';
import { endOf, furthest, type Place, type ReplyBody } from '../../../../replies/reply-body.ts';
import { pace } from '../../../../scheduling/pace.ts';
import type { Database } from '../../../../storage/database.ts';
import { failures } from '../../failures.ts';
import * as messages from '../../messages/store.ts';
import { deletedEvent, news, type ReplyEvent, storedBody, terminalEvent } from './reply-events.ts';

/** Max silence of a reply of another process before the database is read, in ms. */
const pollInterval = 250;

/** Dependencies of following. */
export interface FollowNeeds {
  readonly db: Database;
  /** Finds a reply that this process is writing. */
  findLive(replyId: string): LiveReply | undefined;
  /** Pieces of the replies that other processes write; without it the database is polled. */
  readonly relay?: Relay | undefined;
}

/** The reply to follow, and the place to start from. */
export interface Followed {
  readonly workspace: string;
  readonly replyId: string;
  readonly place: Place;
}

/** The stored end of a reply, as every follower gets it. */
interface End {
  readonly body: ReplyBody;
  readonly terminal: ReplyEvent;
}

export type Follower = ReturnType<typeof createFollower>;

/** Pieces that arrive together are sent together, except for the first: its delay is what a reader notices. */
const turnAfter = ({ characters }: Place) => (characters > 0 ? pace.pause() : pace.due());

/** The events of a mirrored reply, until it is silent for a while or has ended; returns the place reached. */
async function* followMirror(
  replyId: string,
  mirror: Mirror | undefined,
  from: Place,
): AsyncGenerator<ReplyEvent, Place> {
  // The end of a mirrored reply is in the database, or will be soon.
  if (mirror === undefined || mirror.ended()) {
    await wait(pollInterval);
    return from;
  }
  let place = from;
  while (!mirror.ended() && (await mirror.grown(pollInterval))) {
    await pace.due();
    const seen = mirror.body();
    yield* news(replyId, seen, place);
    place = furthest(place, endOf(seen));
  }
  return place;
}

/** Creates the follower: it reads replies while they are written, here or in another process, and afterwards. */
export function createFollower({ db, findLive, relay }: FollowNeeds) {
  const find = (workspace: string, replyId: string) => messages.find(db, [workspace], replyId);

  /** The stored ends of replies that this process has written: one query serves all followers. */
  const ends = new WeakMap<LiveReply, Promise<End | undefined>>();
  const readEnd = async ({ workspace, id }: LiveReply): Promise<End | undefined> => {
    const stored = await find(workspace, id);
    if (stored === undefined || stored.status === 'streaming') return undefined;
    return { body: storedBody(stored), terminal: terminalEvent(stored) };
  };
  const endOfLive = (live: LiveReply) => {
    const end = ends.get(live) ?? readEnd(live);
    ends.set(live, end);
    return end;
  };

  async function* followStored({ workspace, replyId, place: from }: Followed): AsyncGenerator<ReplyEvent> {
    let place = from;
    let mirror: Mirror | undefined;
    try {
      for (;;) {
        const stored = await find(workspace, replyId);
        if (stored === undefined) {
          yield deletedEvent(replyId, place);
          return;
        }
        await pace.due();
        const seen = storedBody(stored);
        yield* news(replyId, seen, place);
        place = furthest(place, endOf(seen));
        if (stored.status !== 'streaming') {
          yield terminalEvent(stored);
          return;
        }
        mirror ??= relay?.open(replyId);
        mirror?.know(seen);
        place = yield* followMirror(replyId, mirror, place);
      }
    } finally {
      mirror?.close();
    }
  }

  return {
    /**
     * The events of a reply from a place on; the last one is terminal. Back-pressure costs no memory: a slow reader
     * gets larger pieces.
     */
    follow: async function* ({ workspace, replyId, place: from }: Followed): AsyncGenerator<ReplyEvent> {
      const live = findLive(replyId);
      let place = from;
      // Here, because another generator would cost every open stream memory, and every event three promises.
      for (let over = live === undefined; live !== undefined && !over; ) {
        over = live.ended();
        const size = live.size();
        const seen = live.body();
        for (const event of news(replyId, seen, place)) yield event;
        place = furthest(place, endOf(seen));
        if (over) break;
        if (live.size() === size) await live.changed();
        await turnAfter(place);
      }
      const end = live && (await endOfLive(live));
      if (end === undefined) {
        yield* followStored({ workspace, replyId, place });
        return;
      }
      await pace.due();
      yield* news(replyId, end.body, place);
      yield end.terminal;
    },
    /**
     * Waits until a turn has ended and returns its reply; undefined if it was deleted. Throws `unavailable` if the
     * reply can't be stored soon.
     */
    settle: async (workspace: string, exchange: FailedExchange): Promise<messages.StoredMessage | undefined> => {
      const { reply: replyId } = exchange;
      const live = findLive(replyId);
      while (live !== undefined && !live.ended() && live.delayed() === undefined) await live.changed();
      const failure = live?.delayed();
      for (;;) {
        const stored = await find(workspace, replyId);
        if (stored?.status !== 'streaming') return stored;
        if (failure !== undefined) throw failures.notStored(failure, exchange);
        await wait(pollInterval);
      }
    },
  };
}
