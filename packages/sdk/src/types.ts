import type { Body, Data, ItemOf, Query } from './core/endpoint.ts';

/** An agent: who answers, how, and with which model. */
export interface Agent extends Data<'GET /api/agents/{id}'> {}
/** What an agent is made from; only `name` is required. */
export interface AgentCreateParams extends Body<'POST /api/agents'> {}
/** What changes in an agent; what is left out stays. Read-only fields are accepted with their present value. */
export interface AgentUpdateParams extends Body<'PUT /api/agents/{id}'> {}
/** What would be deleted together with an agent. */
export interface AgentDependents extends Data<'GET /api/agents/{id}/dependents'> {}
/** Which agents are listed, and in which order. */
export interface AgentListParams extends Query<'GET /api/agents'> {}

/** A conversation with an agent. */
export interface Conversation extends Data<'GET /api/conversations/{id}'> {}
/** What a conversation is made from; all of it may be left out. */
export interface ConversationCreateParams extends Body<'POST /api/agents/{id}/conversations'> {}
/** What changes in a conversation; what is left out stays. */
export interface ConversationUpdateParams extends Body<'PATCH /api/conversations/{id}'> {}
/** Which conversations are listed, and in which order. */
export interface ConversationListParams extends Query<'GET /api/conversations'> {}
/** Which conversations of one agent are listed, and in which order. */
export interface AgentConversationListParams extends Query<'GET /api/agents/{id}/conversations'> {}
/** Which conversations are exported, and in which form. */
export interface ConversationExportParams extends Query<'GET /api/conversations/export'> {}
/** Which workspace is counted, which agent of it, and how many days back. */
export interface ConversationStatisticsParams extends Query<'GET /api/conversations/statistics'> {}
/** Conversations, messages, feedback and failed answers, day by day. */
export interface ConversationStatistics extends Data<'GET /api/conversations/statistics'> {}
/** Where the conversations of a user are deleted. */
export type ConversationEraseParams = Omit<Query<'DELETE /api/conversations'>, 'userId'>;

/** A message of a conversation. */
export interface Message extends Data<'GET /api/messages/{id}'> {}
/** What an answer quotes. */
export type Citation = Message['citations'][number];
/** A message that was sent, the answer to it, and the conversation as it is then. */
export interface Exchange extends Data<'POST /api/agents/{id}/chat'> {}
/** A message to an agent, in a conversation that is there or in a new one. */
export interface ChatParams extends Omit<Body<'POST /api/agents/{id}/chat'>, 'stream'> {}
/** Unsaved settings that are tried for one answer. */
export type TrialSettings = NonNullable<ChatParams['settings']>;
/** What a message is made from. */
export interface MessageSendParams extends Omit<Body<'POST /api/conversations/{id}/messages'>, 'stream'> {}
/** How an answer is written once more. */
export interface MessageRetryParams extends Omit<Body<'POST /api/messages/{id}/retry'>, 'stream'> {}
/** What somebody thinks of an answer. */
export interface MessageRateParams extends Body<'PUT /api/messages/{id}/feedback'> {}
/** Which messages are listed, and in which order. */
export interface MessageListParams extends Query<'GET /api/conversations/{id}/messages'> {}

/** What happens while an answer is written. Of the last two exactly one comes, and it is the last. */
export type MessageEvent = { readonly id: string } & (
  | { readonly type: 'message.created'; readonly message: Message }
  | { readonly type: 'message.delta'; readonly text: string }
  | { readonly type: 'citation'; readonly citation: Citation }
  | { readonly type: 'message.completed'; readonly message: Message }
  | { readonly type: 'message.failed'; readonly message: Message | null; readonly error: string; readonly code: string }
);

/** The models that agents can have, and whether they can be used. */
export interface ModelList extends Data<'GET /api/models'> {}

/** A workspace, with the caller's role and permissions in it. */
export interface Workspace extends Data<'GET /api/workspaces/{id}'> {}
/** What a workspace is made from. */
export interface WorkspaceCreateParams extends Body<'POST /api/workspaces'> {}
/** What changes in a workspace; what is left out stays. */
export interface WorkspaceUpdateParams extends Body<'PUT /api/workspaces/{id}'> {}
/** Which page of the workspaces. */
export interface WorkspaceListParams extends Query<'GET /api/workspaces'> {}

/** What somebody may do in a workspace. */
export type Role = Workspace['role'];
/** What a key may do at most; a role grants the same permissions. */
export type Scope = Workspace['permissions'][number];

/** A person in a workspace. */
export interface Member extends ItemOf<'GET /api/workspaces/{id}/members'> {}
/** Which member of which workspace. */
export interface MemberRef {
  readonly workspaceId: string;
  readonly userId: string;
}
/** The role that a member gets. */
export interface MemberUpdateParams extends Body<'PUT /api/workspaces/{id}/members/{userId}'> {}
/** Which page of the members. */
export interface MemberListParams extends Query<'GET /api/workspaces/{id}/members'> {}

/** An invitation that is still open. */
export interface Invitation extends ItemOf<'GET /api/workspaces/{id}/invitations'> {}
/** An invitation with its link, which is shown once. */
export interface NewInvitation extends Data<'POST /api/workspaces/{id}/invitations'> {}
/** Which invitation to which workspace. */
export interface InvitationRef {
  readonly workspaceId: string;
  readonly invitationId: string;
}
/** Who is invited, and to which role. */
export interface InvitationCreateParams extends Body<'POST /api/workspaces/{id}/invitations'> {}
/** Which page of the invitations. */
export interface InvitationListParams extends Query<'GET /api/workspaces/{id}/invitations'> {}
/** The token of an invitation's link. */
export interface InvitationPreviewParams extends Body<'POST /api/invitations/preview'> {}
/** What an invitation says before it is accepted. */
export interface InvitationPreview extends Data<'POST /api/invitations/preview'> {}
/** The token of an invitation's link, and the name and password of somebody new. */
export interface InvitationAcceptParams extends Body<'POST /api/invitations/accept'> {}
/** Who joined, and whether the answer signed them in. */
export interface InvitationAccepted extends Data<'POST /api/invitations/accept'> {}

/** An API key as lists show it: never the key itself. */
export interface ApiKey extends Data<'GET /api/api-keys/{id}'> {}
/** An API key with the secret itself, which is shown once. */
export interface NewApiKey extends Data<'POST /api/api-keys'> {}
/** What an API key is made from. */
export interface ApiKeyCreateParams extends Body<'POST /api/api-keys'> {}
/** What changes in an API key; what is left out stays. */
export interface ApiKeyUpdateParams extends Body<'PUT /api/api-keys/{id}'> {}
/** How long the old key works on, in hours. */
export interface ApiKeyRotateParams extends Body<'POST /api/api-keys/{id}/rotate'> {}
/** Which API keys are listed. */
export interface ApiKeyListParams extends Query<'GET /api/api-keys'> {}

/** Who the caller is, what it may do where, and what is left of its rate limit. */
export interface Me extends Data<'GET /api/me'> {}
/** What changes in the signed-in user; what is left out stays. */
export interface MeUpdateParams extends Body<'PUT /api/me'> {}
/** The password that is, and the one that is to be. */
export interface PasswordChangeParams extends Body<'PUT /api/me/password'> {}

/** The requests of an account's keys, and what is left of its rate limit. */
export interface Usage extends Data<'GET /api/usage'> {}

/** A signed-in browser. */
export type Session = SessionList['items'][number];
/** All sessions of the signed-in user; they are few, so there are no pages. */
export interface SessionList extends Data<'GET /api/sessions'> {}
/** Who signs in. */
export interface SessionCreateParams extends Body<'POST /api/session'> {}
/** Who signed in, and until when. */
export interface SignedIn extends Data<'POST /api/session'> {}

/** Whether the instance waits for its first owner. */
export interface SetupState extends Data<'GET /api/setup'> {}
/** How the first owner is made: the token of the link that the server printed, an email address and a password. */
export interface SetupParams extends Body<'POST /api/setup'> {}
/** The first owner and their workspace. */
export interface SetupDone extends Data<'POST /api/setup'> {}

/** That the process is alive. */
export interface Liveness extends Data<'GET /healthz'> {}
/** That it can serve. */
export interface Readiness extends Data<'GET /readyz'> {}
