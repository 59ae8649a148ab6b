import { InvalidResponseError } from '../errors.ts';
import type { MessageEvent } from '../types.ts';
import { failureOf, isObject, parseObject } from './envelope.ts';
import { readEvents, type ServerEvent, type ToError } from './events.ts';
import type { OpenAnswer } from './open.ts';

/**
 * The events of an answer that this version knows; others are left out. Throws `InvalidResponseError` where it is no
 * stream of events, or one of them is not what its type says.
 */
export async function* readMessageEvents(answer: OpenAnswer): AsyncGenerator<MessageEvent, void, undefined> {
  const toError: ToError = (message) => new InvalidResponseError(failureOf(answer, message));
  if (!answer.response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    answer.close();
    throw toError('The answer is not a stream of events.');
  }
  for await (const event of readEvents(answer.parts, toError)) {
    if (isKnown(event.event)) yield toMessageEvent(event, event.event, toError);
  }
}

/** What the data of each event has to have; the rest of it is as the service's own schemas made it. */
const contents: Readonly<Record<MessageEvent['type'], (content: Record<string, unknown>) => boolean>> = {
  'message.created': ({ message }) => isObject(message),
  'message.delta': ({ text }) => typeof text === 'string',
  citation: () => true,
  'message.completed': ({ message }) => isObject(message),
  'message.failed': ({ message, error, code }) =>
    (message === null || isObject(message)) && typeof error === 'string' && typeof code === 'string',
};

const isKnown = (type: string): type is MessageEvent['type'] => Object.hasOwn(contents, type);

function toMessageEvent({ id, data }: ServerEvent, type: MessageEvent['type'], toError: ToError): MessageEvent {
  const content = parseObject(data);
  if (content === undefined || !contents[type](content)) throw toError(`An event of the stream is no ${type}.`);
  return (type === 'citation' ? { id, type, citation: content } : { id, type, ...content }) as MessageEvent;
}
