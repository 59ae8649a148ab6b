import { InvalidResponseError } from '../errors.ts';
import type { MessageEvent } from '../types.ts';
import { invalidResponse, isObject, parseObject } from './envelope.ts';
import { readEvents, type ToError } from './events.ts';
import type { OpenAnswer } from './open.ts';

/** The fields that each known event must have; the service's own schemas guarantee the rest. */
export type Contents<Type extends string> = Readonly<Record<Type, (content: Record<string, unknown>) => boolean>>;

/** A known event: its name and its data. */
export interface KnownEvent<Type extends string> {
  readonly id: string;
  readonly type: Type;
  readonly content: Record<string, unknown>;
}

/**
 * Parses the known events of a stream and skips unknown ones. Throws `InvalidResponseError` if it is not an event
 * stream, or if an event doesn't match its type.
 */
export async function* readKnownEvents<Type extends string>(
  answer: OpenAnswer,
  contents: Contents<Type>,
): AsyncGenerator<KnownEvent<Type>, void, undefined> {
  const toError: ToError = (message) => new InvalidResponseError(invalidResponse(answer, message));
  if (!answer.response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    answer.close();
    throw toError('The response is not an event stream.');
  }
  const isKnown = (type: string): type is Type => Object.hasOwn(contents, type);
  for await (const { id, event: type, data } of readEvents(answer.parts, toError)) {
    if (!isKnown(type)) continue;
    const content = parseObject(data);
    if (content === undefined || !contents[type](content)) {
      throw toError(`The stream contains an invalid ${type} event.`);
    }
    yield { id, type, content };
  }
}

/** Parses the events of a turn, see `readKnownEvents`. */
export async function* readMessageEvents(answer: OpenAnswer): AsyncGenerator<MessageEvent, void, undefined> {
  for await (const { id, type, content } of readKnownEvents(answer, contents)) {
    const field = fields[type];
    yield (field === undefined ? { id, type, ...content } : { id, type, [field]: content }) as MessageEvent;
  }
}

const contents: Contents<MessageEvent['type']> = {
  'message.created': ({ message }) => isObject(message),
  'message.delta': ({ text }) => typeof text === 'string',
  reasoning: ({ text }) => typeof text === 'string',
  citation: () => true,
  'tool.call': ({ callId, name }) => typeof callId === 'string' && typeof name === 'string',
  'tool.result': ({ callId, content }) => typeof callId === 'string' && typeof content === 'string',
  'approval.requested': ({ callId, toolCall }) => typeof callId === 'string' && typeof toolCall === 'string',
  'message.completed': ({ message }) => isObject(message),
  'message.requires_action': ({ message }) => isObject(message),
  'message.cancelled': ({ message }) => isObject(message),
  'message.failed': ({ message, error, code }) =>
    (message === null || isObject(message)) && typeof error === 'string' && typeof code === 'string',
};

/** The events whose data is one value: the name of its field. */
export const fields: Readonly<Partial<Record<string, string>>> = {
  citation: 'citation',
  'tool.call': 'call',
  'tool.result': 'result',
  'approval.requested': 'request',
};
