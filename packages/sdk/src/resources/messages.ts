import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { MessageStream } from '../core/message-stream.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { RunToolsParams, ToolsRun } from '../tools/run-types.ts';
import type {
  Exchange,
  Message,
  MessageDelivery,
  MessageListParams,
  MessageRateParams,
  MessageRetryParams,
  MessageSendParams,
  ToolResultsParams,
} from '../types.ts';

/** Messages. */
export type Messages = ReturnType<typeof createMessages>;

/** The methods of `client.messages`. */
export const createMessages = (api: Api) => {
  const messages = createOperations(api);
  return {
    ...messages,

    /**
     * Sends a message, runs your functions for the client tools that the reply calls, and returns the reply when it has
     * ended or waits for approval.
     *
     * @example
     * const { reply } = await client.messages.runTools(id, {
     *   content: 'Where is order 7?',
     *   tools: { find_order: { execute: ({ number }) => orders.get(number) } },
     * });
     */
    runTools: async <const Schemas>(
      conversationId: string,
      body: MessageSendParams & RunToolsParams<Schemas>,
      options?: RequestOptions,
    ): Promise<ToolsRun> => {
      const { runTools } = await import('../tools/run-tools.ts');
      const begin = (draft: MessageSendParams) => messages.stream(conversationId, draft, options);
      return runTools({ api, begin, options }, body);
    },
  };
};

/** The methods that each call an operation. */
const createOperations = ({ call, list, stream }: Api) => ({
  /**
   * Sends a message to a conversation and waits for the complete reply; `role: 'human'` replies in the agent's place.
   */
  send: (conversationId: string, body: MessageSendParams, options?: RequestOptions): APIPromise<Exchange> =>
    call('POST /api/conversations/{id}/messages', { params: { id: conversationId }, body, slow: true }, options),

  /**
   * Sends a message to a conversation and streams the reply.
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

  /** Lists the messages of a conversation, newest first unless `sort` says otherwise. */
  list: (conversationId: string, query: MessageListParams = {}, options?: RequestOptions): PagePromise<Message> =>
    list('GET /api/conversations/{id}/messages', { params: { id: conversationId }, query }, options),

  /** Gets a message. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Message> =>
    call('GET /api/messages/{id}', { params: { id } }, options),

  /** Retries the last reply if it failed or was cancelled; `settings` tries unsaved settings. */
  retry: (id: string, body: MessageRetryParams = {}, options?: RequestOptions): APIPromise<Exchange> =>
    call('POST /api/messages/{id}/retry', { params: { id }, body, slow: true }, options),

  /** Retries the last reply and streams it. */
  retryStream: (id: string, body: MessageRetryParams = {}, options?: RequestOptions): MessageStream =>
    stream('POST /api/messages/{id}/retry', { params: { id }, body: { ...body, stream: true } }, options),

  /**
   * Answers tool calls that wait for your code, and returns the reply when it has ended or waits again.
   *
   * @example
   * await client.messages.sendToolResults(reply._id, { results: [{ callId: 'call_1', content: '2 books' }] });
   */
  sendToolResults: (id: string, body: ToolResultsParams, options?: RequestOptions): APIPromise<Exchange> =>
    call('POST /api/messages/{id}/tool-results', { params: { id }, body, slow: true }, options),

  /** Answers tool calls that wait for your code, and streams the reply. */
  streamToolResults: (id: string, body: ToolResultsParams, options?: RequestOptions): MessageStream =>
    stream('POST /api/messages/{id}/tool-results', { params: { id }, body: { ...body, stream: true } }, options),

  /**
   * Sends a message to its messenger again, if its delivery failed or it isn’t known whether it was sent; then its user
   * may get it twice.
   */
  redeliver: (id: string, options?: RequestOptions): APIPromise<MessageDelivery> =>
    call('POST /api/messages/{id}/redeliver', { params: { id }, body: {}, once: false }, options),

  /** Rates a reply; `rating: null` removes the rating. */
  rate: (id: string, body: MessageRateParams, options?: RequestOptions): APIPromise<Message> =>
    call('PUT /api/messages/{id}/feedback', { params: { id }, body }, options),
});
