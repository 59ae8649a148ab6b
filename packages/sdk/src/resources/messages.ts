import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { MessageStream } from '../core/message-stream.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  Exchange,
  Message,
  MessageListParams,
  MessageRateParams,
  MessageRetryParams,
  MessageSendParams,
} from '../types.ts';

/** Messages. */
export type Messages = ReturnType<typeof createMessages>;

/** The methods of `client.messages`. */
export const createMessages = ({ call, list, stream }: Api) => ({
  /** Sends a message into a conversation and waits for the whole answer; `role: 'human'` replies in the agent's place. */
  send: (conversationId: string, body: MessageSendParams, options?: RequestOptions): APIPromise<Exchange> =>
    call('POST /api/conversations/{id}/messages', { params: { id: conversationId }, body, slow: true }, options),

  /**
   * Sends a message into a conversation and gives the answer while it is written.
   *
   * @example
   * for await (const event of client.messages.stream(id, { content: 'And then?' })) console.log(event.type);
   */
  stream: (conversationId: string, body: MessageSendParams, options?: RequestOptions): MessageStream =>
    stream(
      'POST /api/conversations/{id}/messages',
      { params: { id: conversationId }, body: { ...body, stream: true } },
      options,
    ),

  /** Lists the messages of a conversation, the newest first unless `sort` says otherwise. */
  list: (conversationId: string, query: MessageListParams = {}, options?: RequestOptions): PagePromise<Message> =>
    list('GET /api/conversations/{id}/messages', { params: { id: conversationId }, query }, options),

  /** Gets a message. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Message> =>
    call('GET /api/messages/{id}', { params: { id } }, options),

  /** Has the last answer written once more, where it failed or was cancelled; `settings` tries what is not saved. */
  retry: (id: string, body: MessageRetryParams = {}, options?: RequestOptions): APIPromise<Exchange> =>
    call('POST /api/messages/{id}/retry', { params: { id }, body, slow: true }, options),

  /** The same, while it is written. */
  retryStream: (id: string, body: MessageRetryParams = {}, options?: RequestOptions): MessageStream =>
    stream('POST /api/messages/{id}/retry', { params: { id }, body: { ...body, stream: true } }, options),

  /** Says what somebody thinks of an answer; `rating: null` takes it back. */
  rate: (id: string, body: MessageRateParams, options?: RequestOptions): APIPromise<Message> =>
    call('PUT /api/messages/{id}/feedback', { params: { id }, body }, options),
});
