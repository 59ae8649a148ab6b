import { APIConnectionError, ParleyError } from '../errors.ts';
import { MessageFailedError } from '../message-failed-error.ts';
import { toLines } from '../streams/lines.ts';
import { createObserver, type MessageStreamListeners } from '../streams/observer.ts';
import type { Message, MessageEvent } from '../types.ts';
import { unwrap } from './envelope.ts';
import { readMessageEvents } from './message-events.ts';
import { newIdempotencyKey, type RequestDescription, type RequestOptions } from './request.ts';
import { isInProgress, retryDelay } from './retry.ts';
import type { Transport } from './send.ts';

/** The text of a reply: complete when awaited, piece by piece when iterated. */
export interface AnswerText extends PromiseLike<string>, AsyncIterable<string> {}

/**
 * The events of a turn. The request is sent on first use, and the stream can be read once: as events, as text or as the
 * final message. A lost connection is resumed at the last event.
 */
export interface MessageStream extends AsyncIterable<MessageEvent> {
  /** Throws `MessageFailedError` at the end if the reply failed. */
  text(): AnswerText;
  /**
   * The reply once it is complete or cancelled; null if the agent doesn't reply because a person has taken over. Throws
   * `MessageFailedError` if the reply failed.
   */
  final(): Promise<Message | null>;
  /** The reply as far as it has been read; null before it begins. */
  readonly snapshot: Message | null;
  /**
   * Adds a function that is called as the stream is read, in any of its ways: with each piece of text and the text so
   * far, or with each event. The stream waits for a promise. An error of the function is thrown by
   * the reader.
   *
   * @example
   * const reply = await client.messages.stream(id, { content: 'Hi' }).on('text', (piece) => console.log(piece)).final();
   */
  on<Name extends keyof MessageStreamListeners>(name: Name, listener: MessageStreamListeners[Name]): MessageStream;
  /**
   * Closes the connection; reading throws an `APIUserAbortError`. The service continues the reply:
   * `conversations.cancel` ends that too.
   */
  abort(reason?: unknown): void;
  /**
   * The events as lines of JSON, to send to a browser. The stream is read as its reader asks for more, and aborted if
   * the reader leaves.
   *
   * @example
   * return new Response(client.messages.stream(id, { content }).toReadableStream());
   */
  toReadableStream(): ReadableStream<Uint8Array>;
}

/** Creates a stream from a request that returns one. */
export function toMessageStream(
  transport: Transport,
  first: RequestDescription,
  options: RequestOptions = {},
): MessageStream {
  let begun = false;
  const observer = createObserver(options.signal);
  const events = () => {
    if (begun) throw new ParleyError('A stream can be read only once.', { code: 'stream_consumed' });
    begun = true;
    return observer.watch((signal) => follow(transport, first, { ...options, signal }));
  };
  const final = async (): Promise<Message | null> => {
    for await (const event of events()) {
      const reply = replyAt(event);
      if (reply !== undefined) return reply;
    }
    throw new ParleyError('The stream ended without a final event.', { code: 'stream_interrupted' });
  };
  const stream: MessageStream = {
    [Symbol.asyncIterator]: events,
    get snapshot() {
      return observer.snapshot();
    },
    on: (name, listener) => {
      observer.on(name, listener);
      return stream;
    },
    abort: observer.abort,
    toReadableStream: () => toLines(events(), observer.abort),
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
  return stream;
}

async function* pieces(events: AsyncIterable<MessageEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) {
    if (event.type === 'message.delta') yield event.text;
    else if (event.type === 'message.failed') orFail(event);
  }
}

/** The reply that ends with an event, undefined while it goes on. Throws the failure of a reply. */
function replyAt(event: MessageEvent): Message | null | undefined {
  switch (event.type) {
    case 'message.completed':
      // Without a reply, the stream ends with the sent message.
      return event.message.role === 'assistant' ? event.message : null;
    case 'message.cancelled':
    case 'message.requires_action':
      return event.message;
    case 'message.failed':
      return orFail(event);
    default:
      return undefined;
  }
}

/** Throws the failure of a reply. A service from before `message.cancelled` ends a cancelled reply so, too: that is returned. */
function orFail({ message, error, code }: Extract<MessageEvent, { type: 'message.failed' }>): Message {
  if (message?.status === 'cancelled') return message;
  throw new MessageFailedError(error, { code, reply: message ?? undefined });
}

/** The position in a stream, for resuming it. */
interface Position {
  /** The last event received; without one the request is sent again. */
  readonly id?: string;
  readonly conversation?: string | undefined;
}

/** The events of a stream and, after a lost connection, of the streams that resume it. */
async function* follow(
  transport: Transport,
  request: RequestDescription,
  options: RequestOptions,
): AsyncGenerator<MessageEvent, void, undefined> {
  const maxRetries = options.maxRetries ?? transport.maxRetries;
  const beginning = begin(request, options);
  let position = placeOf(request);
  let losses = 0;
  const delayAfter = (error: unknown, attempts: number): number => {
    if (!(error instanceof APIConnectionError) || attempts > maxRetries) throw error;
    return retryDelay({ error, attempts, repeatable: true, random: transport.random }) ?? 0;
  };
  for (;;) {
    const next = resume(position, options) ?? beginning;
    // Retries while opening count, too; once they are exhausted there is nothing to resume.
    const { events, more } = await openOrFind(transport, next, { maxRetries: maxRetries - losses });
    try {
      for await (const event of events) {
        // Only progress justifies another resumption.
        if (event.id !== position.id) losses = 0;
        position = after(event, position);
        yield event;
      }
      if (!more) return;
    } catch (error) {
      losses += 1;
      await transport.wait(delayAfter(error, losses), options.signal);
    }
  }
}

interface Opened {
  readonly events: AsyncIterable<MessageEvent> | Iterable<MessageEvent>;
  /** True if further events follow: the stream is then resumed after these. */
  readonly more: boolean;
}

/**
 * Opens a stream. If a lost attempt has already sent the message, the service refuses to store it again and names it:
 * then that message is the first event.
 */
async function openOrFind(
  transport: Transport,
  { request, options }: Opening,
  { maxRetries }: { maxRetries: number },
): Promise<Opened> {
  try {
    const answer = await transport.open(request, { ...options, maxRetries });
    return { events: toTheLast(readMessageEvents(answer)), more: false };
  } catch (error) {
    const sent = isInProgress(error) && error.details.find(({ path }) => path === 'message');
    if (!sent) throw error;
    const found = { method: 'GET', path: '/api/messages/{id}', params: { id: sent.message } } as const;
    const asked = { ...withoutKey(options), headers: { ...options.headers, Accept: 'application/json' } };
    const message = unwrap(await transport.send(found, asked)) as Message;
    return { events: [{ id: `${message._id}:0`, type: 'message.created', message }], more: true };
  }
}

async function* toTheLast(events: AsyncIterable<MessageEvent>): AsyncGenerator<MessageEvent, void, undefined> {
  for await (const event of events) {
    yield event;
    if (isLast(event)) return;
  }
  throw new APIConnectionError('The stream was interrupted before its end.', { code: 'stream_interrupted' });
}

const lastOnes: ReadonlySet<string> = new Set([
  ...['message.completed', 'message.failed', 'message.cancelled', 'message.requires_action'],
]);
const isLast = ({ type }: MessageEvent) => lastOnes.has(type);

/** A stream that only follows knows its conversation before the first event. */
function placeOf({ method, params }: RequestDescription): Position {
  return method === 'GET' ? { conversation: params?.['id'] } : {};
}

const after = (event: MessageEvent, { conversation }: Position): Position => ({
  id: event.id,
  conversation: event.type === 'message.created' ? event.message.conversation : conversation,
});

interface Opening {
  readonly request: RequestDescription;
  readonly options: RequestOptions;
}

const streamed = { Accept: 'text/event-stream' };

/** The request that starts the stream. Every attempt uses the same idempotency key, so the message is sent once. */
function begin(request: RequestDescription, options: RequestOptions): Opening {
  const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
  const keyed = request.method === 'POST' ? { ...options, idempotencyKey } : options;
  return { request, options: { ...keyed, headers: { ...streamed, ...options.headers } } };
}

/** The request that resumes the stream; undefined if there was no event to resume after. */
function resume({ id, conversation }: Position, options: RequestOptions): Opening | undefined {
  if (id === undefined || conversation === undefined) return undefined;
  const headers = { ...streamed, ...options.headers, 'Last-Event-ID': id };
  const path = '/api/conversations/{id}/stream';
  return {
    request: { method: 'GET', path, params: { id: conversation } },
    options: { ...withoutKey(options), headers },
  };
}

/** The options for another request: without those that belong to the first one alone. */
const withoutKey = ({
  idempotencyKey: _,
  extraQuery: __,
  extraBody: ___,
  ...options
}: RequestOptions): RequestOptions => options;
