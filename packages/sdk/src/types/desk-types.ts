import type { Body, Data, ItemOf, Query } from '../core/endpoint.ts';
import type { components } from '../types.gen.ts';

/** A text that people send often, with variables. */
export interface SavedReply extends Data<'GET /api/saved-replies/{id}'> {}
/** The fields of a new saved reply; `name` and `text` are required. */
export interface SavedReplyCreateParams extends Body<'POST /api/saved-replies'> {}
/** Changes of a saved reply; fields that are left out stay. */
export interface SavedReplyUpdateParams extends Body<'PATCH /api/saved-replies/{id}'> {}
/** The conversation that the values of variables are from. */
export interface SavedReplyRenderParams extends Body<'POST /api/saved-replies/{id}/render'> {}
/** The text of a saved reply with values, and the variables without one. */
export interface RenderedReply extends Data<'POST /api/saved-replies/{id}/render'> {}
/** Filters and order of the list of saved replies. */
export interface SavedReplyListParams extends Query<'GET /api/saved-replies'> {}

/** Filters of conversations under a name. */
export interface View extends Data<'GET /api/views/{id}'> {}
/** A view in a list. `count` is there if it was asked for. */
export type ListedView = ItemOf<'GET /api/views'>;
/** The fields of a new view; `name` and `filters` are required. */
export interface ViewCreateParams extends Body<'POST /api/views'> {}
/** Changes of a view; fields that are left out stay. */
export interface ViewUpdateParams extends Body<'PATCH /api/views/{id}'> {}
/** Order of the list of views, and whether they are counted. */
export interface ViewListParams extends Query<'GET /api/views'> {}
/** The person who has the conversation before a takeover; any unless set. */
export interface TakeoverParams extends Body<'POST /api/conversations/{id}/takeover'> {}
/** The kind of text to suggest, and how it should be. */
export interface SuggestionParams extends Omit<Body<'POST /api/conversations/{id}/suggestions'>, 'stream'> {}
/** A text that an agent wrote for a person at the desk. */
export interface Suggestion extends Data<'POST /api/conversations/{id}/suggestions'> {}
/** An event of a suggestion, which can't be resumed. The last one is `suggestion.completed` or `suggestion.failed`. */
export type SuggestionEvent = SentEvent<components['schemas']['SuggestionStreamEvent']>;

type SentEvent<Sent> = Sent extends { event: infer Type extends string; data: infer Content }
  ? { readonly type: Type } & Readonly<Content>
  : never;

/** The address to which answers in a conversation go by mail. */
export interface AnswerAddress extends Data<'GET /api/conversations/{id}/answer-address'> {}
/** The new address, and the language and time zone of its mails. */
export interface AnswerAddressParams extends Body<'PUT /api/conversations/{id}/answer-address'> {}
/** A sign that the sender is typing, or leaves. */
export interface PresenceParams extends Body<'POST /api/conversations/{id}/presence'> {}
/** The people in a conversation now. */
export interface Presence extends Data<'POST /api/conversations/{id}/presence'> {}

/** Something that happened to a conversation beside its messages. */
export type ConversationEntry = ItemOf<'GET /api/conversations/{id}/entries'>;
/** Order of the entries of a conversation. */
export interface EntryListParams extends Query<'GET /api/conversations/{id}/entries'> {}
/** Why a conversation is handed over to people, and what it is about. */
export interface HandoverParams extends Body<'POST /api/conversations/{id}/handover'> {}
/** The satisfaction of a visitor with a closed conversation. */
export interface SatisfactionParams extends Body<'POST /api/conversations/{id}/satisfaction'> {}
/** The answer of a visitor to how satisfied they are. */
export interface Satisfaction extends Data<'POST /api/conversations/{id}/satisfaction'> {}
/** The fate of the last message when a conversation is given back to its agent. */
export interface ReleaseParams extends Body<'POST /api/conversations/{id}/release'> {}
