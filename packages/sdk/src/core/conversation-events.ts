import { APIConnectionError } from '../errors.ts';
import type { ConversationEvent } from '../types.ts';
import { isObject } from './envelope.ts';
import { type Contents, fields, readKnownEvents } from './message-events.ts';
import type { OpenAnswer } from './open.ts';
import type { RequestDescription, RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';
import type { Transport } from './send.ts';

/** Options of following a conversation. */
export interface FollowOptions extends RequestOptions {
  /** Continues after the event with this ID; without one, begins with the conversation as it is now. */
  readonly lastEventId?: string | undefined;
}

/**
 * The events of a conversation, for as long as they are read. After a lost connection, or when the server shuts down,
 * continues after the last event. Ends after `conversation.deleted`. Throws if the service can't be reached again.
 */
export async function* followConversation(
  transport: Transport,
  request: RequestDescription,
  { lastEventId, ...options }: FollowOptions = {},
): AsyncGenerator<ConversationEvent, void, undefined> {
  let last = lastEventId;
  for (;;) {
    const headers = { Accept: 'text/event-stream', ...options.headers, ...(last && { 'Last-Event-ID': last }) };
    const answer = await transport.open(request, { ...options, headers });
    let error: unknown = new APIConnectionError('The stream was interrupted.', { code: 'stream_interrupted' });
    try {
      for await (const event of readConversationEvents(answer)) {
        last = event.id;
        yield event;
        if (event.type === 'conversation.deleted') return;
      }
    } catch (failure) {
      if (!(failure instanceof APIConnectionError)) throw failure;
      error = failure;
    }
    // The connection was established, so this is the first attempt of its resumption.
    const delay = retryDelay({ error, attempts: 1, repeatable: true, random: transport.random }) ?? 0;
    await transport.wait(delay, options.signal);
  }
}

async function* readConversationEvents(answer: OpenAnswer): AsyncGenerator<ConversationEvent, void, undefined> {
  for await (const { id, type, content } of readKnownEvents(answer, contents)) {
    const { message, ...value } = content;
    const field = fields[type];
    yield (field === undefined ? { id, type, ...content } : { id, type, message, [field]: value }) as ConversationEvent;
  }
}

const isId = ({ message }: Record<string, unknown>) => typeof message === 'string';
const hasMessage = ({ message }: Record<string, unknown>) => isObject(message);

const contents: Contents<ConversationEvent['type']> = {
  'message.created': hasMessage,
  'message.delta': (content) => isId(content) && typeof content['text'] === 'string',
  citation: isId,
  'tool.call': (content) => isId(content) && typeof content['callId'] === 'string',
  'tool.result': (content) => isId(content) && typeof content['callId'] === 'string',
  'message.completed': hasMessage,
  'message.failed': (content) => hasMessage(content) && typeof content['error'] === 'string',
  'message.cancelled': hasMessage,
  'message.rated': hasMessage,
  'conversation.updated': ({ conversation }) => isObject(conversation),
  'conversation.deleted': ({ conversation }) => typeof conversation === 'string',
};
