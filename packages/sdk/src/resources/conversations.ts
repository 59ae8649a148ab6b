import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { MessageStream } from '../core/message-stream.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { TextParts } from '../core/text-parts.ts';
import type {
  AgentConversationListParams,
  Conversation,
  ConversationCreateParams,
  ConversationEraseParams,
  ConversationExportParams,
  ConversationListParams,
  ConversationStatistics,
  ConversationStatisticsParams,
  ConversationUpdateParams,
} from '../types.ts';

/** Conversations, whatever channel they came through. */
export type Conversations = ReturnType<typeof createConversations>;

/** The methods of `client.conversations`. */
export const createConversations = ({ call, list, stream, download }: Api) => ({
  /** Begins a conversation with an agent, without a message; `client.agents.chat` begins one with its first message. */
  create: (agentId: string, body: ConversationCreateParams = {}, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/agents/{id}/conversations', { params: { id: agentId }, body }, options),

  /** Gets a conversation; `NotFoundError` where it is not within reach. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('GET /api/conversations/{id}', { params: { id } }, options),

  /**
   * Lists conversations, the newest first unless `sort` says otherwise.
   *
   * @example
   * for await (const { title } of client.conversations.list({ status: 'human' })) console.log(title);
   */
  list: (query: ConversationListParams = {}, options?: RequestOptions): PagePromise<Conversation> =>
    list('GET /api/conversations', { query }, options),

  /** Lists the conversations of one agent. */
  listOfAgent: (
    agentId: string,
    query: AgentConversationListParams = {},
    options?: RequestOptions,
  ): PagePromise<Conversation> =>
    list('GET /api/agents/{id}/conversations', { params: { id: agentId }, query }, options),

  /**
   * Counts conversations, messages, feedback and failed answers of a workspace, for each of the last days (of UTC).
   *
   * @example
   * const { days, total } = await client.conversations.statistics({ workspaceId, days: 7 });
   */
  statistics: (query: ConversationStatisticsParams, options?: RequestOptions): APIPromise<ConversationStatistics> =>
    call('GET /api/conversations/statistics', { query }, options),

  /** Changes title, tags, metadata or status; what is left out stays. With `ifMatch` only where nobody was faster. */
  update: (id: string, body: ConversationUpdateParams, options?: RequestOptions): APIPromise<Conversation> =>
    call('PATCH /api/conversations/{id}', { params: { id }, body }, options),

  /** Deletes a conversation with its messages. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/conversations/{id}', { params: { id } }, options),

  /** Deletes every conversation of one user, in every workspace that the caller administers or in the one named. */
  deleteOfUser: (
    userId: string,
    query: ConversationEraseParams = {},
    options?: RequestOptions,
  ): APIPromise<Confirmation> => call('DELETE /api/conversations', { query: { ...query, userId } }, options),

  /** Closes a conversation: nobody can send to it any more. */
  close: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/close', { params: { id }, body: {} }, options),

  /** Opens a closed conversation again. */
  reopen: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/reopen', { params: { id }, body: {} }, options),

  /** Takes a conversation over from its agent, which stays silent until it is released. */
  takeOver: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/takeover', { params: { id }, body: {} }, options),

  /** Gives a conversation back to its agent. */
  release: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/release', { params: { id }, body: {} }, options),

  /** Cancels the answer that is being written; what there is of it stays. */
  cancel: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/cancel', { params: { id }, body: {} }, options),

  /**
   * Follows the answer that is being written, from its beginning; where none is, tells how the last message ended.
   *
   * @example
   * const answer = await client.conversations.follow(id).final();
   */
  follow: (id: string, options?: RequestOptions): MessageStream =>
    stream('GET /api/conversations/{id}/stream', { params: { id } }, options),

  /**
   * Exports conversations with their messages, as JSON Lines (a conversation a line) or CSV (a message a line).
   *
   * @example
   * for await (const part of client.conversations.export({ format: 'csv' })) file.write(part);
   */
  export: (query: ConversationExportParams = {}, options?: RequestOptions): TextParts =>
    download('GET /api/conversations/export', { query }, options),
});
