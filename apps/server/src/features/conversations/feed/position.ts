import type { Place } from '../../../replies/reply-body.ts';

/**
 * A reader's position among the events of a conversation: the versions of the conversation up to which it has the
 * state, the messages, the ratings and the entries. Each event moves one of them, so they may be read apart and in any
 * order.
 */
export interface Position {
  readonly state: number;
  readonly messages: number;
  readonly ratings: number;
  readonly entries: number;
  /** The last message that the reader has beyond `messages`, and its place in it. Messages before it are complete. */
  readonly at?: At | undefined;
}

/** A message, and a reader's place in it. */
interface At {
  readonly message: string;
  readonly place: Place;
}

/** The ID of an event: the position after it. */
export function idOf({ state, messages, ratings, entries, at }: Position): string {
  const versions = `${state}.${messages}.${ratings}.${entries}`;
  if (at === undefined) return versions;
  return `${versions}:${at.message}:${at.place.characters}:${at.place.others}`;
}

const form = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:\.(\d{1,15}))?(?::(msg_[0-9a-z]+):(\d{1,9}):(\d{1,4}))?$/;

/** Reads the ID of an event; undefined if it isn't one. One of before there were entries has no number for them. */
export function readPosition(id: string | undefined): Position | undefined {
  const [whole, state, messages, ratings, entries = state, message, characters, others] = form.exec(id ?? '') ?? [];
  if (whole === undefined) return undefined;
  const at = message === undefined ? undefined : { message, place: placeOf(characters, others) };
  return { state: Number(state), messages: Number(messages), ratings: Number(ratings), entries: Number(entries), at };
}

const placeOf = (characters: string | undefined, others: string | undefined): Place => ({
  characters: Number(characters),
  others: Number(others),
});
