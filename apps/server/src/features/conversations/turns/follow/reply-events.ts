import type { MessageError } from '../../../../replies/message-error.ts';
import { bodyOf, endOf, type Place, partsAfter, type ReplyBody, start } from '../../../../replies/reply-body.ts';
import type { Message } from '../../../../replies/schemas/message.ts';
import type { MessagePart } from '../../../../schemas/message-parts.ts';
import type { StoredMessage } from '../../messages/store.ts';

/** An event of a stream: an ID to resume after, a name, and JSON text. */
export interface ReplyEvent {
  /** Its place in the stream; undefined for one that leaves the reader's place as it is. */
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** Some events and then those of a source. No generator: it would hold the first ones while the source is followed. */
export function following(first: ReplyEvent[], source?: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent> {
  const over = { done: true, value: undefined } as const;
  return {
    [Symbol.asyncIterator]: () => {
      const rest = source?.[Symbol.asyncIterator]();
      return {
        next: () => {
          const value = first.shift();
          if (value !== undefined) return Promise.resolve({ done: false, value });
          return rest?.next() ?? Promise.resolve(over);
        },
        return: async () => rest?.return?.() ?? over,
      };
    },
  };
}

/** The ID of an event: the message, and the place that a reader has reached with the event. */
const idOf = (message: string, { characters, others }: Place) =>
  others === 0 ? `${message}:${characters}` : `${message}:${characters}:${others}`;

/** Reads an event's ID; undefined if it isn't one of ours. */
export function readEventId(id: string | undefined): { readonly message: string; readonly place: Place } | undefined {
  const [, message, characters = '0', others = '0'] = /^(msg_[0-9a-z]+):(\d{1,9})(?::(\d{1,4}))?$/.exec(id ?? '') ?? [];
  return message === undefined
    ? undefined
    : { message, place: { characters: Number(characters), others: Number(others) } };
}

/** The event that a message was created which isn't a reply: it is whole. */
export const createdEvent = ({ id, json }: Pick<StoredMessage, 'id' | 'json'>): ReplyEvent => ({
  id: idOf(id, start),
  event: 'message.created',
  data: `{"message":${json}}`,
});

/** The event that a reply was created. Whatever is stored of it by now, it is empty: the events that follow fill it. */
export const replyCreatedEvent = ({ id, json }: Pick<StoredMessage, 'id' | 'json'>): ReplyEvent =>
  createdEvent({ id, json: replyCreated(json) });

/** The JSON of a reply as it was when its turn started. */
export const replyCreated = (json: string): string => JSON.stringify(asCreated(JSON.parse(json) as Message));

const asCreated = (reply: Message): Message => ({
  ...{ ...reply, status: 'streaming', content: '', citations: [], parts: [] },
  ...{ model: reply.fallbacks[0]?.model ?? reply.model, fallbacks: [] },
  ...{ usage: null, firstTokenMs: null, latencyMs: null, finishReason: null, error: null },
  ...{ feedback: null, feedbackComment: null, updatedAt: reply.createdAt },
});

/** The event that ends every stream. */
export const terminalEvent = (message: StoredMessage): ReplyEvent => ({
  id: idOf(message.id, endOf(storedBody(message))),
  ...terminalOf(message),
});

/** The name and the data of the event that ends a stream. */
export function terminalOf({ json, status }: StoredMessage): Pick<ReplyEvent, 'event' | 'data'> {
  if (status === 'complete') return { event: 'message.completed', data: `{"message":${json}}` };
  if (status === 'cancelled') return { event: 'message.cancelled', data: `{"message":${json}}` };
  if (status === 'requires_action') return { event: 'message.requires_action', data: `{"message":${json}}` };
  // A reply that failed has its error.
  const { error } = JSON.parse(json) as { readonly error: MessageError };
  return { event: 'message.failed', data: `{"message":${json},${failure(error)}}` };
}

const ends: ReadonlySet<string> = new Set([
  ...['message.completed', 'message.failed', 'message.cancelled', 'message.requires_action'],
]);

/** True if an event ends a stream. */
export const isTerminal = ({ event }: ReplyEvent): boolean => ends.has(event);

const failure = ({ code, message, reason }: MessageError) =>
  `"error":${JSON.stringify(message)},"code":${JSON.stringify(code)}${reason === undefined ? '' : `,"reason":"${reason}"`}`;

/** The event that ends the stream of a reply that was deleted. */
export const deletedEvent = (replyId: string, place: Place): ReplyEvent => ({
  id: idOf(replyId, place),
  event: 'message.failed',
  data: `{"message":null,${failure({ code: 'message_not_found', message: 'The message was deleted.' })}}`,
});

/** The event of a part; what comes as text may be a piece of a part. */
function eventOf(part: MessagePart): Pick<ReplyEvent, 'event' | 'data'> {
  if (part.type === 'text') return { event: 'message.delta', data: JSON.stringify({ text: part.text }) };
  if (part.type === 'citation') return { event: 'citation', data: JSON.stringify(part.citation) };
  const { type, ...fields } = part;
  return { event: type.replace('-', '.'), data: JSON.stringify(fields) };
}

/** The events of a reply after a place: one for each part, and one for all text between two others. */
export function* news(replyId: string, body: ReplyBody, place: Place): Generator<ReplyEvent> {
  let { characters, others } = place;
  for (const part of partsAfter(body, place)) {
    if (part.type === 'text') characters += part.text.length;
    else others += 1;
    yield { id: idOf(replyId, { characters, others }), ...eventOf(part) };
  }
}

/** Returns the stored body of a reply. */
export const storedBody = ({ json }: StoredMessage) => bodyOf((JSON.parse(json) as Message).parts);
