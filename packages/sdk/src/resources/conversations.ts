import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { FollowOptions } from '../core/conversation-events.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { MessageStream } from '../core/message-stream.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { TextParts } from '../streams/text-parts.ts';
import type {
  AgentConversationListParams,
  AllConversationsRead,
  AllConversationsReadParams,
  AnswerAddress,
  AnswerAddressParams,
  Conversation,
  ConversationChange,
  ConversationChangesParams,
  ConversationCreateParams,
  ConversationEntry,
  ConversationEraseParams,
  ConversationEvent,
  ConversationExportParams,
  ConversationListParams,
  ConversationRead,
  ConversationReadParams,
  ConversationStatistics,
  ConversationStatisticsParams,
  ConversationUpdateParams,
  DeliveryListParams,
  EntryListParams,
  FormSubmitParams,
  HandoverParams,
  ListedConversation,
  MessageDelivery,
  Presence,
  PresenceParams,
  ReleaseParams,
  Satisfaction,
  SatisfactionParams,
  Suggestion,
  SuggestionEvent,
  SuggestionParams,
  TakeoverParams,
  Transcript,
  TranscriptParams,
} from '../types.ts';
import { createNotes } from './desk/notes.ts';

/** Conversations, from every channel. */
export type Conversations = ReturnType<typeof createConversations>;

/** The methods that follow what happens. */
const createFollowing = ({ stream, follow, watch, list }: Api) => ({
  /**
   * Lists how far each message has come on its way to a user of a messenger; empty for any other conversation.
   *
   * @example
   * for await (const { message, state } of client.conversations.deliveries(id)) console.log(message, state);
   */
  deliveries: (id: string, query: DeliveryListParams = {}, options?: RequestOptions): PagePromise<MessageDelivery> =>
    list('GET /api/conversations/{id}/deliveries', { params: { id }, query }, options),

  /**
   * Lists what happened to a conversation beside its messages, oldest first unless `sort` says otherwise.
   *
   * @example
   * for await (const { type, actor } of client.conversations.entries(id)) console.log(type, actor.name);
   */
  entries: (id: string, query: EntryListParams = {}, options?: RequestOptions): PagePromise<ConversationEntry> =>
    list('GET /api/conversations/{id}/entries', { params: { id }, query }, options),

  /**
   * Follows the current reply from its beginning. Without one, returns how the last message ended.
   *
   * @example
   * const answer = await client.conversations.follow(id).final();
   */
  follow: (id: string, options?: RequestOptions): MessageStream =>
    stream('GET /api/conversations/{id}/stream', { params: { id } }, options),

  /**
   * Follows everything that happens in a conversation, also what other callers do, until you stop reading or the
   * conversation is deleted. Continues after a lost connection by itself. Begins with the conversation as it is now,
   * unless `lastEventId` is set.
   *
   * @example for await (const event of client.conversations.events(id)) { if (event.type === 'message.delta')
   * show(event.message, event.text); }
   */
  events: (id: string, options?: FollowOptions): AsyncIterable<ConversationEvent> =>
    follow('GET /api/conversations/{id}/events', { params: { id } }, options),

  /**
   * Follows changes of conversations, also those by other callers, until you stop reading: each is a hint to read a
   * list again. Continues after a lost connection by itself.
   *
   * @example for await (const { conversation } of client.conversations.changes()) refresh(conversation);
   */
  changes: (query: ConversationChangesParams = {}, options?: FollowOptions): AsyncIterable<ConversationChange> =>
    watch('GET /api/conversations/events', { query }, options),
});

/** The methods for what a person has read. */
const createReading = ({ call }: Api) => ({
  /**
   * Marks a conversation as read by the person who asks, or whose key it is: up to its latest message, or the one of
   * `readUntil`. Never moves back.
   */
  markRead: (id: string, body: ConversationReadParams = {}, options?: RequestOptions): APIPromise<ConversationRead> =>
    call('POST /api/conversations/{id}/read', { params: { id }, body }, options),

  /**
   * Tells that the person who asks, or whose key it is, or the visitor looks at a conversation or types in it. It
   * counts for 15 s: repeat it every 5 s. Returns who is there.
   */
  presence: (id: string, body: PresenceParams, options?: RequestOptions): APIPromise<Presence> =>
    call('POST /api/conversations/{id}/presence', { params: { id }, body, once: false }, options),

  /** Marks all conversations of a workspace as read by the person who asks, or whose key it is. */
  markAllRead: (body: AllConversationsReadParams, options?: RequestOptions): APIPromise<AllConversationsRead> =>
    call('POST /api/conversations/read', { body }, options),
});

/** Methods about the visitor of a conversation. */
const createVisiting = ({ call }: Api) => ({
  /** Stores a visitor's answers to the form of the channel, with the visitor's token. */
  submitForm: (id: string, body: FormSubmitParams, options?: RequestOptions): APIPromise<Conversation> =>
    call('PUT /api/conversations/{id}/form', { params: { id }, body }, options),

  /** Mails a transcript, to the address that the visitor has given unless `email` is set. */
  sendTranscript: (id: string, body: TranscriptParams = {}, options?: RequestOptions): APIPromise<Transcript> =>
    call('POST /api/conversations/{id}/transcript', { params: { id }, body }, options),

  /** Gets the address to which answers of people go by mail. */
  answerAddress: (id: string, options?: RequestOptions): APIPromise<AnswerAddress> =>
    call('GET /api/conversations/{id}/answer-address', { params: { id } }, options),

  /** Sets the address to which answers of people go by mail, for 30 days; `email: null` removes it. */
  setAnswerAddress: (id: string, body: AnswerAddressParams, options?: RequestOptions): APIPromise<AnswerAddress> =>
    call('PUT /api/conversations/{id}/answer-address', { params: { id }, body }, options),

  /** Says how satisfied the visitor of a closed conversation is. Not the rating of a reply: `messages.rate`. */
  submitSatisfaction: (id: string, body: SatisfactionParams, options?: RequestOptions): APIPromise<Satisfaction> =>
    call('POST /api/conversations/{id}/satisfaction', { params: { id }, body }, options),
});

/** The methods by which an agent writes for a person at the desk. */
const createSuggesting = ({ call, suggest }: Api) => ({
  /** Has the agent draft a reply, sum up or translate, and waits for the text. Nothing is sent or stored. */
  suggest: (id: string, body: SuggestionParams = {}, options?: RequestOptions): APIPromise<Suggestion> =>
    call('POST /api/conversations/{id}/suggestions', { params: { id }, body, once: false, slow: true }, options),

  /**
   * Has the agent draft a reply, sum up or translate, and streams the text. Leaving the loop ends it.
   *
   * @example
   * for await (const event of client.conversations.suggestStream(id)) {
   *   if (event.type === 'suggestion.delta') process.stdout.write(event.text);
   * }
   */
  suggestStream: (id: string, body: SuggestionParams = {}, options?: RequestOptions): AsyncIterable<SuggestionEvent> =>
    suggest(
      'POST /api/conversations/{id}/suggestions',
      { params: { id }, body: { ...body, stream: true }, once: false },
      options,
    ),
});

/** The methods that change the one who replies. */
const createStates = ({ call }: Api) => ({
  /** Closes a conversation: it accepts no more messages. */
  close: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/close', { params: { id }, body: {} }, options),

  /** Reopens a closed conversation. */
  reopen: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/reopen', { params: { id }, body: {} }, options),

  /**
   * Takes over a conversation: its agent doesn't reply until it is released. With `from`, throws `ConflictError` if
   * another person has it by now.
   */
  takeOver: (id: string, body: TakeoverParams = {}, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/takeover', { params: { id }, body }, options),

  /**
   * Hands a conversation over to people: its agent doesn't reply until it is released. Does nothing if people have it.
   */
  handOver: (id: string, body: HandoverParams, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/handover', { params: { id }, body }, options),

  /** Releases a conversation to its agent; with `answer`, it replies to the last message of the user. */
  release: (id: string, body: ReleaseParams = {}, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/release', { params: { id }, body }, options),

  /** Cancels the current reply; its text so far is kept. */
  cancel: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    call('POST /api/conversations/{id}/cancel', { params: { id }, body: {} }, options),
});

/** The methods of `client.conversations`. */
export const createConversations = (api: Api) => ({
  /** Creates a conversation without a message; `client.agents.chat` creates one with its first message. */
  create: (agentId: string, body: ConversationCreateParams = {}, options?: RequestOptions): APIPromise<Conversation> =>
    api.call('POST /api/agents/{id}/conversations', { params: { id: agentId }, body }, options),

  /** Gets a conversation. Throws `NotFoundError` if it is not within reach. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Conversation> =>
    api.call('GET /api/conversations/{id}', { params: { id } }, options),

  /**
   * Lists conversations, newest first unless `sort` says otherwise. With `q`, each may have a `match`: the message with
   * the words, and an excerpt.
   *
   * @example
   * for await (const { title } of client.conversations.list({ status: 'human' })) console.log(title);
   */
  list: (query: ConversationListParams = {}, options?: RequestOptions): PagePromise<ListedConversation> =>
    api.list('GET /api/conversations', { query }, options),

  /** Lists the conversations of one agent. */
  listOfAgent: (
    agentId: string,
    query: AgentConversationListParams = {},
    options?: RequestOptions,
  ): PagePromise<ListedConversation> =>
    api.list('GET /api/agents/{id}/conversations', { params: { id: agentId }, query }, options),

  /**
   * Counts a workspace's conversations, messages, feedback and failed replies for each of the last days (UTC), or from
   * one day to another; many days by week or month (`interval`).
   *
   * @example
   * const { days, total } = await client.conversations.statistics({ workspaceId, days: 7 });
   * const october = await client.conversations.statistics({ workspaceId, from: '2026-10-01', to: '2026-10-31' });
   */
  statistics: (query: ConversationStatisticsParams, options?: RequestOptions): APIPromise<ConversationStatistics> =>
    api.call('GET /api/conversations/statistics', { query }, options),

  /**
   * Changes title, tags, metadata or status; fields that are left out stay. With `ifMatch`, throws
   * `PreconditionFailedError` if it has changed since.
   */
  update: (id: string, body: ConversationUpdateParams, options?: RequestOptions): APIPromise<Conversation> =>
    api.call('PATCH /api/conversations/{id}', { params: { id }, body }, options),

  /** Deletes a conversation with its messages. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    api.call('DELETE /api/conversations/{id}', { params: { id } }, options),

  /** Deletes every conversation of a user, in the given workspace or in all that the caller administers. */
  deleteOfUser: (
    userId: string,
    query: ConversationEraseParams = {},
    options?: RequestOptions,
  ): APIPromise<Confirmation> => api.call('DELETE /api/conversations', { query: { ...query, userId } }, options),

  notes: createNotes(api),

  ...createStates(api),
  ...createReading(api),
  ...createVisiting(api),
  ...createSuggesting(api),
  ...createFollowing(api),

  /**
   * Exports conversations with their messages, as JSON Lines (one conversation per line) or CSV (one message per line).
   *
   * @example
   * for await (const part of client.conversations.export({ format: 'csv' })) file.write(part);
   */
  export: (query: ConversationExportParams = {}, options?: RequestOptions): TextParts =>
    api.download('GET /api/conversations/export', { query }, options),
});
