import { start } from '../../../replies/reply-body.ts';
import type { StoredMessage } from '../messages/store.ts';
import type { StoredConversation } from '../store.ts';
import { type ReplyEvent, replyCreated, terminalOf } from '../turns/follow/reply-events.ts';
import { idOf, type Position } from './position.ts';

/** The event that a message was created, and the position after it. A reply is empty: further events fill it. */
export function created(from: Position, message: StoredMessage) {
  const position: Position = { ...from, at: { message: message.id, place: start } };
  const json = message.role === 'assistant' ? replyCreated(message.json) : message.json;
  return { position, sent: { id: idOf(position), event: 'message.created', data: `{"message":${json}}` } };
}

/** The event that a reply has grown: the event of its own stream, with the ID of the message. */
export const grown = (position: Position, { event, data }: Pick<ReplyEvent, 'event' | 'data'>): ReplyEvent => ({
  id: idOf(position),
  event,
  data: `{"message":${JSON.stringify(position.at?.message ?? '')},${data.slice(1)}`,
});

/** The event that a reply has ended. */
export const ended = (position: Position, message: StoredMessage): ReplyEvent => ({
  ...terminalOf(message),
  id: idOf(position),
});

/** The event that a message was rated, or its rating removed. */
export const rated = (position: Position, { json }: StoredMessage): ReplyEvent => ({
  id: idOf(position),
  event: 'message.rated',
  data: `{"message":${json}}`,
});

/** The event that something has happened to the conversation. */
export const entered = (position: Position, json: string): ReplyEvent => ({
  id: idOf(position),
  event: 'entry.created',
  data: `{"entry":${json}}`,
});

/** The event that a conversation has changed. */
export const updated = (position: Position, { json }: StoredConversation): ReplyEvent => ({
  id: idOf(position),
  event: 'conversation.updated',
  data: `{"conversation":${json}}`,
});

/** The last event: the conversation was deleted. */
export const deleted = (position: Position | undefined, conversation: string): ReplyEvent => ({
  id: idOf(position ?? { state: 0, messages: 0, ratings: 0, entries: 0 }),
  event: 'conversation.deleted',
  data: JSON.stringify({ conversation }),
});
