import { APIConnectionError } from '../errors.ts';
import type { ConversationChange, ConversationEvent } from '../types.ts';
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

/** A kind of stream that is followed: what its events must have, and after which one it ends. */
interface Kind<Event> {
  readonly contents: Contents<string>;
  readonly isLast: (event: Event) => boolean;
}

/**
 * The events of a conversation, for as long as they are read. After a lost connection, or when the server shuts down,
 * continues after the last event. Ends after `conversation.deleted`. Throws if the service can't be reached again.
 */
export const followConversation = (transport: Transport, request: RequestDescription, options?: FollowOptions) =>
  follow(transport, { request, kind: ofConversation }, options);

/** The changes of conversations, see `followConversation`. They have no end. */
export const followChanges = (transport: Transport, request: RequestDescription, options?: FollowOptions) =>
  follow(transport, { request, kind: ofChanges }, options);

async function* follow<Event extends { readonly id: string }>(
  transport: Transport,
  { request, kind }: { readonly request: RequestDescription; readonly kind: Kind<Event> },
  { lastEventId, ...options }: FollowOptions = {},
): AsyncGenerator<Event, void, undefined> {
  let last = lastEventId;
  for (;;) {
    const headers = { Accept: 'text/event-stream', ...options.headers, ...(last && { 'Last-Event-ID': last }) };
    const answer = await transport.open(request, { ...options, headers });
    let error: unknown = new APIConnectionError('The stream was interrupted.', { code: 'stream_interrupted' });
    try {
      for await (const event of readFollowed(answer, kind)) {
        // Presence has no ID of its own: it gets that of the place, which stays as it is.
        last = event.id || last;
        yield { ...event, id: last ?? '' };
        if (kind.isLast(event)) return;
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

async function* readFollowed<Event>(
  answer: OpenAnswer,
  { contents }: Kind<Event>,
): AsyncGenerator<Event, void, undefined> {
  for await (const { id, type, content } of readKnownEvents(answer, contents)) {
    const { message, ...value } = content;
    const field = fields[type];
    yield (field === undefined ? { id, type, ...content } : { id, type, message, [field]: value }) as Event;
  }
}

const isId = ({ message }: Record<string, unknown>) => typeof message === 'string';
const hasMessage = ({ message }: Record<string, unknown>) => isObject(message);
const isPresence = ({ conversation, people }: Record<string, unknown>) =>
  typeof conversation === 'string' && Array.isArray(people);

const contents: Contents<ConversationEvent['type']> = {
  'message.created': hasMessage,
  'message.delta': (content) => isId(content) && typeof content['text'] === 'string',
  reasoning: (content) => isId(content) && typeof content['text'] === 'string',
  citation: isId,
  'tool.call': (content) => isId(content) && typeof content['callId'] === 'string',
  'tool.result': (content) => isId(content) && typeof content['callId'] === 'string',
  'approval.requested': (content) => isId(content) && typeof content['toolCall'] === 'string',
  'message.completed': hasMessage,
  'message.requires_action': hasMessage,
  'message.failed': (content) => hasMessage(content) && typeof content['error'] === 'string',
  'message.cancelled': hasMessage,
  'message.rated': hasMessage,
  'entry.created': ({ entry }) => isObject(entry),
  presence: isPresence,
  'conversation.updated': ({ conversation }) => isObject(conversation),
  'conversation.deleted': ({ conversation }) => typeof conversation === 'string',
};

const ofConversation: Kind<ConversationEvent> = { contents, isLast: ({ type }) => type === 'conversation.deleted' };

const ofChanges: Kind<ConversationChange> = {
  contents: {
    'conversation.changed': ({ conversation, workspace }) =>
      typeof conversation === 'string' && typeof workspace === 'string',
    presence: isPresence,
  },
  isLast: () => false,
};
