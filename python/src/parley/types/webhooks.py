# Generated from openapi.json by `npm run clients`. Do not edit.
"""The events of workspaces, as webhooks get them: JSON."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class WorkspaceWebhook(TypedDict):
    """The fields of every event of a workspace, as a webhook gets it."""

    timestamp: str
    """When it happened, ISO 8601."""
    _id: str
    """Identifier of the event, which is also the `webhook-id`: the same each time that it is sent."""
    workspace: Optional[str]
    """Identifier of its workspace; None for the whole account."""
    actor: Dict[str, Any]
    """The actor: `kind`, `id`, and `name`, `hint`, `user` and `channel` if they are known."""
    changes: List[Dict[str, Any]]
    """The fields that it changed: `field`, `before` and `after`."""


class AgentCreatedWebhookData(TypedDict):
    """The data of `agent.created`."""

    agent: str
    """Identifier of the agent."""


class AgentCreatedWebhook(WorkspaceWebhook):
    """An agent was created."""

    type: Literal["agent.created"]
    data: AgentCreatedWebhookData


class AgentUpdatedWebhookData(TypedDict):
    """The data of `agent.updated`."""

    agent: str
    """Identifier of the agent."""
    fields: List[str]
    """The fields that were sent."""


class AgentUpdatedWebhook(WorkspaceWebhook):
    """An agent was changed, or got other knowledge sources."""

    type: Literal["agent.updated"]
    data: AgentUpdatedWebhookData


class AgentActivatedWebhookData(TypedDict):
    """The data of `agent.activated`."""

    agent: str
    """Identifier of the agent."""


class AgentActivatedWebhook(WorkspaceWebhook):
    """An agent is active again."""

    type: Literal["agent.activated"]
    data: AgentActivatedWebhookData


class AgentDeactivatedWebhookData(TypedDict):
    """The data of `agent.deactivated`."""

    agent: str
    """Identifier of the agent."""


class AgentDeactivatedWebhook(WorkspaceWebhook):
    """An agent is inactive."""

    type: Literal["agent.deactivated"]
    data: AgentDeactivatedWebhookData


class AgentDeletedWebhookData(TypedDict):
    """The data of `agent.deleted`."""

    agent: str
    """Identifier of the agent."""


class AgentDeletedWebhook(WorkspaceWebhook):
    """An agent was deleted, with its channels and conversations."""

    type: Literal["agent.deleted"]
    data: AgentDeletedWebhookData


class ConversationCreatedWebhookData(TypedDict):
    """The data of `conversation.created`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationCreatedWebhook(WorkspaceWebhook):
    """A conversation began."""

    type: Literal["conversation.created"]
    data: ConversationCreatedWebhookData


class ConversationUpdatedWebhookData(TypedDict):
    """The data of `conversation.updated`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationUpdatedWebhook(WorkspaceWebhook):
    """The title, tags or other data of a conversation changed."""

    type: Literal["conversation.updated"]
    data: ConversationUpdatedWebhookData


class ConversationClosedWebhookData(TypedDict):
    """The data of `conversation.closed`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationClosedWebhook(WorkspaceWebhook):
    """A conversation was closed."""

    type: Literal["conversation.closed"]
    data: ConversationClosedWebhookData


class ConversationReopenedWebhookData(TypedDict):
    """The data of `conversation.reopened`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationReopenedWebhook(WorkspaceWebhook):
    """A closed conversation is open again."""

    type: Literal["conversation.reopened"]
    data: ConversationReopenedWebhookData


class ConversationTakenOverWebhookData(TypedDict):
    """The data of `conversation.taken_over`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationTakenOverWebhook(WorkspaceWebhook):
    """A person replies in place of the agent."""

    type: Literal["conversation.taken_over"]
    data: ConversationTakenOverWebhookData


class ConversationReleasedWebhookData(TypedDict):
    """The data of `conversation.released`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationReleasedWebhook(WorkspaceWebhook):
    """The agent replies again."""

    type: Literal["conversation.released"]
    data: ConversationReleasedWebhookData


class ConversationAssignedWebhookData(TypedDict):
    """The data of `conversation.assigned`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationAssignedWebhook(WorkspaceWebhook):
    """The person or the team who is responsible for a conversation changed."""

    type: Literal["conversation.assigned"]
    data: ConversationAssignedWebhookData


class ConversationWaitingWebhookData(TypedDict):
    """The data of `conversation.waiting`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationWaitingWebhook(WorkspaceWebhook):
    """A conversation waits for a person."""

    type: Literal["conversation.waiting"]
    data: ConversationWaitingWebhookData


class ConversationHandedOverWebhookData(TypedDict):
    """The data of `conversation.handed_over`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    toAgent: str
    """Identifier of the agent that replies from now on."""


class ConversationHandedOverWebhook(WorkspaceWebhook):
    """An agent handed a conversation over to another agent, which replies."""

    type: Literal["conversation.handed_over"]
    data: ConversationHandedOverWebhookData


class ConversationNotedWebhookData(TypedDict):
    """The data of `conversation.noted`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    note: str
    """Identifier of the note: an entry of the conversation."""


class ConversationNotedWebhook(WorkspaceWebhook):
    """A person wrote a private note."""

    type: Literal["conversation.noted"]
    data: ConversationNotedWebhookData


class ConversationNoteUpdatedWebhookData(TypedDict):
    """The data of `conversation.note_updated`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    note: str
    """Identifier of the note: an entry of the conversation."""


class ConversationNoteUpdatedWebhook(WorkspaceWebhook):
    """A private note was changed."""

    type: Literal["conversation.note_updated"]
    data: ConversationNoteUpdatedWebhookData


class ConversationNoteDeletedWebhookData(TypedDict):
    """The data of `conversation.note_deleted`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    note: str
    """Identifier of the note: an entry of the conversation."""


class ConversationNoteDeletedWebhook(WorkspaceWebhook):
    """A private note was deleted."""

    type: Literal["conversation.note_deleted"]
    data: ConversationNoteDeletedWebhookData


class ConversationRatedWebhookData(TypedDict):
    """The data of `conversation.rated`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    score: int
    """From 1 to 5."""


class ConversationRatedWebhook(WorkspaceWebhook):
    """A visitor said how satisfied they are with a closed conversation."""

    type: Literal["conversation.rated"]
    data: ConversationRatedWebhookData


class ConversationDeletedWebhookRequired(TypedDict):
    """The data of `conversation.deleted`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationDeletedWebhookData(ConversationDeletedWebhookRequired, total=False):
    """The data of `conversation.deleted`."""

    ofUser: bool
    """True if all conversations of its end user were deleted."""


class ConversationDeletedWebhook(WorkspaceWebhook):
    """A conversation was deleted, with its messages. If its agent, channel or workspace is deleted, only that has an
    event.
    """

    type: Literal["conversation.deleted"]
    data: ConversationDeletedWebhookData


class MessageCreatedWebhookData(TypedDict):
    """The data of `message.created`."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    role: str
    """`user` or `human`."""


class MessageCreatedWebhook(WorkspaceWebhook):
    """A user or a person of the team sent a message."""

    type: Literal["message.created"]
    data: MessageCreatedWebhookData


class MessageCompletedWebhookData(TypedDict):
    """The data of `message.completed`."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


class MessageCompletedWebhook(WorkspaceWebhook):
    """A reply of an agent is complete, or a channel’s text in its place."""

    type: Literal["message.completed"]
    data: MessageCompletedWebhookData


class MessageFailedWebhookRequired(TypedDict):
    """The data of `message.failed`."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


class MessageFailedWebhookData(MessageFailedWebhookRequired, total=False):
    """The data of `message.failed`."""

    code: str
    """Error code."""
    reason: str
    """The exact failure, if it is known."""


class MessageFailedWebhook(WorkspaceWebhook):
    """A reply of an agent failed."""

    type: Literal["message.failed"]
    data: MessageFailedWebhookData


class MessageCancelledWebhookData(TypedDict):
    """The data of `message.cancelled`."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


class MessageCancelledWebhook(WorkspaceWebhook):
    """A reply of an agent was cancelled."""

    type: Literal["message.cancelled"]
    data: MessageCancelledWebhookData


class MessageRatedWebhookData(TypedDict):
    """The data of `message.rated`."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    rating: Optional[str]
    """The rating."""


class MessageRatedWebhook(WorkspaceWebhook):
    """A reply was rated, or its rating removed."""

    type: Literal["message.rated"]
    data: MessageRatedWebhookData


class KnowledgeSourceCreatedWebhookData(TypedDict):
    """The data of `knowledge_source.created`."""

    source: str
    """Identifier of the knowledge source."""
    type: str
    """Its type."""


class KnowledgeSourceCreatedWebhook(WorkspaceWebhook):
    """A knowledge source was created."""

    type: Literal["knowledge_source.created"]
    data: KnowledgeSourceCreatedWebhookData


class KnowledgeSourceUpdatedWebhookRequired(TypedDict):
    """The data of `knowledge_source.updated`."""

    source: str
    """Identifier of the knowledge source."""
    fields: List[str]
    """The fields that were sent."""


class KnowledgeSourceUpdatedWebhookData(KnowledgeSourceUpdatedWebhookRequired, total=False):
    """The data of `knowledge_source.updated`."""

    document: str
    """Identifier of the only document that was added, changed or deleted."""
    pair: str
    """Identifier of the only pair that was added, changed or deleted."""
    chunk: int
    """Number of the chunk that was changed."""
    approved: bool
    """The decision of the review."""


class KnowledgeSourceUpdatedWebhook(WorkspaceWebhook):
    """A knowledge source was changed: its settings, documents, pairs, chunks (`chunks`) or hook (`hook`), a sync of it
    was asked for (`sync`), or a review decided (`review`).
    """

    type: Literal["knowledge_source.updated"]
    data: KnowledgeSourceUpdatedWebhookData


class KnowledgeSourceReadyWebhookData(TypedDict):
    """The data of `knowledge_source.ready`."""

    source: str
    """Identifier of the knowledge source."""
    version: int
    """The version of its contents."""
    changed: bool
    """False if a sync found nothing new."""


class KnowledgeSourceReadyWebhook(WorkspaceWebhook):
    """A knowledge source can be used, or has new contents."""

    type: Literal["knowledge_source.ready"]
    data: KnowledgeSourceReadyWebhookData


class KnowledgeSourceFailedWebhookData(TypedDict):
    """The data of `knowledge_source.failed`."""

    source: str
    """Identifier of the knowledge source."""
    error: Dict[str, Any]
    """The problem."""


class KnowledgeSourceFailedWebhook(WorkspaceWebhook):
    """A knowledge source couldn’t be read."""

    type: Literal["knowledge_source.failed"]
    data: KnowledgeSourceFailedWebhookData


class KnowledgeSourceNeedsReviewWebhookData(TypedDict):
    """The data of `knowledge_source.needs_review`."""

    source: str
    """Identifier of the knowledge source."""
    version: int
    """The version of its contents."""
    reasons: List[str]
    """Why, in sentences."""


class KnowledgeSourceNeedsReviewWebhook(WorkspaceWebhook):
    """A sync waits for a person, because it would remove much."""

    type: Literal["knowledge_source.needs_review"]
    data: KnowledgeSourceNeedsReviewWebhookData


class KnowledgeSourceDeletedWebhookData(TypedDict):
    """The data of `knowledge_source.deleted`."""

    source: str
    """Identifier of the knowledge source."""
    name: str
    """Its name."""


class KnowledgeSourceDeletedWebhook(WorkspaceWebhook):
    """A knowledge source was deleted. If agents used it, `changes` has their `count` and the `first` 100 as `agents`;
    they have no events of their own.
    """

    type: Literal["knowledge_source.deleted"]
    data: KnowledgeSourceDeletedWebhookData


class QuestionAnsweredWebhookData(TypedDict):
    """The data of `question.answered`."""

    agent: str
    """Identifier of the agent."""
    question: str
    """Identifier of the unanswered question."""
    source: str
    """Identifier of the knowledge source."""
    pair: str
    """Identifier of the pair of question and answer."""


class QuestionAnsweredWebhook(WorkspaceWebhook):
    """An unanswered question got an answer."""

    type: Literal["question.answered"]
    data: QuestionAnsweredWebhookData


class QuestionDismissedWebhookData(TypedDict):
    """The data of `question.dismissed`."""

    agent: str
    """Identifier of the agent."""
    question: str
    """Identifier of the unanswered question."""


class QuestionDismissedWebhook(WorkspaceWebhook):
    """An unanswered question was dismissed."""

    type: Literal["question.dismissed"]
    data: QuestionDismissedWebhookData


class ChannelCreatedWebhookData(TypedDict):
    """The data of `channel.created`."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    type: str
    """Its type."""


class ChannelCreatedWebhook(WorkspaceWebhook):
    """A channel was created."""

    type: Literal["channel.created"]
    data: ChannelCreatedWebhookData


class ChannelUpdatedWebhookData(TypedDict):
    """The data of `channel.updated`."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    fields: List[str]
    """The fields that were sent."""


class ChannelUpdatedWebhook(WorkspaceWebhook):
    """A channel was changed, its picture or its secret, too. It also is if a channel that had stopped works again."""

    type: Literal["channel.updated"]
    data: ChannelUpdatedWebhookData


class ChannelErrorWebhookData(TypedDict):
    """The data of `channel.error`."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    code: str
    """The problem, as `last_error` of the channel has it."""


class ChannelErrorWebhook(WorkspaceWebhook):
    """A channel stopped working."""

    type: Literal["channel.error"]
    data: ChannelErrorWebhookData


class ChannelUndeliverableWebhookData(TypedDict):
    """The data of `channel.undeliverable`."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    code: str
    """Why it couldn’t."""


class ChannelUndeliverableWebhook(WorkspaceWebhook):
    """A message couldn’t be delivered to its platform."""

    type: Literal["channel.undeliverable"]
    data: ChannelUndeliverableWebhookData


class ChannelDeletedWebhookData(TypedDict):
    """The data of `channel.deleted`."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""


class ChannelDeletedWebhook(WorkspaceWebhook):
    """A channel was deleted."""

    type: Literal["channel.deleted"]
    data: ChannelDeletedWebhookData


class MessageRedeliveredWebhookData(TypedDict):
    """The data of `message.redelivered`."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""


class MessageRedeliveredWebhook(WorkspaceWebhook):
    """A message whose delivery failed is sent to its messenger again."""

    type: Literal["message.redelivered"]
    data: MessageRedeliveredWebhookData


class ConversationTranscriptSentWebhookData(TypedDict):
    """The data of `conversation.transcript_sent`."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


class ConversationTranscriptSentWebhook(WorkspaceWebhook):
    """A transcript of a conversation is sent by mail."""

    type: Literal["conversation.transcript_sent"]
    data: ConversationTranscriptSentWebhookData


class WorkspaceCreatedWebhookData(TypedDict):
    """The data of `workspace.created`."""

    workspace: str
    """Identifier of the workspace."""


class WorkspaceCreatedWebhook(WorkspaceWebhook):
    """A workspace was created."""

    type: Literal["workspace.created"]
    data: WorkspaceCreatedWebhookData


class WorkspaceUpdatedWebhookData(TypedDict):
    """The data of `workspace.updated`."""

    workspace: str
    """Identifier of the workspace."""
    fields: List[str]
    """The fields that changed."""


class WorkspaceUpdatedWebhook(WorkspaceWebhook):
    """A workspace was changed."""

    type: Literal["workspace.updated"]
    data: WorkspaceUpdatedWebhookData


class WorkspaceDeletedWebhookData(TypedDict):
    """The data of `workspace.deleted`."""

    workspace: str
    """Identifier of the workspace."""


class WorkspaceDeletedWebhook(WorkspaceWebhook):
    """A workspace was deleted."""

    type: Literal["workspace.deleted"]
    data: WorkspaceDeletedWebhookData


class MemberAddedWebhookRequired(TypedDict):
    """The data of `member.added`."""

    user: str
    """Identifier of the person."""
    role: str
    """Role in the workspace."""


class MemberAddedWebhookData(MemberAddedWebhookRequired, total=False):
    """The data of `member.added`."""

    invitation: str
    """Identifier of the accepted invitation."""


class MemberAddedWebhook(WorkspaceWebhook):
    """A person joined a workspace."""

    type: Literal["member.added"]
    data: MemberAddedWebhookData


class MemberUpdatedWebhookRequired(TypedDict):
    """The data of `member.updated`."""

    user: str
    """Identifier of the person."""
    fields: List[str]
    """The fields that changed."""


class MemberUpdatedWebhookData(MemberUpdatedWebhookRequired, total=False):
    """The data of `member.updated`."""

    role: str
    """The new role, if it changed."""


class MemberUpdatedWebhook(WorkspaceWebhook):
    """A member was changed: the role, or the person’s name, email or credentials."""

    type: Literal["member.updated"]
    data: MemberUpdatedWebhookData


class MemberRemovedWebhookData(TypedDict):
    """The data of `member.removed`."""

    user: str
    """Identifier of the person."""


class MemberRemovedWebhook(WorkspaceWebhook):
    """A member left a workspace, or was removed."""

    type: Literal["member.removed"]
    data: MemberRemovedWebhookData


class InvitationCreatedWebhookData(TypedDict):
    """The data of `invitation.created`."""

    invitation: str
    """Identifier of the invitation."""
    role: str
    """Role in the workspace."""


class InvitationCreatedWebhook(WorkspaceWebhook):
    """A person was invited."""

    type: Literal["invitation.created"]
    data: InvitationCreatedWebhookData


class InvitationRevokedWebhookData(TypedDict):
    """The data of `invitation.revoked`."""

    invitation: str
    """Identifier of the invitation."""


class InvitationRevokedWebhook(WorkspaceWebhook):
    """An invitation was withdrawn."""

    type: Literal["invitation.revoked"]
    data: InvitationRevokedWebhookData


class ApiKeyCreatedWebhookRequired(TypedDict):
    """The data of `api_key.created`."""

    key: str
    """Identifier of the API key."""


class ApiKeyCreatedWebhookData(ApiKeyCreatedWebhookRequired, total=False):
    """The data of `api_key.created`."""

    rotatedFrom: str
    """Identifier of the key that it replaces."""


class ApiKeyCreatedWebhook(WorkspaceWebhook):
    """An API key was created."""

    type: Literal["api_key.created"]
    data: ApiKeyCreatedWebhookData


class ApiKeyUpdatedWebhookData(TypedDict):
    """The data of `api_key.updated`."""

    key: str
    """Identifier of the API key."""
    fields: List[str]
    """The fields that changed."""


class ApiKeyUpdatedWebhook(WorkspaceWebhook):
    """An API key was changed."""

    type: Literal["api_key.updated"]
    data: ApiKeyUpdatedWebhookData


class ApiKeyRevokedWebhookData(TypedDict):
    """The data of `api_key.revoked`."""

    key: str
    """Identifier of the API key."""


class ApiKeyRevokedWebhook(WorkspaceWebhook):
    """An API key was revoked."""

    type: Literal["api_key.revoked"]
    data: ApiKeyRevokedWebhookData


class UserCreatedWebhookData(TypedDict):
    """The data of `user.created`."""

    user: str
    """Identifier of the person."""


class UserCreatedWebhook(WorkspaceWebhook):
    """A person was created."""

    type: Literal["user.created"]
    data: UserCreatedWebhookData


class UserUpdatedWebhookData(TypedDict):
    """The data of `user.updated`."""

    user: str
    """Identifier of the person."""
    fields: List[str]
    """The fields that changed."""


class UserUpdatedWebhook(WorkspaceWebhook):
    """A person was changed."""

    type: Literal["user.updated"]
    data: UserUpdatedWebhookData


class UserRemovedWebhookData(TypedDict):
    """The data of `user.removed`."""

    user: str
    """Identifier of the person."""


class UserRemovedWebhook(WorkspaceWebhook):
    """A person was removed."""

    type: Literal["user.removed"]
    data: UserRemovedWebhookData


class PasswordResetCreatedWebhookData(TypedDict):
    """The data of `password_reset.created`."""

    user: str
    """Identifier of the person."""


class PasswordResetCreatedWebhook(WorkspaceWebhook):
    """A link for a new password was made."""

    type: Literal["password_reset.created"]
    data: PasswordResetCreatedWebhookData


class SessionCreatedWebhookData(TypedDict):
    """The data of `session.created`."""

    user: str
    """Identifier of the person."""
    session: str
    """Identifier of the session."""
    methods: List[str]
    """What the person proved: `password`, `totp`, `passkey`, `recovery_code`, `invitation`, `password_reset`, `setup`.
    """


class SessionCreatedWebhook(WorkspaceWebhook):
    """A person signed in."""

    type: Literal["session.created"]
    data: SessionCreatedWebhookData


class SessionFailedWebhookData(TypedDict):
    """The data of `session.failed`."""

    user: str
    """Identifier of the person."""
    reason: str
    """`password` or `second_factor` if that was wrong; `suspended` if the person may not sign in."""


class SessionFailedWebhook(WorkspaceWebhook):
    """A sign-in of an existing person failed. At most one event a minute for a person and an address."""

    type: Literal["session.failed"]
    data: SessionFailedWebhookData


class SessionEndedWebhookRequired(TypedDict):
    """The data of `session.ended`."""

    user: str
    """Identifier of the person."""
    reason: str
    """`signed_out`, `revoked`, `password_changed`, `second_factor` (one was added or reset), `suspended` or `removed`.
    """


class SessionEndedWebhookData(SessionEndedWebhookRequired, total=False):
    """The data of `session.ended`."""

    session: str
    """Identifier of the session; absent if all sessions, or all others, ended."""


class SessionEndedWebhook(WorkspaceWebhook):
    """A session of a person ended before it expired."""

    type: Literal["session.ended"]
    data: SessionEndedWebhookData


class SecondFactorEnabledWebhookRequired(TypedDict):
    """The data of `second_factor.enabled`."""

    user: str
    """Identifier of the person."""
    method: str
    """`totp` or `passkey`; `all` if all were removed."""


class SecondFactorEnabledWebhookData(SecondFactorEnabledWebhookRequired, total=False):
    """The data of `second_factor.enabled`."""

    passkey: str
    """Identifier of the passkey."""


class SecondFactorEnabledWebhook(WorkspaceWebhook):
    """A person added a second factor."""

    type: Literal["second_factor.enabled"]
    data: SecondFactorEnabledWebhookData


class SecondFactorDisabledWebhookRequired(TypedDict):
    """The data of `second_factor.disabled`."""

    user: str
    """Identifier of the person."""
    method: str
    """`totp` or `passkey`; `all` if all were removed."""


class SecondFactorDisabledWebhookData(SecondFactorDisabledWebhookRequired, total=False):
    """The data of `second_factor.disabled`."""

    passkey: str
    """Identifier of the passkey."""


class SecondFactorDisabledWebhook(WorkspaceWebhook):
    """A second factor of a person was removed."""

    type: Literal["second_factor.disabled"]
    data: SecondFactorDisabledWebhookData


class SecondFactorRecoveryCodesCreatedWebhookData(TypedDict):
    """The data of `second_factor.recovery_codes_created`."""

    user: str
    """Identifier of the person."""


class SecondFactorRecoveryCodesCreatedWebhook(WorkspaceWebhook):
    """A person got new recovery codes; earlier ones ended."""

    type: Literal["second_factor.recovery_codes_created"]
    data: SecondFactorRecoveryCodesCreatedWebhookData


class PasskeyUpdatedWebhookData(TypedDict):
    """The data of `passkey.updated`."""

    user: str
    """Identifier of the person."""
    passkey: str
    """Identifier of the passkey."""


class PasskeyUpdatedWebhook(WorkspaceWebhook):
    """A passkey was renamed."""

    type: Literal["passkey.updated"]
    data: PasskeyUpdatedWebhookData


class AccountUpdatedWebhookData(TypedDict):
    """The data of `account.updated`."""

    account: str
    """Identifier of the account."""
    fields: List[str]
    """The fields that changed."""


class AccountUpdatedWebhook(WorkspaceWebhook):
    """The plan of an account was changed."""

    type: Literal["account.updated"]
    data: AccountUpdatedWebhookData


class QuotaRecountedWebhookData(TypedDict):
    """The data of `quota.recounted`."""

    quota: str
    """The quota."""


class QuotaRecountedWebhook(WorkspaceWebhook):
    """The operator corrected a wrong counter of a quota."""

    type: Literal["quota.recounted"]
    data: QuotaRecountedWebhookData


class ProviderKeyCreatedWebhookData(TypedDict):
    """The data of `provider_key.created`."""

    provider: str
    """Name of the model provider."""


class ProviderKeyCreatedWebhook(WorkspaceWebhook):
    """The API key of a model provider was stored."""

    type: Literal["provider_key.created"]
    data: ProviderKeyCreatedWebhookData


class ProviderKeyUpdatedWebhookData(TypedDict):
    """The data of `provider_key.updated`."""

    provider: str
    """Name of the model provider."""


class ProviderKeyUpdatedWebhook(WorkspaceWebhook):
    """The API key of a model provider was replaced."""

    type: Literal["provider_key.updated"]
    data: ProviderKeyUpdatedWebhookData


class ProviderKeyDeletedWebhookData(TypedDict):
    """The data of `provider_key.deleted`."""

    provider: str
    """Name of the model provider."""


class ProviderKeyDeletedWebhook(WorkspaceWebhook):
    """The API key of a model provider was deleted."""

    type: Literal["provider_key.deleted"]
    data: ProviderKeyDeletedWebhookData


class JobRetriedWebhookData(TypedDict):
    """The data of `job.retried`."""

    job: str
    """Identifier of the job."""
    kind: str
    """Kind of the job."""


class JobRetriedWebhook(WorkspaceWebhook):
    """The operator had a job run again."""

    type: Literal["job.retried"]
    data: JobRetriedWebhookData


class JobCancelledWebhookData(TypedDict):
    """The data of `job.cancelled`."""

    job: str
    """Identifier of the job."""
    kind: str
    """Kind of the job."""


class JobCancelledWebhook(WorkspaceWebhook):
    """The operator cancelled a job."""

    type: Literal["job.cancelled"]
    data: JobCancelledWebhookData


class SearchReindexedWebhookData(TypedDict):
    """The data of `search.reindexed`."""

    queued: int
    """Number of messages."""


class SearchReindexedWebhook(WorkspaceWebhook):
    """The operator had all messages indexed again."""

    type: Literal["search.reindexed"]
    data: SearchReindexedWebhookData


class BackupCreatedWebhookData(TypedDict):
    """The data of `backup.created`."""



class BackupCreatedWebhook(WorkspaceWebhook):
    """The operator wrote a backup of the whole instance."""

    type: Literal["backup.created"]
    data: BackupCreatedWebhookData


class BackupRestoredWebhookData(TypedDict):
    """The data of `backup.restored`."""

    createdAt: str
    """When the backup was made."""


class BackupRestoredWebhook(WorkspaceWebhook):
    """The operator replaced the database by a backup."""

    type: Literal["backup.restored"]
    data: BackupRestoredWebhookData


class DatabaseMigratedWebhookData(TypedDict):
    """The data of `database.migrated`."""

    migrations: List[str]
    """Names of the migrations that were applied, in their order."""


class DatabaseMigratedWebhook(WorkspaceWebhook):
    """The database got the schema of a later version of this program."""

    type: Literal["database.migrated"]
    data: DatabaseMigratedWebhookData


class DatabaseMovedWebhookData(TypedDict):
    """The data of `database.moved`."""

    rows: int
    """Number of rows that were copied."""


class DatabaseMovedWebhook(WorkspaceWebhook):
    """The operator moved the whole instance to PostgreSQL."""

    type: Literal["database.moved"]
    data: DatabaseMovedWebhookData


class ToolCreatedWebhookData(TypedDict):
    """The data of `tool.created`."""

    tool: str
    """Identifier of the tool."""
    type: str
    """Its kind."""


class ToolCreatedWebhook(WorkspaceWebhook):
    """A tool was created."""

    type: Literal["tool.created"]
    data: ToolCreatedWebhookData


class ToolUpdatedWebhookData(TypedDict):
    """The data of `tool.updated`."""

    tool: str
    """Identifier of the tool."""
    fields: List[str]
    """The fields that were sent."""


class ToolUpdatedWebhook(WorkspaceWebhook):
    """A tool was changed."""

    type: Literal["tool.updated"]
    data: ToolUpdatedWebhookData


class ToolTriedWebhookData(TypedDict):
    """The data of `tool.tried`."""

    tool: str
    """Identifier of the tool."""


class ToolTriedWebhook(WorkspaceWebhook):
    """A tool was tried outside of a conversation."""

    type: Literal["tool.tried"]
    data: ToolTriedWebhookData


class ToolConnectedWebhookRequired(TypedDict):
    """The data of `tool.connected`."""

    tool: str
    """Identifier of the tool."""


class ToolConnectedWebhookData(ToolConnectedWebhookRequired, total=False):
    """The data of `tool.connected`."""

    connection: str
    """Identifier of the account, if it is that of an end user."""


class ToolConnectedWebhook(WorkspaceWebhook):
    """An account was connected to a tool."""

    type: Literal["tool.connected"]
    data: ToolConnectedWebhookData


class ToolDisconnectedWebhookRequired(TypedDict):
    """The data of `tool.disconnected`."""

    tool: str
    """Identifier of the tool."""


class ToolDisconnectedWebhookData(ToolDisconnectedWebhookRequired, total=False):
    """The data of `tool.disconnected`."""

    connection: str
    """Identifier of the account, if it is that of an end user."""


class ToolDisconnectedWebhook(WorkspaceWebhook):
    """The account of a tool was disconnected."""

    type: Literal["tool.disconnected"]
    data: ToolDisconnectedWebhookData


class ToolDeletedWebhookData(TypedDict):
    """The data of `tool.deleted`."""

    tool: str
    """Identifier of the tool."""


class ToolDeletedWebhook(WorkspaceWebhook):
    """A tool was deleted."""

    type: Literal["tool.deleted"]
    data: ToolDeletedWebhookData


class WebhookCreatedWebhookData(TypedDict):
    """The data of `webhook.created`."""

    webhook: str
    """Identifier of the webhook."""


class WebhookCreatedWebhook(WorkspaceWebhook):
    """A webhook was created."""

    type: Literal["webhook.created"]
    data: WebhookCreatedWebhookData


class WebhookUpdatedWebhookData(TypedDict):
    """The data of `webhook.updated`."""

    webhook: str
    """Identifier of the webhook."""


class WebhookUpdatedWebhook(WorkspaceWebhook):
    """A webhook was changed."""

    type: Literal["webhook.updated"]
    data: WebhookUpdatedWebhookData


class WebhookDisabledWebhookData(TypedDict):
    """The data of `webhook.disabled`."""

    webhook: str
    """Identifier of the webhook."""
    reason: str
    """`failing` or `gone`."""


class WebhookDisabledWebhook(WorkspaceWebhook):
    """A webhook was switched off, because its receiver failed for long or said 410."""

    type: Literal["webhook.disabled"]
    data: WebhookDisabledWebhookData


class WebhookDeletedWebhookData(TypedDict):
    """The data of `webhook.deleted`."""

    webhook: str
    """Identifier of the webhook."""


class WebhookDeletedWebhook(WorkspaceWebhook):
    """A webhook was deleted."""

    type: Literal["webhook.deleted"]
    data: WebhookDeletedWebhookData


class ToolCallWaitingWebhookData(TypedDict):
    """The data of `tool_call.waiting`."""

    toolCall: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    waitsFor: str
    """`approval` or `result`."""


class ToolCallWaitingWebhook(WorkspaceWebhook):
    """A tool call waits for the approval of a person, or for your code to answer it."""

    type: Literal["tool_call.waiting"]
    data: ToolCallWaitingWebhookData


class ToolCallApprovedWebhookData(TypedDict):
    """The data of `tool_call.approved`."""

    toolCall: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


class ToolCallApprovedWebhook(WorkspaceWebhook):
    """A person approved a tool call."""

    type: Literal["tool_call.approved"]
    data: ToolCallApprovedWebhookData


class ToolCallDeniedWebhookData(TypedDict):
    """The data of `tool_call.denied`."""

    toolCall: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


class ToolCallDeniedWebhook(WorkspaceWebhook):
    """A person denied a tool call."""

    type: Literal["tool_call.denied"]
    data: ToolCallDeniedWebhookData


class ToolCallEndedWebhookData(TypedDict):
    """The data of `tool_call.ended`."""

    toolCall: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    status: str
    """`completed`, `failed`, `expired` or `unknown`."""


class ToolCallEndedWebhook(WorkspaceWebhook):
    """A tool call ran and has a result, was not decided in time, or has an unknown outcome."""

    type: Literal["tool_call.ended"]
    data: ToolCallEndedWebhookData


class TeamRoomSetWebhookData(TypedDict):
    """The data of `team_room.set`."""

    channel: str
    """Identifier of the channel."""


class TeamRoomSetWebhook(WorkspaceWebhook):
    """The room of the team was set."""

    type: Literal["team_room.set"]
    data: TeamRoomSetWebhookData


class TeamRoomRemovedWebhookData(TypedDict):
    """The data of `team_room.removed`."""

    channel: str
    """Identifier of the channel."""


class TeamRoomRemovedWebhook(WorkspaceWebhook):
    """The room of the team was removed."""

    type: Literal["team_room.removed"]
    data: TeamRoomRemovedWebhookData


class RoomAccountConnectedWebhookData(TypedDict):
    """The data of `room_account.connected`."""

    user: str
    """Identifier of the person."""
    platform: str
    """`slack` or `telegram`."""


class RoomAccountConnectedWebhook(WorkspaceWebhook):
    """A member connected an account at a platform, to decide in the room."""

    type: Literal["room_account.connected"]
    data: RoomAccountConnectedWebhookData


class RoomAccountDisconnectedWebhookData(TypedDict):
    """The data of `room_account.disconnected`."""

    user: str
    """Identifier of the person."""
    platform: str
    """`slack` or `telegram`."""


class RoomAccountDisconnectedWebhook(WorkspaceWebhook):
    """A member disconnected an account at a platform."""

    type: Literal["room_account.disconnected"]
    data: RoomAccountDisconnectedWebhookData


class SavedReplyCreatedWebhookData(TypedDict):
    """The data of `saved_reply.created`."""

    savedReply: str
    """Identifier of the saved reply."""


class SavedReplyCreatedWebhook(WorkspaceWebhook):
    """A saved reply was created."""

    type: Literal["saved_reply.created"]
    data: SavedReplyCreatedWebhookData


class SavedReplyUpdatedWebhookData(TypedDict):
    """The data of `saved_reply.updated`."""

    savedReply: str
    """Identifier of the saved reply."""
    fields: List[str]
    """The fields that were sent."""


class SavedReplyUpdatedWebhook(WorkspaceWebhook):
    """A saved reply was changed."""

    type: Literal["saved_reply.updated"]
    data: SavedReplyUpdatedWebhookData


class SavedReplyDeletedWebhookData(TypedDict):
    """The data of `saved_reply.deleted`."""

    savedReply: str
    """Identifier of the saved reply."""


class SavedReplyDeletedWebhook(WorkspaceWebhook):
    """A saved reply was deleted."""

    type: Literal["saved_reply.deleted"]
    data: SavedReplyDeletedWebhookData


class ViewCreatedWebhookData(TypedDict):
    """The data of `view.created`."""

    view: str
    """Identifier of the view."""


class ViewCreatedWebhook(WorkspaceWebhook):
    """A view of conversations was created."""

    type: Literal["view.created"]
    data: ViewCreatedWebhookData


class ViewUpdatedWebhookData(TypedDict):
    """The data of `view.updated`."""

    view: str
    """Identifier of the view."""
    fields: List[str]
    """The fields that were sent."""


class ViewUpdatedWebhook(WorkspaceWebhook):
    """A view of conversations was changed."""

    type: Literal["view.updated"]
    data: ViewUpdatedWebhookData


class ViewDeletedWebhookData(TypedDict):
    """The data of `view.deleted`."""

    view: str
    """Identifier of the view."""


class ViewDeletedWebhook(WorkspaceWebhook):
    """A view of conversations was deleted."""

    type: Literal["view.deleted"]
    data: ViewDeletedWebhookData


class TeamCreatedWebhookData(TypedDict):
    """The data of `team.created`."""

    team: str
    """Identifier of the team."""


class TeamCreatedWebhook(WorkspaceWebhook):
    """A team was created."""

    type: Literal["team.created"]
    data: TeamCreatedWebhookData


class TeamUpdatedWebhookData(TypedDict):
    """The data of `team.updated`."""

    team: str
    """Identifier of the team."""
    fields: List[str]
    """The fields that were sent."""


class TeamUpdatedWebhook(WorkspaceWebhook):
    """A team was changed."""

    type: Literal["team.updated"]
    data: TeamUpdatedWebhookData


class TeamDeletedWebhookData(TypedDict):
    """The data of `team.deleted`."""

    team: str
    """Identifier of the team."""


class TeamDeletedWebhook(WorkspaceWebhook):
    """A team was deleted."""

    type: Literal["team.deleted"]
    data: TeamDeletedWebhookData


class MemberAvailabilityChangedWebhookData(TypedDict):
    """The data of `member.availability_changed`."""

    user: str
    """Identifier of the person."""
    state: str
    """`here` or `away`."""


class MemberAvailabilityChangedWebhook(WorkspaceWebhook):
    """A person is here, or away."""

    type: Literal["member.availability_changed"]
    data: MemberAvailabilityChangedWebhookData


class WorkingHoursSetWebhookData(TypedDict):
    """The data of `working_hours.set`."""

    workspace: str
    """Identifier of the workspace."""


class WorkingHoursSetWebhook(WorkspaceWebhook):
    """The working hours of a workspace were set."""

    type: Literal["working_hours.set"]
    data: WorkingHoursSetWebhookData


class WorkingHoursRemovedWebhookData(TypedDict):
    """The data of `working_hours.removed`."""

    workspace: str
    """Identifier of the workspace."""


class WorkingHoursRemovedWebhook(WorkspaceWebhook):
    """The working hours of a workspace were removed."""

    type: Literal["working_hours.removed"]
    data: WorkingHoursRemovedWebhookData


class ExportCreatedWebhookRequired(TypedDict):
    """The data of `export.created`."""

    kind: str
    """The kind of the exported objects."""
    format: str
    """`jsonl` or `csv`."""
    filters: Dict[str, Any]
    """The filters that were set, by name. Searched texts and user IDs are shown by digest and length."""


class ExportCreatedWebhookData(ExportCreatedWebhookRequired, total=False):
    """The data of `export.created`."""

    agent: str
    """Identifier of the agent."""


class ExportCreatedWebhook(WorkspaceWebhook):
    """Data of a workspace was exported. There is one event for each workspace that was read."""

    type: Literal["export.created"]
    data: ExportCreatedWebhookData


WorkspaceWebhookEvent = Union[
    AgentCreatedWebhook,
    AgentUpdatedWebhook,
    AgentActivatedWebhook,
    AgentDeactivatedWebhook,
    AgentDeletedWebhook,
    ConversationCreatedWebhook,
    ConversationUpdatedWebhook,
    ConversationClosedWebhook,
    ConversationReopenedWebhook,
    ConversationTakenOverWebhook,
    ConversationReleasedWebhook,
    ConversationAssignedWebhook,
    ConversationWaitingWebhook,
    ConversationHandedOverWebhook,
    ConversationNotedWebhook,
    ConversationNoteUpdatedWebhook,
    ConversationNoteDeletedWebhook,
    ConversationRatedWebhook,
    ConversationDeletedWebhook,
    MessageCreatedWebhook,
    MessageCompletedWebhook,
    MessageFailedWebhook,
    MessageCancelledWebhook,
    MessageRatedWebhook,
    KnowledgeSourceCreatedWebhook,
    KnowledgeSourceUpdatedWebhook,
    KnowledgeSourceReadyWebhook,
    KnowledgeSourceFailedWebhook,
    KnowledgeSourceNeedsReviewWebhook,
    KnowledgeSourceDeletedWebhook,
    QuestionAnsweredWebhook,
    QuestionDismissedWebhook,
    ChannelCreatedWebhook,
    ChannelUpdatedWebhook,
    ChannelErrorWebhook,
    ChannelUndeliverableWebhook,
    ChannelDeletedWebhook,
    MessageRedeliveredWebhook,
    ConversationTranscriptSentWebhook,
    WorkspaceCreatedWebhook,
    WorkspaceUpdatedWebhook,
    WorkspaceDeletedWebhook,
    MemberAddedWebhook,
    MemberUpdatedWebhook,
    MemberRemovedWebhook,
    InvitationCreatedWebhook,
    InvitationRevokedWebhook,
    ApiKeyCreatedWebhook,
    ApiKeyUpdatedWebhook,
    ApiKeyRevokedWebhook,
    UserCreatedWebhook,
    UserUpdatedWebhook,
    UserRemovedWebhook,
    PasswordResetCreatedWebhook,
    SessionCreatedWebhook,
    SessionFailedWebhook,
    SessionEndedWebhook,
    SecondFactorEnabledWebhook,
    SecondFactorDisabledWebhook,
    SecondFactorRecoveryCodesCreatedWebhook,
    PasskeyUpdatedWebhook,
    AccountUpdatedWebhook,
    QuotaRecountedWebhook,
    ProviderKeyCreatedWebhook,
    ProviderKeyUpdatedWebhook,
    ProviderKeyDeletedWebhook,
    JobRetriedWebhook,
    JobCancelledWebhook,
    SearchReindexedWebhook,
    BackupCreatedWebhook,
    BackupRestoredWebhook,
    DatabaseMigratedWebhook,
    DatabaseMovedWebhook,
    ToolCreatedWebhook,
    ToolUpdatedWebhook,
    ToolTriedWebhook,
    ToolConnectedWebhook,
    ToolDisconnectedWebhook,
    ToolDeletedWebhook,
    WebhookCreatedWebhook,
    WebhookUpdatedWebhook,
    WebhookDisabledWebhook,
    WebhookDeletedWebhook,
    ToolCallWaitingWebhook,
    ToolCallApprovedWebhook,
    ToolCallDeniedWebhook,
    ToolCallEndedWebhook,
    TeamRoomSetWebhook,
    TeamRoomRemovedWebhook,
    RoomAccountConnectedWebhook,
    RoomAccountDisconnectedWebhook,
    SavedReplyCreatedWebhook,
    SavedReplyUpdatedWebhook,
    SavedReplyDeletedWebhook,
    ViewCreatedWebhook,
    ViewUpdatedWebhook,
    ViewDeletedWebhook,
    TeamCreatedWebhook,
    TeamUpdatedWebhook,
    TeamDeletedWebhook,
    MemberAvailabilityChangedWebhook,
    WorkingHoursSetWebhook,
    WorkingHoursRemovedWebhook,
    ExportCreatedWebhook,
]
"""An event of a workspace, as a webhook gets it. A newer service may send other types: skip those."""
