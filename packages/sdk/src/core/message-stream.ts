import { APIConnectionError, InvalidResponseError, ParleyError } from '../errors.ts';
import { MessageFailedError } from '../message-failed-error.ts';
import type { Message, MessageEvent } from '../types.ts';
import { failureOf } from './envelope.ts';
import { readEvents, type ServerEvent } from './events.ts';
import type { OpenAnswer } from './open.ts';
import { newIdempotencyKey, type RequestDescription, type RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';
import type { Transport } from './send.ts';

/** The text of an answer: whole when awaited, piece by piece when walked through. */
export interface AnswerText extends PromiseLike<string>, AsyncIterable<string> {}

/**
 * What happens while an answer is written. Nothing is sent before it is read, and it is read once: as events, as text
 * or as the message at the end. A connection that is lost in between is taken up where it was.
 */
export interface MessageStream extends AsyncIterable<MessageEvent> {
  /** Throws `MessageFailedError` at the end where the answer failed. */
  text(): AnswerText;
  /** The message when it is whole, or cancelled; null where a person has taken over. Throws `MessageFailedError`. */
  final(): Promise<Message>;
}

/** Makes a stream of a request that is answered with one. */
export function toMessageStream(
  transport: Transport,
  first: RequestDescription,
  options: RequestOptions = {},
): MessageStream {
  let begun = false;
  const events = () => {
    if (begun) throw new ParleyError('A stream can be read once.');
    begun = true;
    return follow(transport, first, options);
  };
  const final = async (): Promise<Message> => {
    for await (const event of events()) {
      if (event.type === 'message.completed') return event.message;
      if (event.type === 'message.failed') return orFail(event);
    }
    throw new ParleyError('The stream had no end.');
  };
  return {
    [Symbol.asyncIterator]: events,
    text: () => {
      const whole = async () => {
        let text = '';
        for await (const piece of pieces(events())) text += piece;
        return text;
      };
      return {
        [Symbol.asyncIterator]: () => pieces(events()),
        // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited.
        then: (resolve, reject) => whole().then(resolve, reject),
      };
    },
    final,
  };
}

async function* pieces(events: AsyncIterable<MessageEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) {
    if (event.type === 'message.delta') yield event.text;
    else if (event.type === 'message.failed') orFail(event);
  }
}

function orFail({ message, error, code }: Extract<MessageEvent, { type: 'message.failed' }>): Message {
  if (message?.status === 'cancelled') return message;
  throw new MessageFailedError(error, { code, reply: message ?? undefined });
}

/** Where a stream is: what takes it up again. */
interface Position {
  readonly id: string;
  readonly conversation: string;
}

/** The events of a stream and, where the connection is lost, of those that take it up. */
async function* follow(
  transport: Transport,
  request: RequestDescription,
  options: RequestOptions,
): AsyncGenerator<MessageEvent, void, undefined> {
  const first = begin(request, options);
  let position: Position | undefined;
  let losses = 0;
  for (;;) {
    try {
      for await (const event of openEvents(transport, position === undefined ? first : resume(position, options))) {
        losses = 0;
        position = after(event, position);
        yield event;
        if (isLast(event)) return;
      }
      throw new APIConnectionError('The stream broke off before its end.');
    } catch (error) {
      losses += 1;
      await beforeNext(error, losses, { transport, options });
    }
  }
}

/** Waits before a lost connection is taken up; throws what was wrong where it isn't. */
async function beforeNext(
  error: unknown,
  losses: number,
  { transport, options }: { transport: Transport; options: RequestOptions },
): Promise<void> {
  const maxRetries = options.maxRetries ?? transport.maxRetries;
  if (!(error instanceof APIConnectionError) || losses > maxRetries) throw error;
  const delay = retryDelay({ error, attempts: losses, repeatable: true, random: transport.random });
  await transport.wait(delay ?? 0, options.signal);
}

const isLast = ({ type }: MessageEvent) => type === 'message.completed' || type === 'message.failed';

async function* openEvents(transport: Transport, { request, options }: ReturnType<typeof begin>) {
  for await (const event of readEvents(checked(await transport.open(request, options)))) {
    const known = toMessageEvent(event);
    if (known !== undefined) yield known;
  }
}

function after(event: MessageEvent, position: Position | undefined): Position | undefined {
  if (event.type === 'message.created') return { id: event.id, conversation: event.message.conversation };
  return position && { ...position, id: event.id };
}

const streamed = { Accept: 'text/event-stream' };

/** The request that begins it. A message has the same key on every attempt, so that it is sent once. */
function begin(
  request: RequestDescription,
  options: RequestOptions,
): { readonly request: RequestDescription; readonly options: RequestOptions } {
  const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
  const keyed = request.method === 'POST' ? { ...options, idempotencyKey } : options;
  return { request, options: { ...keyed, headers: { ...streamed, ...options.headers } } };
}

/** The request that takes it up. */
function resume({ id, conversation }: Position, { idempotencyKey: _, ...options }: RequestOptions) {
  const headers = { ...streamed, ...options.headers, 'Last-Event-ID': id };
  const path = '/api/conversations/{id}/stream';
  return { request: { method: 'GET', path, params: { id: conversation } } as const, options: { ...options, headers } };
}

function checked({ response, parts }: OpenAnswer): AsyncIterable<string> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) return parts;
  throw new InvalidResponseError(
    failureOf({ response, text: '', attempts: 1 }, 'The answer is not a stream of events.'),
  );
}

const known: readonly string[] = [
  'message.created',
  'message.delta',
  'citation',
  'message.completed',
  'message.failed',
] satisfies MessageEvent['type'][];

/** Undefined for an event that this version doesn't know. */
function toMessageEvent({ id, event, data }: ServerEvent): MessageEvent | undefined {
  if (!known.includes(event)) return undefined;
  const content = JSON.parse(data) as object;
  return (
    event === 'citation' ? { id, type: event, citation: content } : { id, type: event, ...content }
  ) as MessageEvent;
}
