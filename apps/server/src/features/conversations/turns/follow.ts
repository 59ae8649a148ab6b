import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { ServerEvent } from '../../../http/wire/streams.ts';
import type { Database } from '../../../storage/database.ts';
import type { Citation, Message } from '../messages/schema.ts';
import * as messages from '../messages/store.ts';
import type { LiveTurn, Place } from './live-reply.ts';
import type { Mirror, Mirrors } from './relay.ts';

/** How long nothing may be heard of an answer that another process writes before the database is asked, in milliseconds. */
const pollInterval = 250;

/** What following needs from elsewhere. */
export interface FollowNeeds {
  readonly db: Database;
  /** The answer, where it is written in this process. */
  findLive(message: string): LiveTurn | undefined;
  /** What other processes tell of the answers that they write; without it the database is asked now and then. */
  readonly mirrors?: Mirrors | undefined;
}

/** Which answer is followed, and from where. */
export interface Followed {
  readonly workspace: string;
  readonly message: string;
  readonly place: Place;
}

export type Following = ReturnType<typeof createFollowing>;

const start: Place = { offset: 0, citations: 0 };

/** The id of an event: the message, and how much of it somebody has who has the event. */
const idOf = (message: string, { offset, citations }: Place) =>
  citations === 0 ? `${message}:${offset}` : `${message}:${offset}:${citations}`;

/** Reads an event's id; undefined where it is none of ours. */
export function readEventId(id: string | undefined): { readonly message: string; readonly place: Place } | undefined {
  const [, message, offset = '0', citations = '0'] = /^(msg_[0-9a-z]+):(\d{1,9})(?::(\d{1,4}))?$/.exec(id ?? '') ?? [];
  return message === undefined
    ? undefined
    : { message, place: { offset: Number(offset), citations: Number(citations) } };
}

/** The event that a message was made. */
export const createdEvent = (message: { readonly id: string; readonly json: string }): ServerEvent => ({
  id: idOf(message.id, start),
  event: 'message.created',
  data: `{"message":${message.json}}`,
});

/** The event that ends every stream; a message that was cancelled ends as `message.failed` with the code `cancelled`. */
export function terminalEvent({ id, json, status, content }: messages.StoredMessage): ServerEvent {
  const { citations, error } = JSON.parse(json) as Message;
  const place = idOf(id, { offset: content.length, citations: citations.length });
  if (status === 'complete') return { id: place, event: 'message.completed', data: `{"message":${json}}` };
  const { code, message } = error ?? { code: 'cancelled', message: 'The answer was cancelled.' };
  return { id: place, event: 'message.failed', data: `{"message":${json},${failure(code, message)}}` };
}

const failure = (code: string, error: string) => `"error":${JSON.stringify(error)},"code":${JSON.stringify(code)}`;

const deletedEvent = (message: string, place: Place): ServerEvent => ({
  id: idOf(message, place),
  event: 'message.failed',
  data: `{"message":null,${failure('message_not_found', 'The message was deleted.')}}`,
});

/** What of an answer comes after a place: one delta with all its text, and a citation each. */
function* news(message: string, answer: { text: string; citations: readonly Citation[] }, place: Place) {
  const { text, citations } = answer;
  const offset = Math.max(place.offset, text.length);
  if (text.length > place.offset) {
    const data = JSON.stringify({ text: text.slice(place.offset) });
    yield { id: idOf(message, { ...place, offset }), event: 'message.delta', data };
  }
  for (const [index, citation] of citations.slice(place.citations).entries()) {
    const id = idOf(message, { offset, citations: place.citations + index + 1 });
    yield { id, event: 'citation', data: JSON.stringify(citation) };
  }
}

/** The events of an answer that is written in this process, up to its end; gives the place reached. */
async function* followLive(live: LiveTurn, from: Place): AsyncGenerator<ServerEvent, Place> {
  let place = from;
  for (;;) {
    const over = live.ended();
    const seen = { text: live.text(), citations: [...live.citations()] };
    yield* news(live.message, seen, place);
    place = furthest(place, seen);
    if (over) return place;
    const grown = live.text().length > seen.text.length || live.citations().length > seen.citations.length;
    if (!grown) await live.changed();
    // What comes in one piece goes out in one piece, but for the first: somebody waits for that.
    if (place.offset > 0) await setImmediate();
  }
}

/** What another process tells of its answer, until nothing is heard for a while or the answer has ended; the place reached. */
async function* followMirror(
  message: string,
  mirror: Mirror | undefined,
  from: Place,
): AsyncGenerator<ServerEvent, Place> {
  // One that has ended is in the database; where it isn't yet, it will be soon.
  if (mirror === undefined || mirror.ended()) {
    await wait(pollInterval);
    return from;
  }
  let place = from;
  while (!mirror.ended() && (await mirror.grown(pollInterval))) {
    const seen = { text: mirror.text(), citations: mirror.citations() };
    yield* news(message, seen, place);
    place = furthest(place, seen);
  }
  return place;
}

/** Lets others read answers while they are written, here or in another process, and afterwards. */
export function createFollowing({ db, findLive, mirrors }: FollowNeeds) {
  const find = (workspace: string, message: string) => messages.find(db, [workspace], message);

  async function* followStored({ workspace, message, place: from }: Followed): AsyncGenerator<ServerEvent> {
    let place = from;
    let mirror: Mirror | undefined;
    try {
      for (;;) {
        const stored = await find(workspace, message);
        if (stored === undefined) {
          yield deletedEvent(message, place);
          return;
        }
        const { citations } = JSON.parse(stored.json) as Message;
        const seen = { text: stored.content, citations };
        yield* news(message, seen, place);
        place = furthest(place, seen);
        if (stored.status !== 'streaming') {
          yield terminalEvent(stored);
          return;
        }
        mirror ??= mirrors?.open(message);
        mirror?.know(seen);
        place = yield* followMirror(message, mirror, place);
      }
    } finally {
      mirror?.close();
    }
  }

  return {
    /**
     * The events of an answer from a place on, with one that ends it. Whoever reads slowly gets larger pieces, so it
     * costs no memory to be slow.
     */
    follow: async function* ({ workspace, message, place }: Followed): AsyncGenerator<ServerEvent> {
      const live = findLive(message);
      const reached = live === undefined ? place : yield* followLive(live, place);
      yield* followStored({ workspace, message, place: reached });
    },
    /** Waits until an answer has ended, and gives it; undefined where it was deleted. */
    settle: async (workspace: string, message: string): Promise<messages.StoredMessage | undefined> => {
      const live = findLive(message);
      while (live !== undefined && !live.ended()) await live.changed();
      for (;;) {
        const stored = await find(workspace, message);
        if (stored?.status !== 'streaming') return stored;
        await wait(pollInterval);
      }
    },
  };
}

const furthest = (place: Place, { text, citations }: { text: string; citations: readonly unknown[] }): Place => ({
  offset: Math.max(place.offset, text.length),
  citations: Math.max(place.citations, citations.length),
});
