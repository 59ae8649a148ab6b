import { pace } from '../../../scheduling/pace.ts';
import type { Presence, PresenceBoard } from '../../../schemas/conversations/presence.ts';
import type { Database } from '../../../storage/database.ts';
import type { Entries } from '../entries/needs.ts';
import { find as findMessage } from '../messages/store.ts';
import * as conversations from '../store.ts';
import type { Follower } from '../turns/follow/follow.ts';
import type { ReplyEvent } from '../turns/follow/reply-events.ts';
import type { Announcements, Following } from './announcements.ts';
import { catchUpEntries, catchUpMessages, catchUpRatings } from './catch-up.ts';
import { created, deleted, grown, updated } from './events.ts';
import { createGrowingReply, type GrowingReply } from './growing-reply.ts';
import { type Position, readPosition } from './position.ts';
import { creationOf, type Source } from './store.ts';

/** Dependencies of the feed. */
export interface FeedNeeds {
  readonly db: Database;
  readonly follower: Follower;
  readonly entries: Pick<Entries, 'inSpan'>;
  readonly announcements: Pick<Announcements, 'follow'>;
  readonly presence: Pick<PresenceBoard, 'follow' | 'of'>;
}

export type Feed = ReturnType<typeof createFeed>;

/** One reader of a conversation. */
interface Reading {
  readonly source: Source;
  readonly following: Following;
  /** Returns the event that tells who is there now; undefined if the reader knows. */
  readonly seen: Seen;
}

interface Seen {
  readonly next: () => ReplyEvent | undefined;
  /** Tells it also if the room is empty: the reader knows it as it was. */
  readonly resume: () => void;
}

type Steps = AsyncGenerator<ReplyEvent, Position>;

/** From which event on a conversation is followed, and by which side. */
interface Opening {
  readonly after: string | undefined;
  readonly isVisitor: boolean;
}

/** Tells who is there unless the reader knows; a new one knows an empty room. */
function presenceOf(read: () => Presence | undefined): Seen {
  let told = '';
  let resumes = false;
  const next = () => {
    const presence = read();
    if (presence === undefined) return undefined;
    const data = JSON.stringify(presence);
    const isEmpty = presence.people.length === 0 && presence.visitor === null;
    if (data === told || (told === '' && isEmpty && !resumes)) return undefined;
    told = data;
    return { event: 'presence', data };
  };
  const resume = () => {
    resumes = true;
  };
  return { next, resume };
}

/** The position of a new reader, who gets the state, and what happens from now on. */
const startAt = (version: number): Position => ({ state: 0, messages: version, ratings: version, entries: version });

/** Creates the feed of conversations: everything that happens in one, in order, until the reader leaves. */
export function createFeed({ db, follower, announcements, entries, presence }: FeedNeeds) {
  /** The position of an event ID; undefined if the ID isn't one of this conversation, or is ahead of a restored one. */
  const resumed = async (source: Source, version: number, after: string | undefined) => {
    const position = readPosition(after);
    if (position === undefined) return undefined;
    const { at, state, messages, ratings } = position;
    if (Math.max(state, messages, ratings, position.entries) > version) return undefined;
    return at === undefined || (await creationOf(db, source, at.message)) !== undefined ? position : undefined;
  };

  /** The position of a reader that has just come. */
  const beginAt = async ({ source, seen }: Reading, version: number, after: string | undefined) => {
    const position = await resumed(source, version, after);
    if (position !== undefined) seen.resume();
    return position ?? startAt(version);
  };

  /** Sends what has changed between a position and a version of the conversation. */
  async function* catchUp(source: Source, conversation: conversations.StoredConversation, from: Position): Steps {
    const { version, turn } = conversation;
    let position = from;
    if (position.messages < version) position = yield* catchUpMessages(db, source, { version, from: position });
    if (position.ratings < version) position = yield* catchUpRatings(db, source, { version, from: position });
    if (position.entries < version) position = yield* catchUpEntries(entries, source, { version, from: position });
    // Only the reply that is being written stays incomplete.
    const at = position.at?.message === turn ? position.at : undefined;
    position = { ...position, messages: version, ratings: version, entries: version, at };
    if (position.state < version) {
      position = { ...position, state: version };
      yield updated(position, conversation);
    }
    if (turn === null || at !== undefined) return position;
    const reply = await findMessage(db, [source.workspace], turn);
    if (reply === undefined) return position;
    const event = created(position, reply);
    yield event.sent;
    return event.position;
  }

  /** Sends the growth of the reply, until the conversation has changed. */
  async function* grow({ following, seen }: Reading, from: Position, growth: GrowingReply | undefined): Steps {
    let position = from;
    for (;;) {
      const presence = seen.next();
      if (presence !== undefined) yield presence;
      const arrived = await (growth?.next() ?? following.woken());
      if (arrived) {
        position = { ...position, at: arrived.at };
        yield grown(position, arrived.event);
      }
      if (following.ended() || following.news() || growth?.ended() === true) return position;
    }
  }

  async function* events(reading: Reading, after: string | undefined): AsyncGenerator<ReplyEvent> {
    const { source, following } = reading;
    let position: Position | undefined;
    let growth: GrowingReply | undefined;
    try {
      while (!following.ended()) {
        const { workspace, conversation: id } = source;
        const conversation = await conversations.find(db, [workspace], id);
        if (conversation === undefined) {
          yield deleted(position, id);
          return;
        }
        const { version } = conversation;
        following.saw(version);
        await pace.due();
        position = yield* catchUp(source, conversation, position ?? (await beginAt(reading, version, after)));
        const { at } = position;
        if (growth?.reply !== at?.message || growth?.ended() === true) {
          growth?.close();
          growth = at && createGrowingReply(follower, following, { workspace, replyId: at.message, place: at.place });
        }
        position = yield* grow(reading, position, growth);
      }
    } finally {
      growth?.close();
      following.end();
    }
  }

  return {
    /**
     * Follows a conversation: sends what has happened since the event with the ID `after`, or its state now, and then
     * what happens. `end` ends it; the caller must call it, even if the reader has left.
     */
    open: (source: Source, { after, isVisitor }: Opening) => {
      const following = announcements.follow(source.conversation);
      let isNew = true;
      const leave = presence.follow(source, () => {
        isNew = true;
        following.stir();
      });
      const read = () => {
        if (!isNew) return undefined;
        isNew = false;
        return presence.of(source.conversation, isVisitor);
      };
      const seen = presenceOf(read);
      const end = () => {
        leave();
        following.end();
      };
      return { events: events({ source, following, seen }, after), end };
    },
  };
}
