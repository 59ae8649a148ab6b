import type { Body, Data, ItemOf, Query } from './core/endpoint.ts';
import type { Confirmation } from './core/envelope.ts';
import type { components } from './types.gen.ts';

export type * from './types/channel-types.ts';
export type * from './types/desk-types.ts';
export type * from './types/event-types.ts';
export type * from './types/health-types.ts';
export type * from './types/knowledge-types.ts';
export type * from './types/model-types.ts';
export type * from './types/second-factor-types.ts';
export type * from './types/tool-types.ts';
export type * from './types/webhook-types.ts';
export type * from './types/workspace-types.ts';

/** An agent: its prompt, model and settings. */
export interface Agent extends Data<'GET /api/agents/{id}'> {}
/** The fields of a new agent; only `name` is required. */
export interface AgentCreateParams extends Body<'POST /api/agents'> {}
/** Changes of an agent; fields that are left out stay. Read-only fields are accepted with their current value. */
export interface AgentUpdateParams extends Body<'PUT /api/agents/{id}'> {}
/** A new agent, or changes of the one that has your ID. */
export interface AgentUpsertParams extends Body<'PUT /api/agents/by-external-id/{externalId}'> {
  readonly workspaceId?: string | undefined;
}
/** Fields of the copy of an agent that differ from its original. */
export interface AgentDuplicateParams extends Body<'POST /api/agents/{id}/duplicate'> {}
/** Records that would be deleted with an agent. */
export interface ChannelHandover extends Data<'GET /api/channels/{id}/handover'> {}
export interface AgentDependents extends Data<'GET /api/agents/{id}/dependents'> {}
/** A question to the knowledge sources of an agent. */
export interface KnowledgeQuery extends Body<'POST /api/agents/{id}/search'> {}
/** The passages that answer a question, and how they were ranked. */
export interface KnowledgeResults extends Data<'POST /api/agents/{id}/search'> {}
/** An agent in a list. `activity` is how much it is used, if that was asked for. */
export type ListedAgent = ItemOf<'GET /api/agents'>;
/** Filters and order of the list of agents. */
export interface AgentListParams extends Query<'GET /api/agents'> {}

/** A conversation with an agent. */
export interface Conversation extends Data<'GET /api/conversations/{id}'> {}
/** A conversation in a list. `match` is where `q` was found in its messages. */
export type ListedConversation = ItemOf<'GET /api/conversations'>;
/** The newest message with the words of `q`, an excerpt of it, and the places of the words in the excerpt. */
export type ConversationMatch = NonNullable<ListedConversation['match']>;
/** A private note: its text, and the people that it mentions. */
export interface NoteCreateParams extends Body<'POST /api/conversations/{id}/notes'> {}
/** Changes of a note; fields that are left out stay. */
export interface NoteUpdateParams extends Body<'PATCH /api/conversations/{id}/notes/{noteId}'> {}
/** The IDs of a note and of its conversation. */
export interface NoteRef {
  readonly conversationId: string;
  readonly noteId: string;
}
/** The fields of a new conversation; all of them are optional. */
export interface ConversationCreateParams extends Body<'POST /api/agents/{id}/conversations'> {}
/** Changes of a conversation; fields that are left out stay. */
export interface ConversationUpdateParams extends Body<'PATCH /api/conversations/{id}'> {}
/** A transcript that is on its way. */
export interface Transcript extends Data<'POST /api/conversations/{id}/transcript'> {}
/** The address and the time zone of a transcript. */
export interface TranscriptParams extends Body<'POST /api/conversations/{id}/transcript'> {}
/** A visitor's answers to the form of a channel. */
export interface FormSubmitParams extends Body<'PUT /api/conversations/{id}/form'> {}
/** Up to which message a conversation is read; its latest unless set. */
export interface ConversationReadParams extends Body<'POST /api/conversations/{id}/read'> {}
/** Up to when a person has read a conversation. */
export interface ConversationRead extends Data<'POST /api/conversations/{id}/read'> {}
/** The body of `conversations.markAllRead`. */
export interface AllConversationsReadParams extends Body<'POST /api/conversations/read'> {}
/** Up to when a person has read the conversations of a workspace. */
export interface AllConversationsRead extends Data<'POST /api/conversations/read'> {}
/** Filters and order of the list of conversations. */
export interface ConversationListParams extends Query<'GET /api/conversations'> {}
/** Filters and order of the conversations of one agent. */
export interface AgentConversationListParams extends Query<'GET /api/agents/{id}/conversations'> {}
/** Filters and format of an export. */
export interface ConversationExportParams extends Query<'GET /api/conversations/export'> {}
/** The workspace to count, optionally one agent of it, and the number of days. */
export interface ConversationChangesParams extends Query<'GET /api/conversations/events'> {}
/** The workspace to count, optionally one agent of it, and the number of days. */
export interface ConversationStatisticsParams extends Query<'GET /api/conversations/statistics'> {}
/** Conversations, messages, feedback and failed replies, by day. */
export interface ConversationStatistics extends Data<'GET /api/conversations/statistics'> {}
/** The workspace in which a user's conversations are deleted. */
export type ConversationEraseParams = Omit<Query<'DELETE /api/conversations'>, 'userId'>;

/** A message of a conversation. */
export interface Message extends Data<'GET /api/messages/{id}'> {}
/** Why a model did not complete a reply. */
export type FailureReason = NonNullable<NonNullable<Message['error']>['reason']>;
/** Content that an end user sent beside text, such as a photo or a location. */
export type MessageAttachment = Message['attachments'][number];
/** A source that a reply quotes. */
export type Citation = Message['citations'][number];
/** The citations to check. */
export interface CitationVerifyParams extends Body<'POST /api/citations/verify'> {}
/** Results of checking citations, in their order. */
export interface CheckedCitations extends Data<'POST /api/citations/verify'> {}
/** Result of checking a citation. */
export type CheckedCitation = CheckedCitations['items'][number];
/** A question that an agent could not answer, with all that asked the same. */
export interface UnansweredQuestion extends ItemOf<'GET /api/agents/{id}/unanswered-questions'> {}
/** Start and order of the list of unanswered questions. */
export interface UnansweredListParams extends Query<'GET /api/agents/{id}/unanswered-questions'> {}
/** An unanswered question of an agent. */
export interface UnansweredRef {
  readonly agentId: string;
  readonly questionId: string;
}
/** An answer to a question. */
export interface UnansweredAnswerParams
  extends Body<'POST /api/agents/{id}/unanswered-questions/{questionId}/answer'> {}
/** The pair that answers a question, and its source. */
export interface AnsweredQuestion extends Data<'POST /api/agents/{id}/unanswered-questions/{questionId}/answer'> {}

/** A part of a message: text, thoughts, a citation, a tool call or its result. Later versions of the service may have others. */
export type MessagePart = Message['parts'][number];
/** A call of a tool by the model. */
export type ToolCall = Omit<Extract<MessagePart, { type: 'tool-call' }>, 'type'>;
/** The result of a tool call. */
export type ToolResult = Omit<Extract<MessagePart, { type: 'tool-result' }>, 'type'>;
/** A tool call that waits for the approval of a person. */
export type ApprovalRequest = Omit<Extract<MessagePart, { type: 'approval-requested' }>, 'type'>;
/** The sent message, the reply to it, and the conversation afterwards. */
export interface Exchange extends Data<'POST /api/agents/{id}/chat'> {}
/** The text of a message is its `content`. The service also accepts `message`, with the same meaning. */
type WithText<Draft> = Omit<Draft, 'stream' | 'content' | 'message'> &
  (
    | { readonly content: string; readonly message?: string | undefined }
    | { readonly content?: undefined; readonly message: string }
  );
/** A message to an agent, in an existing or a new conversation. */
export type ChatParams = WithText<Body<'POST /api/agents/{id}/chat'>>;
/** Unsaved settings for one reply. */
export type TrialSettings = NonNullable<ChatParams['settings']>;
/** The fields of a new message. */
export type MessageSendParams = WithText<Body<'POST /api/conversations/{id}/messages'>>;
/** Options of a reply's retry. */
export interface MessageRetryParams extends Omit<Body<'POST /api/messages/{id}/retry'>, 'stream'> {}
/** The rating of a reply. */
export interface MessageRateParams extends Body<'PUT /api/messages/{id}/feedback'> {}
/** Filters and order of the list of messages. */
export interface MessageListParams extends Query<'GET /api/conversations/{id}/messages'> {}

/** The events of a turn. `message.completed`, `.failed`, `.cancelled` or `.requires_action` ends it. */
export type MessageEvent = EventOf<components['schemas']['ReplyStreamEvent']>;

/**
 * The events of a conversation. In those by which a reply grows, `message` is its ID. `conversation.deleted` is the
 * last one.
 */
export type ConversationEvent = EventOf<components['schemas']['ConversationStreamEvent']>;

/** A conversation that was created, changed or deleted, or has a new message. */
export type ConversationChange = EventOf<components['schemas']['ConversationChangeStreamEvent']>;

/** An event as the client returns it: its data beside its type, and what is one value in a field of its own. */
type EventOf<Sent> = Sent extends { event: infer Type extends string; data: infer Content }
  ? { readonly id: string; readonly type: Type } & Readonly<Named<Type, Content>>
  : never;

type Owner<Content> = Content extends { message: string } ? { message: string } : object;

type Named<Type, Content> = Type extends keyof Values ? Owner<Content> & Values[Type] : Content;

interface Values {
  citation: { citation: Citation };
  'tool.call': { call: ToolCall };
  'tool.result': { result: ToolResult };
  'approval.requested': { request: ApprovalRequest };
}

/** An open invitation. */
export interface Invitation extends ItemOf<'GET /api/workspaces/{id}/invitations'> {}
/** An invitation with its link, which is shown once; null if it was mailed. */
export interface NewInvitation extends Data<'POST /api/workspaces/{id}/invitations'> {}
/** An invitation to a workspace, by IDs. */
export interface InvitationRef {
  readonly workspaceId: string;
  readonly invitationId: string;
}
/** The invited email and role. */
export interface InvitationCreateParams extends Body<'POST /api/workspaces/{id}/invitations'> {}
/** The page of the list of invitations. */
export interface InvitationListParams extends Query<'GET /api/workspaces/{id}/invitations'> {}
/** The token of an invitation's link. */
export interface InvitationPreviewParams extends Body<'POST /api/invitations/preview'> {}
/** Preview of an invitation before it is accepted. */
export interface InvitationPreview extends Data<'POST /api/invitations/preview'> {}
/** The token of an invitation's link, and the name and password of a new user. */
export interface InvitationAcceptParams extends Body<'POST /api/invitations/accept'> {}
/** The user who joined; the response may also sign them in. */
export interface InvitationAccepted extends Data<'POST /api/invitations/accept'> {}

/** An API key without its secret. */
export interface ApiKey extends Data<'GET /api/api-keys/{id}'> {}
/** An API key with its secret, which is shown once. */
export interface NewApiKey extends Data<'POST /api/api-keys'> {}
/** The fields of a new API key. */
export interface ApiKeyCreateParams extends Body<'POST /api/api-keys'> {}
/** Changes of an API key; fields that are left out stay. */
export interface ApiKeyUpdateParams extends Body<'PUT /api/api-keys/{id}'> {}
/** Time for which the old key keeps working, in hours. */
export interface ApiKeyRotateParams extends Body<'POST /api/api-keys/{id}/rotate'> {}
/** Filters of the list of API keys. */
export interface ApiKeyListParams extends Query<'GET /api/api-keys'> {}

/** The caller, its permissions by workspace, and its remaining rate limit. */
export interface Me extends Data<'GET /api/me'> {}
/** Records that are deleted with the signed-in user, by kind. */
export type MeDependents = Exclude<Data<'DELETE /api/me'>, Confirmation>;
/** The password, as the confirmation of the deletion. */
export interface MeDeleteParams {
  readonly password: string;
}
/** Changes of the signed-in user; fields that are left out stay. */
export interface MeUpdateParams extends Body<'PUT /api/me'> {}
/** A code that is on its way to the signed-in user. */
export interface Verification extends Data<'POST /api/me/verification'> {}
/** The mailed code. */
export interface VerificationConfirmParams extends Body<'POST /api/me/verification/confirm'> {}
/** The current and the new password. */
export interface PasswordChangeParams extends Body<'PUT /api/me/password'> {}
/** Ways in which a user who has forgotten the password gets a link. */
export interface PasswordResetWays extends Data<'GET /api/password-resets'> {}
/** The address to which a link is mailed. */
export interface PasswordResetRequestParams extends Body<'POST /api/password-resets'> {}
/** The token of a link, and the new password. */
export interface PasswordResetConfirmParams extends Body<'POST /api/password-resets/confirm'> {}
/** The user who has a new password and is signed in. */
export interface PasswordResetDone extends Data<'POST /api/password-resets/confirm'> {}

/** Filters and format of an export of events. */
export interface EventExportParams extends Query<'GET /api/events/export'> {}
/** The log whose newest seal is asked for: that of a workspace, or of the whole account. */
export interface EventSealParams extends Query<'GET /api/events/seal'> {}
/** The newest seal of a log of events. */
export interface EventSeal extends Data<'GET /api/events/seal'> {}

/** The requests of an account's keys, and its remaining rate limit. */
export interface Usage extends Data<'GET /api/usage'> {}
/** Quotas of an account, with their use. */
export interface Quotas extends Data<'GET /api/usage/quotas'> {}

/** A signed-in browser. */
export interface Session extends Data<'GET /api/session'> {}
/** The page of the list of sessions. */
export interface SessionListParams extends Query<'GET /api/sessions'> {}
/** The credentials of a user. */
export interface SessionCreateParams extends Body<'POST /api/session'> {}
/** The signed-in user, and when the session ends. */
export interface SignedIn extends Data<'POST /api/session'> {}
