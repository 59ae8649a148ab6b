import { InvalidResponseError } from '../errors.ts';
import type { MessageEvent } from '../types.ts';
import { failureOf, isObject, parseObject } from './envelope.ts';
import { readEvents, type ServerEvent, type ToError } from './events.ts';
import type { OpenAnswer } from './open.ts';

/**
 * Parses the known events of a turn and skips unknown ones. Throws `InvalidResponseError` if it is not an event stream,
 * or if an event doesn't match its type.
 */
export async function* readMessageEvents(answer: OpenAnswer): AsyncGenerator<MessageEvent, void, undefined> {
  const toError: ToError = (message) => new InvalidResponseError(failureOf(answer, message));
  if (!answer.response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    answer.close();
    throw toError('The response is not an event stream.');
  }
  for await (const event of readEvents(answer.parts, toError)) {
    if (isKnown(event.event)) yield toMessageEvent(event, event.event, toError);
  }
}

/** The fields that each event must have; the service's own schemas guarantee the rest. */
const contents: Readonly<Record<MessageEvent['type'], (content: Record<string, unknown>) => boolean>> = {
  'message.created': ({ message }) => isObject(message),
  'message.delta': ({ text }) => typeof text === 'string',
  citation: () => true,
  'tool.call': ({ callId, name }) => typeof callId === 'string' && typeof name === 'string',
  'tool.result': ({ callId, content }) => typeof callId === 'string' && typeof content === 'string',
  'message.completed': ({ message }) => isObject(message),
  'message.failed': ({ message, error, code }) =>
    (message === null || isObject(message)) && typeof error === 'string' && typeof code === 'string',
};

/** The events whose data is one value: the name of its field. */
const fields: Readonly<Partial<Record<MessageEvent['type'], string>>> = {
  citation: 'citation',
  'tool.call': 'call',
  'tool.result': 'result',
};

const isKnown = (type: string): type is MessageEvent['type'] => Object.hasOwn(contents, type);

function toMessageEvent({ id, data }: ServerEvent, type: MessageEvent['type'], toError: ToError): MessageEvent {
  const content = parseObject(data);
  if (content === undefined || !contents[type](content)) throw toError(`The stream contains an invalid ${type} event.`);
  const field = fields[type];
  return (field === undefined ? { id, type, ...content } : { id, type, [field]: content }) as MessageEvent;
}
