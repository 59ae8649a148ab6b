import { endOf, type Place } from '../../../replies/reply-body.ts';
import { pace } from '../../../scheduling/pace.ts';
import type { Database } from '../../../storage/database.ts';
import type { Entries } from '../entries/needs.ts';
import type { StoredMessage } from '../messages/store.ts';
import { news, type ReplyEvent, readEventId, storedBody } from '../turns/follow/reply-events.ts';
import { created, ended, entered, grown, rated } from './events.ts';
import type { Position } from './position.ts';
import { creationOf, messagesAfter, ratingsAfter, type Source, unchangedSince } from './store.ts';

/** The version of the conversation to catch up with, and the position to start from. */
interface Wanted {
  readonly version: number;
  readonly from: Position;
}

type Steps = AsyncGenerator<ReplyEvent, Position>;

/**
 * Sends the messages that were created or have ended between a position and a version; returns the position reached.
 */
export async function* catchUpMessages(db: Database, source: Source, { version, from }: Wanted): Steps {
  let position = from;
  const createdAt = from.at && (await creationOf(db, source, from.at.message));
  // The message itself may have more.
  let after = createdAt === undefined ? await unchangedSince(db, source, from.messages) : createdAt - 1;
  for (;;) {
    const { rows, more } = await messagesAfter(db, source, { after, version });
    for (const row of rows) {
      await pace.due();
      position = yield* newsOf(row, position);
      after = row.createdAt;
    }
    if (!more) return position;
  }
}

/** Sends the parts of a message that a reader lacks. */
function* newsOf(message: StoredMessage & { revision: number }, from: Position): Generator<ReplyEvent, Position> {
  let position = from;
  if (position.at?.message !== message.id) {
    const event = created(position, message);
    yield event.sent;
    position = event.position;
  }
  if (message.role !== 'assistant' || message.status === 'streaming') return position;
  const body = storedBody(message);
  const place = position.at?.place ?? endOf(body);
  for (const event of news(message.id, body, place)) {
    position = { ...position, at: { message: message.id, place: placeAfter(event) } };
    yield grown(position, event);
  }
  // Nothing else changes with the end of a reply, so the reader has every message up to this version.
  position = { ...position, messages: message.revision, at: undefined };
  yield ended(position, message);
  return position;
}

function placeAfter({ id }: ReplyEvent): Place {
  const read = readEventId(id);
  if (read === undefined) throw new Error(`An event has the ID ${id}.`);
  return read.place;
}

/**
 * Sends the messages that were rated between a position and a version; returns the position reached. That of a reply
 * which is still written comes with its end, because the stored message isn't what its readers have.
 */
export async function* catchUpRatings(db: Database, source: Source, { version, from }: Wanted): Steps {
  let position = from;
  for (;;) {
    const { rows, more } = await ratingsAfter(db, source, { after: position.ratings, version });
    for (const row of rows) {
      await pace.due();
      position = { ...position, ratings: row.revision };
      if (row.status !== 'streaming') yield rated(position, row);
    }
    if (!more) return position;
  }
}

/** Sends what has happened to the conversation between a position and a version; returns the position reached. */
export async function* catchUpEntries(
  entries: Pick<Entries, 'inSpan'>,
  { conversation, asker }: Source,
  { version, from }: Wanted,
): Steps {
  let position = from;
  for (;;) {
    const { rows, more } = await entries.inSpan({ conversation, after: position.entries, version }, asker);
    for (const row of rows) {
      await pace.due();
      position = { ...position, entries: Number(row.version) };
      yield entered(position, row.json);
    }
    if (!more) return position;
  }
}
