# Generated from openapi.json by `npm run clients`. Do not edit.
"""Results of methods."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Dict, List, Literal, Mapping, Optional, Union

from .._model import Model
from .literals import (
    AgentStatus,
    AnswerMode,
    ApiKeyInactiveReason,
    ApiKeyStatus,
    ApprovalLinkState,
    Assignment,
    AttachmentKind,
    Auth,
    AvailabilityState,
    ChannelStatus,
    CheckedCitationReason,
    CheckedCitationStatus,
    ComparedDefinitionState,
    ConversationLastMessageRole,
    ConversationLastMessageStatus,
    ConversationStatisticsInterval,
    ConversationStatus,
    ConversationToolResultEventDataStatus,
    Device,
    DisabledReason,
    Environment,
    EventActorKind,
    FailureReason,
    GroundingJudge,
    InvitationDeliveryState,
    KnowledgeDocumentStatus,
    KnowledgeQueryMode,
    KnowledgeSourceStatus,
    KnowledgeSyncCause,
    KnowledgeSyncOutcome,
    MeKind,
    MessageDeliveryState,
    ModelListEmbeddingState,
    ModelProviderKind,
    ModelProviderSource,
    Priority,
    QuotaKind,
    Rating,
    ResidentKey,
    Role,
    Scope,
    SessionMethod,
    Sort,
    SuggestionKind,
    SyncInterval,
    TeamRoomState,
    ToolCallRecordStatus,
    ToolCallRecordWaitsFor,
    ToolConnectionState,
    ToolDefinitionChangeField,
    UserConnectionState,
    VisitorSessionChannelFormWhen,
    VisitorSessionChannelLanguage,
    VisitorSessionChannelPosition,
    VisitorSessionChannelThemeMode,
    WebhookDeliveryState,
    WebhookStatus,
)


@dataclass(frozen=True)
class Confirmation(Model):
    """The result of a method that returns only a sentence for a person."""

    message: str
    """One sentence that says what was done."""


@dataclass(frozen=True)
class KnowledgeFilter(Model):
    """Finds only documents whose metadata matches; for keys that it doesn’t have, that of their source."""

    metadata: Dict[str, Any]
    """The value of each key, or a list of values: it must have one of them. Numbers and booleans are text. Max 10 keys
    with 50 values each.
    """


@dataclass(frozen=True)
class AgentTool(Model):
    """A part of a result."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """Identifier of a tool of the agent’s workspace."""
    requires_approval: bool
    """True if each call of the tool waits until a person approves it."""


@dataclass(frozen=True)
class HandoverCondition(Model):
    """A part of a result."""

    key: str
    """A key of the metadata: 1 to 100 characters."""
    value: Any
    """Its value: a text of up to 200 characters, a number, True or False."""


@dataclass(frozen=True)
class AgentHandover(Model):
    """When the agent hands a conversation over to people, by rule. All can be off."""

    on_failed_reply: bool
    """True to hand over if a reply fails. False unless set."""
    on_negative_rating: bool
    """True to hand over if a reply is rated negatively. False unless set."""
    on_unanswered: bool
    """True to hand over if a question is kept as unanswered. False unless set."""
    keywords: List[str]
    """Words and phrases of 1 to 60 characters, max 20: a message of the user with one of them gets no reply and hands
    over. They are compared as whole words, in any case, with or without accents. Empty unless set.
    """
    when: List[HandoverCondition]
    """Values in the metadata of a conversation, max 10: it is handed over as soon as it gets one of them, when it is
    created or changed. Empty unless set.
    """
    team: Optional[str]
    """Identifier of the team of the workspace that is responsible from then on; None, the default, for none. A team
    that is deleted is removed here.
    """


@dataclass(frozen=True)
class Agent(Model):
    """Returned by `agents.create`, `agents.retrieve`, `agents.update` and others."""

    id: str
    """Agent identifier, assigned by the service."""
    name: str
    """Agent name."""
    description: str
    """Agent description; empty unless set."""
    system_prompt: str
    """System prompt of the agent; empty unless set."""
    model: str
    """Name of the language model used by the agent; the default model of the instance unless set."""
    temperature: float
    """Response temperature, range 0 to 1; 0.7 unless set."""
    status: Union[AgentStatus, str]
    """`active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no message."""
    workspace: str
    """Identifier of the workspace that owns the agent."""
    knowledge_sources: List[str]
    """Identifiers of the knowledge sources attached to the agent, in the order in which they were set."""
    fallback_models: List[str]
    """Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none
    twice. Empty unless set.
    """
    answer_mode: Union[AnswerMode, str]
    """`open` (the default): the agent may answer without its knowledge sources. `grounded`: only what passages of them
    support is delivered. Other sentences are removed; if none is left, the reply says that it doesn’t know, and the
    question is kept as unanswered.
    """
    grounding_judge: Union[GroundingJudge, str]
    """Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the
    passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when it
    has been judged. If the model fails, the rules decide alone.
    """
    rerank: bool
    """True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set."""
    knowledge_filter: Optional[KnowledgeFilter]
    """Its searches find only documents whose metadata, or else that of their source, matches; None for all, which is
    the default. So one source serves agents of several regions.
    """
    tools: List[AgentTool]
    """Tools that the agent can call, in the order in which they were set."""
    handover: AgentHandover
    external_id: Optional[str]
    """Your own ID; None if it has none."""
    metadata: Dict[str, Any]
    """Your own data."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last accepted update: ISO 8601 UTC with milliseconds. Every update moves it forward."""


@dataclass(frozen=True)
class AgentActivity(Model):
    """Use of the agent; None if the caller may not read its conversations. Absent unless `include_activity` is True."""

    conversations: int
    """Number of conversations that were created in the last 30 days, including today, without those of the playground;
    days are in UTC.
    """
    last_active_at: Optional[datetime]
    """Time of its latest conversation or message, however long ago: ISO 8601 UTC with milliseconds; None if it has no
    conversation.
    """


@dataclass(frozen=True)
class ListedAgent(Agent):
    """Returned by `agents.list`."""

    activity: Optional[AgentActivity] = None
    """Use of the agent; None if the caller may not read its conversations. Absent unless `include_activity` is True."""


@dataclass(frozen=True)
class AgentDependents(Model):
    """Returned by `agents.dependents`."""

    channels: int
    """Number of channels of the agent."""
    conversations: int
    """Number of conversations with the agent, in every channel."""
    messages: int
    """Number of messages in these conversations."""


@dataclass(frozen=True)
class ConversationVisitorContextPage(Model):
    """The page where the visitor wrote last; None if it is unknown."""

    url: str
    """URL of the page."""
    title: str
    """Title of the page; may be empty."""
    referrer: Optional[str]
    """URL of the page that linked to it; None without one."""
    at: datetime
    """Time at which the visitor wrote there: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ConversationVisitorContextFirstPage(Model):
    """The page where the conversation began; None if it is unknown."""

    url: str
    """URL of the page."""
    title: str
    """Title of the page; may be empty."""
    referrer: Optional[str]
    """URL of the page that linked to it; None without one."""
    at: datetime
    """Time at which the visitor wrote there: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ConversationVisitorContext(Model):
    """Context of the page around the chat; None if it is unknown. Nothing of it is verified."""

    page: Optional[ConversationVisitorContextPage]
    """The page where the visitor wrote last; None if it is unknown."""
    first_page: Optional[ConversationVisitorContextFirstPage]
    """The page where the conversation began; None if it is unknown."""
    language: Optional[str]
    """Language of the browser; None if it is unknown."""
    device: Optional[Union[Device, str]]
    """The device of the visitor; None if it is unknown."""
    attributes: Dict[str, Any]
    """Whatever else the page told; empty if it told nothing."""


@dataclass(frozen=True)
class ConversationVisitor(Model):
    """Data about the visitor of a chat on the web; None if nothing is known, and for other conversations."""

    form: Dict[str, Any]
    """Answers to the form of the channel, by the keys of its fields; may be empty."""
    context: Optional[ConversationVisitorContext]
    """Context of the page around the chat; None if it is unknown. Nothing of it is verified."""


@dataclass(frozen=True)
class ConversationUsage(Model):
    """Tokens of all replies together."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class Satisfaction(Model):
    """Satisfaction of the visitor with the conversation. Returned by `conversations.submit_satisfaction`."""

    score: int
    """From 1, very dissatisfied, to 5, very satisfied."""
    comment: Optional[str]
    """Comment of the visitor; None without."""
    rated_at: datetime
    """Time of the answer, or of its last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Conversation(Model):
    """Returned by `conversations.create`, `conversations.retrieve`, `conversations.update` and others."""

    id: str
    """Conversation identifier, assigned by the service."""
    agent: str
    """Identifier of the agent to which it belongs."""
    answering_agent: Optional[str]
    """Identifier of the agent to which it was handed over, and which replies; None while its own agent does."""
    workspace: str
    """Identifier of the workspace of the agent."""
    channel: Optional[str]
    """Identifier of the channel; None for a conversation of the API."""
    user_id: Optional[str]
    """Your ID for the end user; None if none was set."""
    title: str
    """Title; the beginning of the first message, at most 80 characters, unless set, and empty before that message."""
    status: Union[ConversationStatus, str]
    """`open`: the agent replies. `human`: a person has taken over, and the model stays silent. `closed`: no message is
    accepted.
    """
    taken_by: Optional[str]
    """User identifier of the person who has taken over; None unless the status is `human`."""
    waiting_since: Optional[datetime]
    """Since when its visitor waits for a person: ISO 8601 UTC with milliseconds; None if no person has to write next.
    """
    assignee: Optional[str]
    """User identifier of the person who is responsible for it; None if no person is, also after that one has left."""
    team: Optional[str]
    """Identifier of the team that is responsible for it; None without."""
    priority: Union[Priority, str]
    """Its urgency; `normal` unless set."""
    snoozed_until: Optional[datetime]
    """Time until which it rests: ISO 8601 UTC with milliseconds; None if it doesn’t."""
    tags: List[str]
    """Tags; empty unless set."""
    metadata: Dict[str, Any]
    """Your own data; empty unless set."""
    visitor: Optional[ConversationVisitor]
    """Data about the visitor of a chat on the web; None if nothing is known, and for other conversations."""
    playground: bool
    """True for a trial, as in the playground of the dashboard: the statistics count it apart."""
    message_count: int
    """Number of messages, replies included."""
    last_message_at: Optional[datetime]
    """Time of the latest message: ISO 8601 UTC with milliseconds; None if there is no message."""
    turn: Optional[str]
    """Identifier of the reply that is being written; None if none is."""
    usage: ConversationUsage
    """Tokens of all replies together."""
    rating: Optional[Union[Rating, str]]
    """Feedback on the latest rated reply; None if no reply is rated."""
    satisfaction: Optional[Satisfaction]
    """Satisfaction of the visitor with the conversation; None without an answer. Not the `rating` of replies."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ConversationLastMessage(Model):
    """The latest message, shortened; None if there is no message."""

    role: Union[ConversationLastMessageRole, str]
    """`user`: the end user. `assistant`: the agent. `human`: a person who took over."""
    status: Union[ConversationLastMessageStatus, str]
    """`streaming` while the reply is being written, then `complete`, `failed` or `cancelled`. `requires_action`: it
    waits until a person has approved a tool call or your code has answered one, and then goes on.
    """
    content: str
    """The beginning of its text, at most 140 characters: cut between words where possible, then it ends in `…`."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    attachment_kind: Optional[Union[AttachmentKind, str]]
    """Kind of the first of its `attachments`; None if it has none."""


@dataclass(frozen=True)
class ConversationMatchRange(Model):
    """The places of the words in the snippet, in order."""

    start: int
    """Start, in UTF-16 units of the snippet."""
    end: int
    """End, in the same units; it is not included."""


@dataclass(frozen=True)
class ConversationMatch(Model):
    """The message in which `q` was found; absent if only the title contains it."""

    message: str
    """Identifier of the newest message that has the words."""
    snippet: str
    """Up to 200 characters of its text around the first place; `…` where it is cut."""
    ranges: List[ConversationMatchRange]
    """The places of the words in the snippet, in order."""


@dataclass(frozen=True)
class ListedConversation(Conversation):
    """Returned by `conversations.list_of_agent` and `conversations.list`."""

    last_message: Optional[ConversationLastMessage]
    """The latest message, shortened; None if there is no message."""
    unread: Optional[bool] = None
    """True if it has a message that the person who asks, or whose key it is, hasn’t read or written; False for trials.
    Absent unless `include_unread` is True.
    """
    match: Optional[ConversationMatch] = None
    """The message in which `q` was found; absent if only the title contains it."""


@dataclass(frozen=True)
class ConversationRead(Model):
    """Returned by `conversations.mark_read`."""

    conversation: str
    """Identifier of the conversation."""
    read_until: datetime
    """Time up to which its messages are read: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class AllConversationsRead(Model):
    """Returned by `conversations.mark_all_read`."""

    workspace: str
    """Identifier of the workspace."""
    read_until: datetime
    """Time up to which the messages of all its conversations are read: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Citation(Model):
    """A quote of a knowledge source. Replies of earlier versions lack the fields from `document` on; `POST
    /api/citations/verify` tells whether the quote still stands.
    """

    source: str
    """Identifier of the knowledge source."""
    title: str
    """Title of the document."""
    url: Optional[str]
    """URL of the document; None if it has none."""
    quote: str
    """The quoted passage."""
    score: float
    """Relevance of the passage; higher is better."""
    document: Optional[str] = None
    """Identifier of the document in its source."""
    version: Optional[int] = None
    """Version of the source that was quoted."""
    chunk: Optional[int] = None
    """Number of the chunk in its source: where to open it."""
    page: Optional[int] = None
    """Page, from 1; None if the document has none."""
    headings: Optional[List[str]] = None
    """Headings above the quote, outermost first."""
    start: Optional[int] = None
    """Start of the quote in the text of the document, in UTF-16 units."""
    end: Optional[int] = None
    """End of the quote, exclusive."""
    quote_hash: Optional[str] = None
    """SHA-256 of the quote in UTF-8, in hex."""


@dataclass(frozen=True)
class TextPart(Model):
    """A part of a result."""

    type: Literal["text"]
    """A piece of the text."""
    text: str
    """The text; all text parts together are the `content` of the message."""


@dataclass(frozen=True)
class ReasoningPart(Model):
    """A part of a result."""

    type: Literal["reasoning"]
    """A piece of the thoughts of the model."""
    text: str
    """The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps up
    to 32,768 characters of them.
    """
    truncated: Optional[bool] = None
    """Present if the model thought more than is kept."""


@dataclass(frozen=True)
class CitationPart(Model):
    """A part of a result."""

    type: Literal["citation"]
    """A passage that the reply quotes."""
    citation: Citation


@dataclass(frozen=True)
class ToolCallPart(Model):
    """A part of a result."""

    type: Literal["tool-call"]
    """The model called a tool."""
    call_id: str
    """Identifier of the call: up to 64 characters, unique in its message."""
    name: str
    """Name of the tool: up to 64 letters, digits, `_` and `-`."""
    arguments: Dict[str, Any]
    """Arguments of the call: an object of up to 16,000 characters as JSON. Empty if the model sent none, or invalid
    ones; then the result says so.
    """
    tool_call: Optional[str] = None
    """Identifier of the call for `GET /api/tool-calls/{id}`; absent for a call that didn’t run."""
    answered_by: Optional[Union[Literal["client"], str]] = None
    """Present if your own code must answer the call: send `POST /api/messages/{id}/tool-results`."""


@dataclass(frozen=True)
class ApprovalRequestedPart(Model):
    """A part of a result."""

    type: Literal["approval-requested"]
    """A call waits for the approval of a person."""
    call_id: str
    """Identifier of the call: up to 64 characters, unique in its message."""
    name: str
    """Name of the tool: up to 64 letters, digits, `_` and `-`."""
    tool_call: str
    """Identifier of the call, for `POST /api/tool-calls/{id}/approve` or `…/deny`."""
    deadline: datetime
    """When the call is denied unless a person has decided: RFC 3339, UTC."""


@dataclass(frozen=True)
class ToolResultPart(Model):
    """A part of a result."""

    type: Literal["tool-result"]
    """Result of the tool call."""
    call_id: str
    """Identifier of the call: up to 64 characters, unique in its message."""
    name: str
    """Name of the tool: up to 64 letters, digits, `_` and `-`."""
    content: str
    """The result as text, or the reason why the call has no result: up to 32,000 characters."""
    is_error: bool
    """True if the call failed; `content` says why."""
    status: Optional[Union[ConversationToolResultEventDataStatus, str]] = None
    """`completed`, `failed`, `denied` (a person refused it), `expired` (not decided in time) or `unknown` (the server
    stopped while it ran, so it may have had its effect; it isn’t repeated). Absent in replies of earlier versions.
    """
    latency_ms: Optional[int] = None
    """Time that the call took, in milliseconds; absent if it didn’t run."""


MessagePart = Union[TextPart, ReasoningPart, CitationPart, ToolCallPart, ApprovalRequestedPart, ToolResultPart]
"""A part of a message; `type` tells them apart. Ignore types that you don’t know."""


@dataclass(frozen=True)
class MessageAttachment(Model):
    """Content beside text, such as a photo or a location. The file itself isn’t stored."""

    kind: Union[AttachmentKind, str]
    """Its kind. `message`: a message of a kind that isn’t read, such as a story. `other`: those beyond the 20 that are
    kept. Further kinds may be added.
    """
    name: Optional[str]
    """Name of the file, or of the person or form: up to 200 characters; None if unknown."""
    content_type: Optional[str]
    """Media type of the file, as the platform names it; None if unknown."""
    size: Optional[float]
    """Size of the file in bytes; None if unknown."""
    duration: Optional[float]
    """Duration in seconds; None if it has none, or if unknown."""
    text: Optional[str]
    """Its words, such as the place of a location or the items of an order: up to 2,000 characters; None if it has none.
    """


@dataclass(frozen=True)
class MessageFallback(Model):
    """A part of a result."""

    model: str
    """Name of the model."""
    code: str
    """An error code of `Failure`."""
    reason: Union[FailureReason, str]
    """Why the model did not answer."""
    message: str
    """One sentence that says what is wrong."""


@dataclass(frozen=True)
class MessageUsage(Model):
    """Tokens of the reply, counted by the provider or else estimated; None until it has ended, if unknown, and for
    other roles.
    """

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class MessageError(Model):
    """A part of a result."""

    code: str
    """An error code of `Failure`, or `interrupted` if the server ended."""
    message: str
    """One sentence that says what is wrong."""
    provider_status: Optional[int] = None
    """HTTP status that the model’s provider returned; absent if it returned no status."""
    provider_message: Optional[str] = None
    """What the model’s provider said, in its own words: up to 500 characters, with `[redacted]` in place of what looks
    like a secret. Absent if it said nothing. Visitors of a channel never get it.
    """
    reason: Optional[Union[FailureReason, str]] = None
    """Why the model did not complete its reply; absent if the model is not the cause."""


@dataclass(frozen=True)
class Message(Model):
    """Returned by `messages.list`, `messages.retrieve` and `messages.rate`."""

    id: str
    """Message identifier, assigned by the service."""
    conversation: str
    """Identifier of the conversation."""
    role: Union[ConversationLastMessageRole, str]
    """`user`: the end user. `assistant`: the agent. `human`: a person who took over."""
    content: str
    """Text of the message; of a reply that is being written, the text so far."""
    status: Union[ConversationLastMessageStatus, str]
    """`streaming` while the reply is being written, then `complete`, `failed` or `cancelled`. `requires_action`: it
    waits until a person has approved a tool call or your code has answered one, and then goes on.
    """
    author: Optional[str]
    """User identifier of the person who wrote the message; None unless the role is `human`."""
    client_message_id: Optional[str]
    """Your ID for the message; None if none was sent."""
    reply_to: Optional[str]
    """Identifier of the message that this one replies to; None unless it is a reply."""
    citations: List[Citation]
    """Passages of knowledge sources that the reply quotes; may be empty."""
    parts: List[MessagePart]
    """Everything that the message consists of, in order: text, citations, tool calls and their results. `content` is
    the text of its parts, `citations` are their citations. A tool call has its result later in the list, unless the
    reply ended before.
    """
    attachments: List[MessageAttachment]
    """Content that an end user sent beside text through a messenger or by mail, in order, at most 20; may be empty.
    Each has a line at the end of `content`, too, such as `[Photo, not seen: 120 kB]`.
    """
    model: Optional[str]
    """Name of the model that wrote the reply; None unless the role is `assistant`."""
    fallbacks: List[MessageFallback]
    """The models that failed before the first token of a step of the reply, in order, so that `model` wrote the rest;
    usually empty.
    """
    usage: Optional[MessageUsage]
    """Tokens of the reply, counted by the provider or else estimated; None until it has ended, if unknown, and for
    other roles.
    """
    first_token_ms: Optional[int]
    """Time until the reply started, in milliseconds; None until then, and for other roles."""
    latency_ms: Optional[int]
    """Time until the reply ended, in milliseconds; None until it has ended, and for other roles."""
    feedback: Optional[Union[Rating, str]]
    """Rating of the reply; None if it is not rated."""
    feedback_comment: Optional[str]
    """Comment on the rating; None if there is no comment."""
    finish_reason: Optional[str]
    """Why the reply ended: `stop`, `length`, `content-filter`, `tool-calls` (the limit of steps), `other`, `error`,
    `cancelled` or `interrupted` (the server ended). None until it has ended, and for other roles.
    """
    error: Optional[MessageError]
    """Why the reply failed; None unless the status is `failed`."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Exchange(Model):
    """Returned by `agents.chat`, `messages.send`, `messages.retry` and others."""

    conversation: Conversation
    message: Message
    reply: Optional[Message]
    """The reply of the agent; None while a person has taken over."""


@dataclass(frozen=True)
class EventActor(Model):
    """The person, key, visitor, channel or service that did it."""

    _names: ClassVar[Mapping[str, str]] = {}

    kind: Union[EventActorKind, str]
    """`person` in the dashboard, `key` for a program, `visitor` of a channel, `channel` for users of a platform,
    `system` for the service itself, or `operator` at the command line.
    """
    id: str
    """Identifier of the person, key, visitor or channel; otherwise its kind again."""
    name: Optional[str] = None
    """Its name, while it exists."""
    hint: Optional[str] = None
    """The last characters of the key."""
    user: Optional[str] = None
    """Identifier of the person whose key it is."""
    channel: Optional[str] = None
    """Identifier of the channel of a visitor."""


@dataclass(frozen=True)
class ConversationEntryData(Model):
    """Details; which of them are there depends on the type."""

    reason: Optional[str] = None
    """Why it was handed over to people, in a word or a sentence; of `returned`, `late` (the person did not answer in
    time), `left` (the person can’t answer any more) or `rested` (its rest is over).
    """
    summary: Optional[str] = None
    """Its subject, for the person who takes it; None without. Of `handed_over` to people alone."""
    agent: Optional[str] = None
    """Identifier of the agent that handed it over; absent if it was another. Of `handed_over` alone."""
    to_agent: Optional[str] = None
    """Identifier of the agent that replies from then on. Of `handed_over` to an agent alone."""
    from_: Optional[str] = None
    """User identifier of the person who had it before; None if the agent had it. Of `taken` and `returned`."""
    assignee: Optional[str] = None
    """User identifier of the person who is responsible from then on; None for no person."""
    team: Optional[str] = None
    """Identifier of the team that is responsible from then on; None for none."""
    snoozed_until: Optional[datetime] = None
    """Time until which it rests (ISO 8601)."""
    text: Optional[str] = None
    """The text of a note, in Markdown; empty once it was deleted. Of `noted` alone."""
    mentions: Optional[List[str]] = None
    """User identifiers of the people that a note mentions. Of `noted` alone."""
    edited_at: Optional[datetime] = None
    """Time of the last change of a note or an answer (ISO 8601); absent if it is as it was written."""
    deleted_at: Optional[datetime] = None
    """Time at which a note was deleted (ISO 8601); its text and its mentions are gone."""
    score: Optional[int] = None
    """Satisfaction of the visitor: 1 to 5. Of `rated` alone."""
    comment: Optional[str] = None
    """Comment of the visitor beside it; None without. Of `rated` alone."""
    added: Optional[List[str]] = None
    """Tags that it got; with a change of tags."""
    removed: Optional[List[str]] = None
    """Tags that it lost; with a change of tags."""


@dataclass(frozen=True)
class ConversationEntry(Model):
    """Something that happened to a conversation beside its messages. Returned by `conversations.entries`,
    `conversations.notes.create` and `conversations.notes.update`.
    """

    id: str
    """Entry identifier, assigned by the service."""
    conversation: str
    """Identifier of the conversation."""
    type: Literal["taken", "given_back", "handed_over", "assigned", "returned", "snoozed", "closed", "reopened", "tagged", "noted", "rated"]
    """`taken`: a person took over. `given_back`: its agent replies again. `handed_over`: to people who have not taken
    it yet, or to another agent. `assigned`: to a person or a team. `returned`: by the service, to the queue or to
    another person. `snoozed`: rests until a time. `closed`, `reopened`, `tagged`. `noted`: a private note. `rated`: its
    visitor answered how satisfied they are.
    """
    actor: EventActor
    data: ConversationEntryData
    """Details; which of them are there depends on the type."""
    created_at: datetime
    """Time at which it happened: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class PresencePeople(Model):
    """The people who look at it, at most 20. A visitor gets at most one, who is typing."""

    user: str
    """Identifier of the person; `person` for a visitor, who is not told which."""
    name: str
    """Name of the person; empty for a visitor."""
    typing: bool
    """True if the person is typing."""


@dataclass(frozen=True)
class PresenceVisitor(Model):
    """The visitor; None if none has been heard of for 15 s, and always None for a visitor."""

    typing: bool
    """True if the visitor is typing."""


@dataclass(frozen=True)
class Presence(Model):
    """The people in a conversation now. Each is gone 15 s after the last sign. Returned by `conversations.presence`."""

    conversation: str
    """Identifier of the conversation."""
    people: List[PresencePeople]
    """The people who look at it, at most 20. A visitor gets at most one, who is typing."""
    visitor: Optional[PresenceVisitor]
    """The visitor; None if none has been heard of for 15 s, and always None for a visitor."""


@dataclass(frozen=True)
class ChannelHandover(Model):
    """Returned by `channels.handover`."""

    channel: str
    """Channel identifier."""
    offered: bool
    """True if visitors of the channel can ask for a person."""
    open: bool
    """True if it is within the working hours now."""
    opens_at: Optional[datetime]
    """Time of the next opening: ISO 8601 UTC with milliseconds; None while it is open, or if it opens at no time within
    400 days.
    """
    here: bool
    """True if a person who may be given the conversation is here: of the team of the channel, if it has one."""
    usually_within: Optional[int]
    """Seconds within which people usually answer: the median of the last 30 days, rounded up to 5, 15 or 30 minutes or
    1, 2, 4, 8 or 24 hours; None if it is longer, or not known yet.
    """
    away_text: Optional[str]
    """Text for those who wait outside the working hours; None for none."""
    by_mail: bool
    """True if answers can go by mail: then a visitor may leave an address, with `PUT
    /api/conversations/{id}/answer-address`.
    """


@dataclass(frozen=True)
class Transcript(Model):
    """Returned by `conversations.send_transcript`."""

    conversation: str
    """Identifier of the conversation."""
    email: str
    """Address that gets the transcript."""


@dataclass(frozen=True)
class AnswerAddress(Model):
    """Returned by `conversations.answer_address` and `conversations.set_answer_address`."""

    conversation: str
    """Identifier of the conversation."""
    email: Optional[str]
    """Address that gets the answers of people; None for none."""


@dataclass(frozen=True)
class ConversationStatisticsMessages(Model):
    """Messages by role, whatever their status."""

    user: int
    """Number of messages of users."""
    assistant: int
    """Number of replies of agents."""
    human: int
    """Number of messages of people who took over."""


@dataclass(frozen=True)
class ConversationStatisticsFeedback(Model):
    """Messages by rating."""

    positive: int
    """Number of messages rated `positive`."""
    negative: int
    """Number of messages rated `negative`."""


@dataclass(frozen=True)
class ConversationStatisticsDayUsage(Model):
    """Tokens of replies. Of providers that report none, they are estimated."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class ConversationStatisticsSatisfaction(Model):
    """Answers to how satisfied visitors are, on the day of the answer or its last change. Not the ratings of
    `feedback`.
    """

    answered: int
    """Number of conversations whose visitor answered."""
    average: Optional[float]
    """Average of the answers, from 1 to 5, with two decimals; None without any."""
    satisfied: Optional[float]
    """Share of the answers that are 4 or 5, from 0 to 1, with three decimals; None without any."""


@dataclass(frozen=True)
class ConversationStatisticsLatencyMs(Model):
    """Time until complete replies ended, cut to three significant digits; None if no reply is complete."""

    median: int
    """Half of the replies took so many milliseconds or fewer."""
    p95: int
    """95 of 100 replies took so many milliseconds or fewer."""


@dataclass(frozen=True)
class ConversationStatisticsDay(Model):
    """One entry per day, week or month (`interval`), oldest first; one without activity has zeros."""

    date: str
    """The first day of the entry in UTC. Weeks begin on Monday; the first and the last may be cut."""
    conversations: int
    """Number of conversations that were created."""
    messages: ConversationStatisticsMessages
    """Messages by role, whatever their status."""
    feedback: ConversationStatisticsFeedback
    """Messages by rating."""
    failed: int
    """Number of replies that failed."""
    usage: ConversationStatisticsDayUsage
    """Tokens of replies. Of providers that report none, they are estimated."""
    satisfaction: ConversationStatisticsSatisfaction
    """Answers to how satisfied visitors are, on the day of the answer or its last change. Not the ratings of
    `feedback`.
    """
    users: int
    """Number of different `user_id`s of the conversations in which a user wrote; without a `user_id`, none counts.
    Above 16,384 it is an estimate, with a standard error of 1 %.
    """
    latency_ms: Optional[ConversationStatisticsLatencyMs]
    """Time until complete replies ended, cut to three significant digits; None if no reply is complete."""


@dataclass(frozen=True)
class ConversationStatisticsTotalUsage(Model):
    """Tokens of replies. Of providers that report none, they are estimated."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class ConversationStatisticsTotal(Model):
    """All days together. A user of several days counts once, so users are fewer than their sum."""

    conversations: int
    """Number of conversations that were created."""
    messages: ConversationStatisticsMessages
    """Messages by role, whatever their status."""
    feedback: ConversationStatisticsFeedback
    """Messages by rating."""
    failed: int
    """Number of replies that failed."""
    usage: ConversationStatisticsTotalUsage
    """Tokens of replies. Of providers that report none, they are estimated."""
    satisfaction: ConversationStatisticsSatisfaction
    """Answers to how satisfied visitors are, on the day of the answer or its last change. Not the ratings of
    `feedback`.
    """
    users: int
    """Number of different `user_id`s of the conversations in which a user wrote; without a `user_id`, none counts.
    Above 16,384 it is an estimate, with a standard error of 1 %.
    """
    latency_ms: Optional[ConversationStatisticsLatencyMs]
    """Time until complete replies ended, cut to three significant digits; None if no reply is complete."""


@dataclass(frozen=True)
class ConversationStatisticsPreviousUsage(Model):
    """Tokens of replies. Of providers that report none, they are estimated."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class ConversationStatisticsPrevious(Model):
    """The same number of days before. If the last day is today, up to the present time of day: both periods are equally
    long so far.
    """

    conversations: int
    """Number of conversations that were created."""
    messages: ConversationStatisticsMessages
    """Messages by role, whatever their status."""
    feedback: ConversationStatisticsFeedback
    """Messages by rating."""
    failed: int
    """Number of replies that failed."""
    usage: ConversationStatisticsPreviousUsage
    """Tokens of replies. Of providers that report none, they are estimated."""
    satisfaction: ConversationStatisticsSatisfaction
    """Answers to how satisfied visitors are, on the day of the answer or its last change. Not the ratings of
    `feedback`.
    """
    users: int
    """Number of different `user_id`s of the conversations in which a user wrote; without a `user_id`, none counts.
    Above 16,384 it is an estimate, with a standard error of 1 %.
    """
    latency_ms: Optional[ConversationStatisticsLatencyMs]
    """Time until complete replies ended, cut to three significant digits; None if no reply is complete."""


@dataclass(frozen=True)
class ConversationStatisticsPlaygroundUsage(Model):
    """Tokens of replies. Of providers that report none, they are estimated."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class ConversationStatisticsPlayground(Model):
    """Trials of all days, from conversations with `playground`. Nothing else counts them."""

    conversations: int
    """Number of conversations that were created."""
    messages: ConversationStatisticsMessages
    """Messages by role, whatever their status."""
    feedback: ConversationStatisticsFeedback
    """Messages by rating."""
    failed: int
    """Number of replies that failed."""
    usage: ConversationStatisticsPlaygroundUsage
    """Tokens of replies. Of providers that report none, they are estimated."""


@dataclass(frozen=True)
class ConversationStatisticsSatisfactionByChannel(Model):
    """The channels with answers: at most 100, those with most answers first."""

    channel: Optional[str]
    """Identifier of the channel; None for conversations without one."""
    name: Optional[str]
    """Name of the channel."""
    type: Optional[str]
    """Type of the channel, such as `widget`."""
    answered: int
    """Number of conversations whose visitor answered."""
    average: Optional[float]
    """Average of the answers, from 1 to 5, with two decimals; None without any."""
    satisfied: Optional[float]
    """Share of the answers that are 4 or 5, from 0 to 1, with three decimals; None without any."""


@dataclass(frozen=True)
class ConversationStatisticsSatisfactionByPeople(Model):
    """The people with answers: at most 100, those with most answers first. Conversations without an assignee are only
    in `channels`.
    """

    user: str
    """Identifier of the person who had the conversation when its visitor answered."""
    name: Optional[str]
    """Name of the person; None if their account was deleted."""
    answered: int
    """Number of conversations whose visitor answered."""
    average: Optional[float]
    """Average of the answers, from 1 to 5, with two decimals; None without any."""
    satisfied: Optional[float]
    """Share of the answers that are 4 or 5, from 0 to 1, with three decimals; None without any."""


@dataclass(frozen=True)
class ConversationStatisticsSatisfactionBy(Model):
    """Answers to how satisfied visitors are on all days, by channel and by person."""

    channels: List[ConversationStatisticsSatisfactionByChannel]
    """The channels with answers: at most 100, those with most answers first."""
    people: List[ConversationStatisticsSatisfactionByPeople]
    """The people with answers: at most 100, those with most answers first. Conversations without an assignee are only
    in `channels`.
    """


@dataclass(frozen=True)
class ConversationStatisticsSuggestions(Model):
    """Texts that agents wrote for people at the desk on all days. Nothing else counts it."""

    count: int
    """Number of drafts, summaries and translations."""
    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


@dataclass(frozen=True)
class ConversationStatistics(Model):
    """Returned by `conversations.statistics`."""

    from_: str
    """The first day in UTC, such as `2026-01-31`."""
    to: str
    """The last day in UTC."""
    interval: Union[ConversationStatisticsInterval, str]
    """Period of an entry of `days`: a day up to 90 days, a week up to 366, otherwise a month."""
    days: List[ConversationStatisticsDay]
    """One entry per day, week or month (`interval`), oldest first; one without activity has zeros."""
    total: ConversationStatisticsTotal
    """All days together. A user of several days counts once, so users are fewer than their sum."""
    previous: ConversationStatisticsPrevious
    """The same number of days before. If the last day is today, up to the present time of day: both periods are equally
    long so far.
    """
    playground: ConversationStatisticsPlayground
    """Trials of all days, from conversations with `playground`. Nothing else counts them."""
    satisfaction_by: ConversationStatisticsSatisfactionBy
    """Answers to how satisfied visitors are on all days, by channel and by person."""
    suggestions: ConversationStatisticsSuggestions
    """Texts that agents wrote for people at the desk on all days. Nothing else counts it."""


@dataclass(frozen=True)
class ChannelRecipient(Model):
    """A part of a result."""

    title: str
    """Name of the identifier."""
    description: str
    """Says how to find the identifier."""


@dataclass(frozen=True)
class ChannelKind(Model):
    """A part of a result."""

    type: Literal["widget", "page", "telegram", "slack", "discord", "whatsapp", "email", "webhook"]
    """The `type` of its channels."""
    title: str
    """Name of the kind."""
    description: str
    """Purpose of the kind."""
    settings: Dict[str, Any]
    """JSON Schema of its settings, with titles, descriptions and defaults; a field with `writeOnly` is secret, and must
    be given again after a change of one that its `x-goes-to` names.
    """
    secret: Optional[str]
    """Use of its secret: `identity` (signs tokens of verified visitors), `signature` (signs requests) or `verification`
    (shows that requests are those of the platform); None if it has none.
    """
    urls: List[str]
    """Names of the addresses of its channels."""
    is_tried: bool
    """True if `POST /api/agents/{id}/channels/check` asks the platform about settings."""
    recipient: Optional[ChannelRecipient]
    """Recipient of a test message (`to` of a test); None if no test message can be sent."""
    steps: List[str]
    """Steps to connect it, in order. `{page}`, `{script}`, `{inbound}` and `{channel}` stand for the addresses and the
    identifier of the channel.
    """


@dataclass(frozen=True)
class ChannelTypeList(Model):
    """Returned by `channels.types`."""

    items: List[ChannelKind]
    """Every kind that this version has."""


@dataclass(frozen=True)
class ChannelLimits(Model):
    """Limits for visitors, and the text beyond them."""

    visitor_messages_per_day: Optional[int]
    """Max messages by a visitor and day (UTC): 1 to 1,000,000; None for any number. 100 unless set."""
    messages_per_day: Optional[int]
    """Max messages by all visitors of the channel and day (UTC): 1 to 1,000,000; None for any number. 2,000 unless set.
    """
    address_percent: int
    """How much of `messages_per_day` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in
    percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.
    """
    message_length: int
    """Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a
    messenger the model reads the beginning and the end. 4,000 unless set.
    """
    history_tokens: Optional[int]
    """Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; None for as
    many as fit into its context. 8,000 unless set.
    """
    message: Optional[str]
    """Text for visitors when a limit is reached: up to 500 characters; None for a sentence of the service."""


@dataclass(frozen=True)
class ChannelUrls(Model):
    """The addresses of the channel."""

    page: Optional[str] = None
    """Address of its chat page; of a widget or page."""
    script: Optional[str] = None
    """Address of the widget’s script; of a widget."""
    inbound: Optional[str] = None
    """Address that accepts messages; of a webhook."""


@dataclass(frozen=True)
class ChannelPicture(Model):
    """A part of a result."""

    url: str
    """Its public address, another one for each picture. The one before is gone at once."""
    type: Literal["image/png", "image/jpeg", "image/webp"]
    """Media type, as its bytes are."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    bytes: int
    """Size in bytes."""


@dataclass(frozen=True)
class ChannelProblem(Model):
    """A part of a result."""

    code: str
    """Stable code of the problem."""
    message: str
    """Description of the problem."""
    at: datetime
    """Time of the problem: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Channel(Model):
    """Returned by `channels.list`, `channels.list_all`, `channels.retrieve` and others."""

    id: str
    """Channel identifier."""
    agent: str
    """Identifier of its agent."""
    workspace: str
    """Identifier of its workspace."""
    type: Literal["widget", "page", "telegram", "slack", "discord", "whatsapp", "email", "webhook"]
    """Kind of channel; `GET /api/channel-types` describes each."""
    name: str
    """Name of the channel."""
    status: Union[ChannelStatus, str]
    """`active` (the default), `inactive` (it accepts nothing) or `error`, which the service sets if messages can’t be
    delivered, and clears with the next that can.
    """
    settings: Dict[str, Any]
    """Settings of its kind, without secrets."""
    offline_message: Optional[str]
    """Text for visitors while the agent is inactive: up to 2,000 characters; None for no text."""
    limits: ChannelLimits
    """Limits for visitors, and the text beyond them."""
    urls: ChannelUrls
    picture: Optional[ChannelPicture]
    """Picture of a widget or page; None if it has none."""
    external_id: Optional[str]
    """Your own ID; None if it has none."""
    metadata: Dict[str, Any]
    """Your own data."""
    last_event_at: Optional[datetime]
    """Time of the last message that came in: ISO 8601 UTC with milliseconds; None before the first."""
    last_error: Optional[ChannelProblem]
    """Why messages can’t be delivered; None if they can."""
    last_checked_at: Optional[datetime]
    """Time at which its platform was asked last whether all is well: ISO 8601 UTC with milliseconds; None if it has
    none, or before the first time.
    """
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class NewChannel(Channel):
    """Returned by `channels.create`."""

    secret: Optional[str]
    """The secret that proves identities of visitors (widget, page) or signs requests (webhook). It is shown once; None
    if the kind has none.
    """


@dataclass(frozen=True)
class ChannelDependents(Model):
    """Returned by `channels.preview_delete`."""

    conversations: int
    """Number of its conversations."""
    messages: int
    """Number of messages in them."""


@dataclass(frozen=True)
class UpsertedChannel(Channel):
    """Returned by `channels.upsert`."""

    secret: Optional[str]
    """The secret of a new channel, in this answer only; None if it existed, or if its kind has none."""


@dataclass(frozen=True)
class RotatedChannel(Model):
    """Returned by `channels.rotate_secret`."""

    channel: Channel
    secret: Optional[str]
    """The secret that proves identities of visitors (widget, page) or signs requests (webhook). It is shown once; None
    if the kind has none.
    """


@dataclass(frozen=True)
class ChannelTestCheck(Model):
    """The checks, in order."""

    name: str
    """Stable name of the check."""
    ok: bool
    """True if it passed."""
    message: str
    """Result in a sentence."""


@dataclass(frozen=True)
class ChannelTest(Model):
    """Returned by `channels.test` and `channels.check`."""

    ok: bool
    """True if every check passed."""
    checks: List[ChannelTestCheck]
    """The checks, in order."""


@dataclass(frozen=True)
class VisitorSessionVisitor(Model):
    """The visitor that the token belongs to."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """Identifier of the visitor, the `user_id` of the conversations; `sub` of a verified one."""
    name: Optional[str]
    """Name of the visitor from the proof of identity; None if it has none."""
    verified: bool
    """True if your server has proven the visitor’s identity."""
    form: Optional[Dict[str, Any]]
    """Earlier answers of the visitor to the form of the channel, which a new conversation has, too; None if nothing was
    answered.
    """


@dataclass(frozen=True)
class VisitorSessionChannelThemeLight(Model):
    """Colours of the light theme; all have a default."""

    accent: Optional[str] = None
    """Colour of buttons, links and the visitor’s messages, as `#rrggbb`; the theme’s own unless set."""
    accent_text: Optional[str] = None
    """Colour of text on the accent colour, as `#rrggbb`; the theme’s own unless set."""
    background: Optional[str] = None
    """Colour of the chat, as `#rrggbb`; the theme’s own unless set."""
    surface: Optional[str] = None
    """Colour of the agent’s messages and the fields, as `#rrggbb`; the theme’s own unless set."""
    text: Optional[str] = None
    """Colour of text, as `#rrggbb`; the theme’s own unless set."""
    muted_text: Optional[str] = None
    """Colour of times, hints and placeholders, as `#rrggbb`; the theme’s own unless set."""
    border: Optional[str] = None
    """Colour of lines, as `#rrggbb`; the theme’s own unless set."""


@dataclass(frozen=True)
class VisitorSessionChannelThemeDark(Model):
    """Colours of the dark theme; all have a default."""

    accent: Optional[str] = None
    """Colour of buttons, links and the visitor’s messages, as `#rrggbb`; the theme’s own unless set."""
    accent_text: Optional[str] = None
    """Colour of text on the accent colour, as `#rrggbb`; the theme’s own unless set."""
    background: Optional[str] = None
    """Colour of the chat, as `#rrggbb`; the theme’s own unless set."""
    surface: Optional[str] = None
    """Colour of the agent’s messages and the fields, as `#rrggbb`; the theme’s own unless set."""
    text: Optional[str] = None
    """Colour of text, as `#rrggbb`; the theme’s own unless set."""
    muted_text: Optional[str] = None
    """Colour of times, hints and placeholders, as `#rrggbb`; the theme’s own unless set."""
    border: Optional[str] = None
    """Colour of lines, as `#rrggbb`; the theme’s own unless set."""


@dataclass(frozen=True)
class VisitorSessionChannelTheme(Model):
    """Colours and corners: the eight CSS variables of the chat."""

    mode: Union[VisitorSessionChannelThemeMode, str]
    """`auto` follows the visitor’s device; `light` or `dark` is always so."""
    light: VisitorSessionChannelThemeLight
    """Colours of the light theme; all have a default."""
    dark: VisitorSessionChannelThemeDark
    """Colours of the dark theme; all have a default."""
    radius: int
    """Radius of the corners in pixels: 0 to 24."""


@dataclass(frozen=True)
class VisitorSessionChannelFormField(Model):
    """The fields in order: max 10."""

    key: str
    """Name of the answer: up to 40 letters, digits and underscores, unique in the form."""
    label: str
    """Label of the field: 1 to 80 characters."""
    type: Literal["text", "email", "phone", "select", "checkbox", "textarea"]
    """Kind of the field."""
    required: bool
    """True if a visitor must fill it in; of a checkbox, must tick it."""
    description: str
    """Text below the field: up to 200 characters. Empty for none."""
    options: List[str]
    """The choices of a `select`: 1 to 20, each up to 80 characters. Empty for other kinds."""


@dataclass(frozen=True)
class VisitorSessionChannelFormConsent(Model):
    """Text that a visitor agrees to. For a box to tick, add a required checkbox."""

    text: str
    """Text above the button: up to 300 characters. Empty for none."""
    url: str
    """Page that the text links to: `https://` or `http://`. Empty for none."""


@dataclass(frozen=True)
class VisitorSessionChannelForm(Model):
    """Form that asks visitors for their name, address or anything else."""

    when: Union[VisitorSessionChannelFormWhen, str]
    """`before` asks before the first message, `after_first` after the first reply; `off` never asks."""
    intro: str
    """Text above the fields: up to 300 characters. Empty for none."""
    fields: List[VisitorSessionChannelFormField]
    """The fields in order: max 10."""
    consent: VisitorSessionChannelFormConsent
    """Text that a visitor agrees to. For a box to tick, add a required checkbox."""


@dataclass(frozen=True)
class VisitorSessionChannelSatisfaction(Model):
    """One question after a conversation was closed: 1 to 5, with an optional comment."""

    asked: bool
    """True if visitors are asked how satisfied they are once their conversation was closed."""
    question: str
    """The question: up to 200 characters. Empty for that of the chat, in the language of the visitor."""


@dataclass(frozen=True)
class VisitorSessionChannel(Model):
    """Data that the chat shows."""

    id: str
    """Channel identifier."""
    type: Literal["widget", "page"]
    """The kind of the channel."""
    agent: str
    """Identifier of the agent that replies."""
    title: str
    """Title of the chat; the agent’s name unless set."""
    picture: Optional[str]
    """Path of the picture in the head, on this service; None for the seal of the agent."""
    greeting: str
    """First text that a new visitor reads: up to 500 characters. Empty for none."""
    suggestions: List[str]
    """First messages that a visitor can choose: max 6, each up to 120 characters."""
    theme: VisitorSessionChannelTheme
    """Colours and corners: the eight CSS variables of the chat."""
    language: Union[VisitorSessionChannelLanguage, str]
    """`auto` follows the visitor’s browser; a code such as `de` is for every visitor. A page may name another."""
    texts: Dict[str, Any]
    """Texts of the chat that replace its own, by their key; each up to 200 characters."""
    position: Union[VisitorSessionChannelPosition, str]
    """Side of the window at which the launcher is, unless the page names one."""
    sound: bool
    """True if a reply that a visitor doesn’t see makes a sound. Visitors can mute it."""
    title_badge: bool
    """True if the title of the page begins with the number of unread replies."""
    feedback: bool
    """True if visitors can rate replies."""
    citations: bool
    """True if replies show what they cite."""
    form: VisitorSessionChannelForm
    """Form that asks visitors for their name, address or anything else."""
    transcript: bool
    """True if the visitor can have a transcript mailed: the channel allows it, and mail is set up."""
    handover: bool
    """True if the visitor can ask for a person, with `POST /api/conversations/{id}/handover`."""
    satisfaction: VisitorSessionChannelSatisfaction
    """One question after a conversation was closed: 1 to 5, with an optional comment."""
    available: bool
    """True if messages get a reply. False while the agent is inactive: then they are only stored."""
    message_length: int
    """Max characters of a message."""
    offline_message: Optional[str]
    """Text for visitors while the agent is inactive; None for no text."""


@dataclass(frozen=True)
class VisitorSession(Model):
    """Returned by `channels.create_visitor`."""

    token: str
    """The token of the visitor: send it as `Authorization: Bearer <token>`."""
    expires_at: datetime
    """Time at which the token expires (ISO 8601); send it here again before that to renew it."""
    visitor: VisitorSessionVisitor
    """The visitor that the token belongs to."""
    channel: VisitorSessionChannel
    """Data that the chat shows."""


@dataclass(frozen=True)
class DeliveryProblem(Model):
    """A part of a result."""

    code: str
    """Stable code of the problem."""
    message: str
    """Description of the problem."""


@dataclass(frozen=True)
class MessageDelivery(Model):
    """Returned by `conversations.deliveries` and `messages.redeliver`."""

    message: str
    """Identifier of the message."""
    conversation: str
    """Identifier of its conversation."""
    channel: str
    """Identifier of the channel."""
    state: Union[MessageDeliveryState, str]
    """`queued` (it will be sent, or sent again), `sent` (the platform has it), `delivered` (the platform says so),
    `failed` (`error` says why), or `unknown` (the service can’t tell whether it was sent, and sends it again only on
    request).
    """
    error: Optional[DeliveryProblem]
    """The last problem; None if there was no problem."""
    attempts: int
    """Number of attempts so far."""
    created_at: datetime
    """Time at which the message was complete: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ModelListItem(Model):
    """The items of this page."""

    id: str
    """Value for an agent’s `model`: `provider/name`."""
    provider: str
    """Name of the provider."""
    usable: bool
    """True if the model can be used on this instance."""
    reason: Optional[str]
    """Why it can’t be used; None if it can."""
    description: Optional[str]
    """Purpose of the model; None unless it is built in."""


@dataclass(frozen=True)
class ModelListProvider(Model):
    """The providers of the instance."""

    name: str
    """Name of the provider: the part of a model’s name before the `/`."""
    usable: bool
    """True if the provider can be used on this instance."""
    reason: Optional[str]
    """Why it can’t be used; None if it can."""
    open: bool
    """True if the provider accepts other model names than those in `items`."""
    listed: bool
    """Whether `items` has the models that the operator or the provider itself lists; otherwise it only suggests some.
    """
    list_reason: Optional[str]
    """Why the provider’s list is not known; None if it is."""


@dataclass(frozen=True)
class ModelListEmbedding(Model):
    """The model that embeds knowledge sources; None if the operator has set none: sources are searched by words."""

    model: str
    """As `provider/name`."""
    state: Union[ModelListEmbeddingState, str]
    """Result of its last call; `untried` if this process has not called it since it started."""
    reason: Optional[str]
    """Reason of the failure; None unless it fails."""
    dimensions: Optional[int]
    """Length of its vectors; None unless it works."""


@dataclass(frozen=True)
class ModelList(Model):
    """Returned by `models.list`."""

    default: str
    """The model of an agent that is created without one: the operator’s choice, or else a current model of the first
    provider that can be used.
    """
    items: List[ModelListItem]
    """The items of this page."""
    next_cursor: Optional[str]
    """The `cursor` of the next page; None on the last page."""
    providers: List[ModelListProvider]
    """The providers of the instance."""
    embedding: Optional[ModelListEmbedding]
    """The model that embeds knowledge sources; None if the operator has set none: sources are searched by words."""
    total: Optional[int] = None
    """The number of all matching items; absent unless `include_total` is True."""


@dataclass(frozen=True)
class ModelFailure(Model):
    """A part of a result."""

    reason: Union[FailureReason, str]
    """The kind of failure."""
    message: str
    """One sentence that says what is wrong; its wording may change."""
    hint: Optional[str]
    """Next step to fix it; None if only a retry may help."""
    provider_status: Optional[int]
    """The provider’s HTTP status; None without one."""
    provider_message: Optional[str]
    """The provider’s own words; None without any."""


@dataclass(frozen=True)
class ModelTest(Model):
    """Returned by `models.test`."""

    ok: bool
    """True if the model replied."""
    model: str
    """The model as `provider/name`."""
    reply: Optional[str]
    """Its reply to “Reply with the word OK.”, up to 200 characters; None unless `ok`."""
    latency_ms: Optional[int]
    """Milliseconds until its first word; None unless `ok`."""
    failure: Optional[ModelFailure]
    """Why it did not reply; None if `ok`."""


@dataclass(frozen=True)
class ModelProvider(Model):
    """Returned by `models.providers.set_key`."""

    name: str
    """Name of the provider."""
    kind: Union[ModelProviderKind, str]
    """Its API: that of a vendor, or one compatible with OpenAI’s."""
    usable: bool
    """True if the provider can be used on this instance."""
    reason: Optional[str]
    """Why it can’t be used; None if it can."""
    source: Union[ModelProviderSource, str]
    """Source of its key. The environment wins over a stored one."""
    setting: str
    """Name of the environment variable with its key."""
    address: Optional[str]
    """Its base URL, if the operator has set one; the key is sent there. None for the vendor’s own."""
    last_four: Optional[str]
    """Last four characters of the stored key, if it is long."""
    set_at: Optional[datetime]
    """Time at which the key was stored: ISO 8601 UTC with milliseconds; None if none is."""


@dataclass(frozen=True)
class ModelProviders(Model):
    """Returned by `models.providers.list`."""

    items: List[ModelProvider]
    """The vendors that are built in, then those of the operator."""


@dataclass(frozen=True)
class ModelProviderTest(Model):
    """Returned by `models.providers.test`."""

    ok: bool
    """True if the provider accepts the key."""
    models: Optional[int]
    """Number of models for conversations that it lists; None unless `ok`."""
    failure: Optional[ModelFailure]
    """Why not; None if `ok`."""


@dataclass(frozen=True)
class SavedReply(Model):
    """Returned by `saved_replies.create`, `saved_replies.list`, `saved_replies.retrieve` and others."""

    id: str
    """Saved reply identifier."""
    workspace: str
    """Identifier of its workspace."""
    name: str
    """Name by which people find it: 1 to 80 characters. Unique among the shared ones of a workspace, and among those of
    one person, in whatever case.
    """
    text: str
    """The text, 1 to 10,000 characters of Markdown. Variables are `{{visitor.name}}`, `{{visitor.email}}` and other
    keys of the form, `{{agent.name}}` and `{{me.name}}`; `{{visitor.name|there}}` has a fallback.
    """
    is_shared: bool
    """True if all members of the workspace see it; False for its author alone. True unless set."""
    created_by: Optional[str]
    """Identifier of its author; None if that person was deleted."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class RenderedReply(Model):
    """Returned by `saved_replies.render`."""

    text: str
    """The text with the values of its variables. Nothing was sent."""
    missing: List[str]
    """Names of the variables without a value and a fallback, which are left out; may be empty."""


@dataclass(frozen=True)
class KeptFilters(Model):
    """A part of a result."""

    agent_id: Optional[str] = None
    """Only conversations with this agent; absent for all. Unknown ones match nothing."""
    channel_id: Optional[str] = None
    """Only conversations of this channel; absent for all. Unknown ones match nothing."""
    status: Optional[Union[ConversationStatus, str]] = None
    """Only conversations with this status; absent for all."""
    user_id: Optional[str] = None
    """Only conversations of this end user; absent for all."""
    rating: Optional[Union[Rating, str]] = None
    """Only conversations whose latest rated reply has this rating; absent for all."""
    satisfaction: Optional[int] = None
    """Only conversations whose visitor gave this score, 1 to 5; absent for all."""
    tag: Optional[str] = None
    """Only conversations with exactly this tag, upper and lower case apart; absent for all."""
    taken_by: Optional[str] = None
    """Only conversations that this person has taken over; `me` is the person who asks; absent for all. Unknown ones
    match nothing.
    """
    assignee: Optional[str] = None
    """Only conversations for which this person is responsible; `me` is the person who asks, `none` is for those that
    have no such person; absent for all. Unknown ones match nothing.
    """
    team: Optional[str] = None
    """Only conversations of this team; absent for all. Unknown ones match nothing."""
    priority: Optional[Union[Priority, str]] = None
    """Only conversations with this priority; absent for all."""
    snoozed: Optional[bool] = None
    """Only conversations that rest, or with False only others; absent for both."""
    waiting: Optional[bool] = None
    """Only conversations in which a person has to write next: their status is `human`, and the visitor was handed over
    or spoke last; absent or False for all.
    """
    failed: Optional[bool] = None
    """Only conversations whose latest reply failed, in which no person has written since, and that are not closed;
    absent or False for all.
    """
    playground: Optional[bool] = None
    """Only trials of the playground, or with False only other conversations; absent for both."""
    q: Optional[str] = None
    """Only conversations that have all of these words in one message, in any language, or whose title contains this
    text; absent for all. The last word may be the beginning of one.
    """
    created_after: Optional[datetime] = None
    """Only conversations created at this time (ISO 8601) or later; absent for no limit."""
    created_before: Optional[datetime] = None
    """Only conversations created before this time (ISO 8601); absent for no limit."""
    updated_after: Optional[datetime] = None
    """Only conversations that changed for the last time at this time (ISO 8601) or later; absent for no limit."""
    updated_before: Optional[datetime] = None
    """Only conversations that changed for the last time before this time (ISO 8601); absent for no limit."""
    last_message_after: Optional[datetime] = None
    """Only conversations whose latest message was sent at this time (ISO 8601) or later; absent for no limit."""
    last_message_before: Optional[datetime] = None
    """Only conversations whose latest message was sent before this time (ISO 8601); absent for no limit."""
    sort: Optional[Union[Sort, str]] = None
    """Order of the list; `-` is descending. Newest first if it is absent."""


@dataclass(frozen=True)
class View(Model):
    """Returned by `views.create`, `views.retrieve` and `views.update`."""

    id: str
    """View identifier."""
    workspace: str
    """Identifier of its workspace."""
    created_by: Optional[str]
    """Identifier of its author; None if that person was deleted."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""
    name: str
    """Name of the view: 1 to 80 characters. Unique among the shared ones of a workspace, and among those of one person,
    in whatever case.
    """
    is_shared: bool
    """True if all members of the workspace see it; False for its author alone. True unless set."""
    filters: KeptFilters


@dataclass(frozen=True)
class ListedView(View):
    """Returned by `views.list`."""

    count: Optional[int] = None
    """Number of its conversations; 100 means 100 or more, and None that counting took too long. Absent unless
    `include_counts` is True.
    """


@dataclass(frozen=True)
class SuggestionUsage(Model):
    """Its cost. Of providers that report none, it is estimated."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the text."""


@dataclass(frozen=True)
class Suggestion(Model):
    """Returned by `conversations.suggest`."""

    kind: Union[SuggestionKind, str]
    """`reply`: a draft of the answer to the last message of the user. `summary`: what a colleague needs to know of the
    conversation. `translation`: the text of one message in another language.
    """
    text: str
    """The text."""
    citations: List[Citation]
    """The passages that a reply quotes; otherwise empty."""
    agent: str
    """Identifier of the agent whose model wrote it."""
    model: str
    """The model that wrote it."""
    usage: SuggestionUsage
    """Its cost. Of providers that report none, it is estimated."""


@dataclass(frozen=True)
class ToolFunction(Model):
    """A part of a result."""

    function: str
    """Its name in `settings`."""
    title: str
    """Name of the function."""
    description: str
    """Its description for the model."""


@dataclass(frozen=True)
class ToolKind(Model):
    """A part of a result."""

    type: Literal["http", "mcp", "client", "builtin"]
    """The `type` of its tools."""
    title: str
    """Name of the kind."""
    description: str
    """Purpose of the kind."""
    settings: Dict[str, Any]
    """JSON Schema of its settings, with titles, descriptions and defaults."""
    takes_schema: bool
    """True if its tools have an `input_schema`."""
    functions: List[ToolFunction]
    """The functions of `builtin`; empty for other kinds."""


@dataclass(frozen=True)
class ToolTypeList(Model):
    """Returned by `tools.types`."""

    items: List[ToolKind]
    """Every kind that this version has."""


@dataclass(frozen=True)
class Tool(Model):
    """Returned by `tools.create`, `tools.list`, `tools.retrieve` and others."""

    id: str
    """Tool identifier."""
    workspace: str
    """Identifier of its workspace."""
    type: Literal["http", "mcp", "client", "builtin"]
    """Kind of the tool; `GET /api/tool-types` describes each."""
    name: str
    """Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace."""
    description: str
    """Says what it does and when to call it, for the model: 1 to 4,000 characters."""
    input_schema: Optional[Dict[str, Any]]
    """JSON Schema of its arguments: an object. None if it takes none, or if its kind has its own schema. 32 KiB at
    most.
    """
    settings: Dict[str, Any]
    """Settings of its kind; `GET /api/tool-types` describes them. No secret is among them."""
    secret_names: List[str]
    """Names of its secrets, sorted. Their values are never returned."""
    auth: Union[Auth, str]
    """On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of the tool) or
    `end_user` (with the account of the end user of the conversation; for `mcp`, and `http` with `oauth`).
    """
    timeout_ms: int
    """Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation."""
    idempotent: bool
    """True if a call may run twice with the effect of one: then it is retried after a crash. False unless set at
    creation; True for an `http` tool with the method `GET`.
    """
    approvers: List[str]
    """Identifiers of the members who are asked for approval, up to 50; empty for all who may decide. Empty unless set.
    """
    approval_seconds: int
    """Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless set at creation."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ToolDefinition(Model):
    """A part of a result."""

    description: str
    """Its description for the model."""
    input_schema: Dict[str, Any]
    """The JSON Schema of its arguments."""


@dataclass(frozen=True)
class ToolDefinitionChange(Model):
    """A part of a result."""

    field: Union[ToolDefinitionChangeField, str]
    """Name of the field."""
    before: Any
    """As it was approved."""
    after: Any
    """As the server says now."""


@dataclass(frozen=True)
class ComparedDefinition(Model):
    """A part of a result."""

    name: str
    """Its name at the server."""
    state: Union[ComparedDefinitionState, str]
    """`approved`: models may call it. `changed`: the server says something else than was approved, so calls are
    refused. `new`: it was never approved. `missing`: it was approved, and the server no longer has it.
    """
    digest: str
    """SHA-256 of the definition, which an approval names."""
    definition: ToolDefinition
    changes: List[ToolDefinitionChange]
    """Differences from the approved definition; empty unless `changed`."""
    problem: Optional[str]
    """Why it can’t be approved; None if it can."""


@dataclass(frozen=True)
class SkippedDefinition(Model):
    """A part of a result."""

    name: str
    """Its name at the server."""
    reason: str
    """Why."""


@dataclass(frozen=True)
class ToolDefinitions(Model):
    """Returned by `tools.definitions.list`."""

    items: List[ComparedDefinition]
    """The approved definitions, then new ones."""
    skipped: List[SkippedDefinition]
    """Tools of the server that can’t be used."""
    is_truncated: bool
    """True if the server has more than 200 tools, which are left out."""


@dataclass(frozen=True)
class ToolConnectionLink(Model):
    """Returned by `tools.connection.create`."""

    url: str
    """Address of a page to open in a browser within ten minutes. It says what will be connected, and leads to the
    server. Only the person who asked for it should open it.
    """


@dataclass(frozen=True)
class ToolConnection(Model):
    """Returned by `tools.connection.retrieve`."""

    state: Union[ToolConnectionState, str]
    """`none`: no account is connected. `connected`: calls are made as the account. `reauth_required`: its server no
    longer accepts it, so it must be connected again.
    """
    expires_at: Optional[datetime]
    """When the access token expires; it is refreshed before. None without a token, or if its server doesn’t say."""


@dataclass(frozen=True)
class UserConnection(Model):
    """Returned by `tools.connections.list`."""

    id: str
    """Identifier of the account."""
    tool: str
    """The tool that uses it."""
    user_id: Optional[str]
    """The end user whose account it is; None for one of a conversation whose user is not known for sure."""
    conversation: Optional[str]
    """The only conversation that uses it; None for an account of a user."""
    channel: Optional[str]
    """The channel of a messenger, whose IDs of users count in it only; None otherwise."""
    state: Union[UserConnectionState, str]
    """As that of the account of a workspace."""
    expires_at: Optional[datetime]
    """When the access token expires; None if its server doesn’t say."""
    created_at: datetime
    """Time at which it was first asked for: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last sign-in or refresh: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ImportableOperation(Model):
    """A part of a result."""

    operation_id: str
    """Its ID in the document, or one made of its path."""
    method: str
    """Method."""
    path: str
    """Path."""
    summary: str
    """Its summary in the document."""
    problem: Optional[str]
    """Why it can’t become a tool; None if it can."""
    name: Optional[str]
    """Name of its tool; None if it can’t become one."""
    secret_names: List[str]
    """Names of the secrets that the tool needs."""


@dataclass(frozen=True)
class ImportedTools(Model):
    """Returned by `tools.import_open_api`."""

    operations: List[ImportableOperation]
    """Every operation of the document."""
    tools: List[Tool]
    """The tools that were created; empty without `operations`."""


@dataclass(frozen=True)
class TriedRequest(Model):
    """A part of a result."""

    method: str
    """Method."""
    url: str
    """Address."""
    headers: Dict[str, Any]
    """Headers by their names."""
    body: Optional[str]
    """Body; None without one."""


@dataclass(frozen=True)
class TriedReply(Model):
    """A part of a result."""

    status: int
    """HTTP status."""
    headers: Dict[str, Any]
    """Headers by their names."""
    body: str
    """Body as text."""


@dataclass(frozen=True)
class TriedTool(Model):
    """Secrets are replaced by `[redacted]`, and texts cut after 32,000 characters. Returned by `tools.try_out`."""

    ok: bool
    """True if the call succeeded."""
    content: str
    """The text that the model would get: the result, or what went wrong."""
    latency_ms: int
    """Duration of the call in ms."""
    request: Optional[TriedRequest]
    """The request that was sent, without secrets; None if none was."""
    reply: Optional[TriedReply]
    """The reply of the server, without secrets; None without one."""


@dataclass(frozen=True)
class ToolCallRecord(Model):
    """Returned by `tool_calls.list`, `tool_calls.retrieve`, `tool_calls.approve` and others."""

    id: str
    """Identifier of the call."""
    workspace: str
    """Identifier of its workspace."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the reply that made it."""
    agent: str
    """Identifier of the agent."""
    agent_version: int
    """Version of the agent when it was made."""
    tool: str
    """Identifier of the tool, which may be deleted since."""
    name: str
    """Name by which the model called it."""
    call_id: str
    """Identifier of the call in its message."""
    user_id: Optional[str]
    """Your ID for the end user of the conversation; None if none is known."""
    arguments: Dict[str, Any]
    """Arguments of the call: exactly what runs."""
    digest: str
    """SHA-256 of tool, definition, arguments, version of the agent, and end user, in hex: what an approval is bound to.
    """
    status: Union[ToolCallRecordStatus, str]
    """`waiting` (see `waits_for`), `running`, `completed`, `failed`, `denied`, `expired` (not decided in time, its
    reply ended, or approval was asked again after a change), or `unknown` (the server stopped while it ran: it may have
    had its effect, and isn’t repeated).
    """
    waits_for: Optional[Union[ToolCallRecordWaitsFor, str]]
    """The thing that it waits for, or did; None if it ran at once."""
    approvers: List[str]
    """The users who are asked; empty for all who may decide."""
    deadline: Optional[datetime]
    """When it stops waiting: ISO 8601 UTC with milliseconds; None if it ran at once."""
    decided_by: Optional[str]
    """Identifier of the user who decided; None without a decision."""
    decided_at: Optional[datetime]
    """Time of the decision: ISO 8601 UTC with milliseconds; None without one."""
    reason: Optional[str]
    """Reason of the decision; None without one."""
    result: Optional[str]
    """Result as text; None until it has one."""
    latency_ms: Optional[int]
    """Time that it took, in milliseconds; None if it did not run."""
    started_at: Optional[datetime]
    """Time at which it last started: ISO 8601 UTC with milliseconds; None if it did not run."""
    ended_at: Optional[datetime]
    """Time of its end: ISO 8601 UTC with milliseconds; None before."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ApprovalLink(Model):
    """Returned by `approval_links.read` and `approval_links.decide`."""

    tool_name: str
    """Name by which the model called the tool."""
    agent_name: str
    """Name of the agent that wants to call it."""
    workspace_name: str
    """Name of the workspace."""
    arguments: Dict[str, Any]
    """Arguments of the call: exactly what runs."""
    email: str
    """Email address of the user, in lower case."""
    state: Union[ApprovalLinkState, str]
    """`waiting` for a decision, `approved`, `denied`, or `expired` without a decision."""
    deadline: datetime
    """Time at which the call and the link expire: ISO 8601 UTC with milliseconds."""
    decided_by: Optional[str]
    """Name or email of the user who decided; None without a decision."""
    decided_at: Optional[datetime]
    """Time of the decision: ISO 8601 UTC with milliseconds; None without one."""


@dataclass(frozen=True)
class TeamRoom(Model):
    """Returned by `workspaces.team_room.retrieve` and `workspaces.team_room.set`."""

    workspace: str
    """Identifier of the workspace."""
    channel: Optional[str]
    """Identifier of the Slack or Telegram channel; None without a room."""
    room: Optional[str]
    """ID of the channel in Slack or of the group in Telegram; None without a room."""
    state: Union[TeamRoomState, str]
    """`connected`, `none`, `off` (the channel is switched off or deleted), or `unconfirmed`: the secrets of the channel
    have changed since, so nothing is posted and no press counts until an admin sets the room again.
    """
    problem: Optional[str]
    """Why the latest notice could not be posted; None if it was."""
    created_at: Optional[datetime]
    """Time at which the first room was set: ISO 8601 UTC with milliseconds; None without a room."""
    updated_at: Optional[datetime]
    """Time at which the room was last set: ISO 8601 UTC with milliseconds; None without a room."""


@dataclass(frozen=True)
class RoomCode(Model):
    """Returned by `me.room_accounts.create_code`."""

    code: str
    """The code. This answer is the only one that has it."""
    command: str
    """The message to send to the bot, in a direct message and not in the room."""
    expires_at: datetime
    """Time at which it stops working: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class RoomAccount(Model):
    """A part of a result."""

    id: str
    """Identifier of the connection."""
    workspace: str
    """Identifier of the workspace."""
    platform: str
    """`slack` or `telegram`."""
    external_id: str
    """ID of the account at the platform."""
    name: str
    """Name of the account at the platform, empty if unknown."""
    created_at: datetime
    """Time at which it was connected: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class RoomAccounts(Model):
    """Returned by `me.room_accounts.list`."""

    items: List[RoomAccount]
    """Your accounts, the newest first: at most one per platform and workspace."""


@dataclass(frozen=True)
class TeamMember(Model):
    """A part of a result."""

    user: str
    """User identifier."""
    limit: Optional[int]
    """Max open conversations that the team gives the member at a time: 1 to 100; None for any number."""


@dataclass(frozen=True)
class Team(Model):
    """Returned by `teams.create`, `teams.list`, `teams.retrieve` and others."""

    id: str
    """Team identifier."""
    workspace: str
    """Identifier of its workspace."""
    name: str
    """Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike."""
    members: List[TeamMember]
    """Its members in their order. Empty once the last of them has left the workspace."""
    assignment: Union[Assignment, str]
    """How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open conversations) or
    `manual` (a member takes them). `round_robin` unless set.
    """
    answer_within: Optional[int]
    """Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to 86,400; None for never.
    None unless set.
    """
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Availability(Model):
    """Returned by `workspaces.availability.set`."""

    user: str
    """User identifier of the person."""
    name: str
    """Display name of the user."""
    state: Union[AvailabilityState, str]
    """`here`, or `away`: then teams give the person no conversations. `away` until first set."""
    since: Optional[datetime]
    """Time from which the person has the state: ISO 8601 UTC with milliseconds; None if it was never set."""


@dataclass(frozen=True)
class AvailabilityList(Model):
    """Returned by `workspaces.availability.retrieve`."""

    items: List[Availability]
    """By name; up to 1,000."""


@dataclass(frozen=True)
class OpeningPeriod(Model):
    """A part of a result."""

    from_: str
    """Time at which it opens."""
    to: str
    """Time at which it closes."""


@dataclass(frozen=True)
class OpeningDays(Model):
    """The periods of each weekday."""

    monday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """
    tuesday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """
    wednesday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """
    thursday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """
    friday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """
    saturday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """
    sunday: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """


@dataclass(frozen=True)
class Holiday(Model):
    """A part of a result."""

    date: str
    """Its date in the time zone: `YYYY-MM-DD`."""
    name: str
    """Name of the holiday, up to 100 characters."""
    periods: List[OpeningPeriod]
    """Periods in which it is open, up to 10, which don't overlap: `from_` and `to` as `HH:MM`, `24:00` for midnight;
    empty if closed.
    """


@dataclass(frozen=True)
class WorkingHours(Model):
    """Returned by `workspaces.hours.retrieve` and `workspaces.hours.set`."""

    workspace: str
    """Identifier of the workspace."""
    time_zone: Optional[str]
    """Time zone of all times; None without hours: then it is always open."""
    days: Optional[OpeningDays]
    """The periods of each weekday, in their order; None without hours."""
    holidays: List[Holiday]
    """Dates with periods of their own, in their order."""
    open: bool
    """True if it is open now."""
    opens_at: Optional[datetime]
    """Time of the next opening: ISO 8601 UTC with milliseconds; None while it is open, or if it opens at no time within
    400 days.
    """
    updated_at: Optional[datetime]
    """Time at which the hours were last set: ISO 8601 UTC with milliseconds; None without hours."""


@dataclass(frozen=True)
class KnowledgeSourceProgress(Model):
    """Progress of a sync that runs or is continued; None if no sync runs."""

    done: int
    """Number of units that are done."""
    total: Optional[int]
    """Number of units in all; None if it is not known yet."""
    unit: str
    """Unit of the numbers: `documents`, `pages` or `chunks`."""
    waits_until: Optional[str] = None
    """When a crawl goes on whose host asks it to wait; else absent."""


@dataclass(frozen=True)
class KnowledgeSourceError(Model):
    """Why the latest sync failed; None if it did not."""

    code: str
    """The stable code of the problem."""
    message: str
    """Description of the problem."""
    hint: str
    """Remedy for the problem."""


@dataclass(frozen=True)
class KnowledgeSourceWarning(Model):
    """Content that the latest sync left out; at most 100 items."""

    code: str
    """The stable code of the warning."""
    message: str
    """Description of the content that was left out."""


@dataclass(frozen=True)
class KnowledgeSourceReviewLostDocument(Model):
    """Documents that would be removed; at most 20 of them."""

    title: str
    """Title of the document."""
    url: Optional[str]
    """URL of the document; None if it has none."""


@dataclass(frozen=True)
class KnowledgeSourceReviewLostCited(Model):
    """Passages that replies of the last 30 days cite and that would be removed; at most 20 of them."""

    title: str
    """Title of the document."""
    quote: str
    """The passage that replies have cited."""


@dataclass(frozen=True)
class KnowledgeSourceReview(Model):
    """A part of a result."""

    version: int
    """The version that waits."""
    since: datetime
    """Time at which it began to wait: ISO 8601 UTC with milliseconds."""
    reasons: List[str]
    """Why it waits, in sentences."""
    documents_before: int
    """Number of documents of the version that serves."""
    documents_after: int
    """Number of documents of the version that waits."""
    lost_documents: List[KnowledgeSourceReviewLostDocument]
    """Documents that would be removed; at most 20 of them."""
    lost_cited: List[KnowledgeSourceReviewLostCited]
    """Passages that replies of the last 30 days cite and that would be removed; at most 20 of them."""


@dataclass(frozen=True)
class KnowledgeFile(Model):
    """The file of a source of that type; else None."""

    name: str
    """Name of the file, without folders."""
    content_type: str
    """Media type as it was sent."""
    bytes: int
    """Size in bytes."""
    hash: str
    """SHA-256 of the bytes, in hex."""


@dataclass(frozen=True)
class KnowledgeSourceConnection(Model):
    """A part of a result."""

    branch: Optional[str]
    """Branch or tag of a repository; None for its default branch."""
    folder: Optional[str]
    """Folder of a repository, or prefix in a bucket; None for all."""
    bucket: Optional[str]
    """Name of a bucket; else None."""
    region: Optional[str]
    """Region of a bucket; None for us-east-1."""
    access_key_id: Optional[str]
    """Identifier of the access key of a bucket; else None."""
    has_credentials: bool
    """True if a token or a secret access key is stored. It is never returned."""
    root: Optional[str] = None
    """Page or database of Notion, with all below it; None for all that are shared."""


@dataclass(frozen=True)
class KnowledgeSourceEmbedding(Model):
    """Progress of the embedding; None before the first vector."""

    model: str
    """Name of the embedding model."""
    complete: bool
    """True if every chunk that serves has a vector."""
    dimensions: Optional[int]
    """Length of the vectors; None before the first."""
    done: int
    """Number of chunks that have a vector."""
    total: int
    """Number of chunks that serve."""
    error: Optional[KnowledgeSourceError]
    """Why there are no more, and what to do; None if nothing is wrong."""


@dataclass(frozen=True)
class KnowledgeSource(Model):
    """Returned by `knowledge_sources.create`, `knowledge_sources.list`, `knowledge_sources.retrieve` and others."""

    id: str
    """Knowledge source identifier."""
    workspace: str
    """Identifier of its workspace."""
    type: Literal["text", "qa", "file", "documents", "url", "website", "git", "s3", "notion"]
    """`text` (pasted), `qa` (pairs of question and answer), `file`, `documents` (many files and texts), `url` (one
    page), `website` (pages of one host), `git` (files of a repository), `s3` (files of a bucket) or `notion` (pages of
    Notion).
    """
    name: str
    """Name of the source."""
    external_id: Optional[str]
    """Your own ID; None if it has none."""
    metadata: Dict[str, Any]
    """Your own data."""
    status: Union[KnowledgeSourceStatus, str]
    """The state of the latest sync: `queued`, `processing`, `ready` or `failed`. Earlier content serves until a sync is
    complete, and after one that failed.
    """
    progress: Optional[KnowledgeSourceProgress]
    """Progress of a sync that runs or is continued; None if no sync runs."""
    error: Optional[KnowledgeSourceError]
    """Why the latest sync failed; None if it did not."""
    warnings: List[KnowledgeSourceWarning]
    """Content that the latest sync left out; at most 100 items."""
    review: Optional[KnowledgeSourceReview]
    """A version that waits for a review; None if none does."""
    version: int
    """The version of the content that serves; 0 before the first."""
    document_count: int
    """Number of documents that serve."""
    chunk_count: int
    """Number of chunks that serve."""
    bytes: int
    """UTF-8 bytes of the text of these documents."""
    content_hash: Optional[str]
    """Changes if and only if the content does; None before the first."""
    url: Optional[str]
    """URL of the page, of the repository or of the S3 service, or where the website begins; else None."""
    include: List[str]
    """Patterns of URLs or paths that are read; empty unless set."""
    exclude: List[str]
    """Patterns of URLs or paths that are left out; empty unless set."""
    max_pages: Optional[int]
    """Max pages of a website; else None."""
    max_depth: Optional[int]
    """Max links from the first page of a website; else None."""
    file: Optional[KnowledgeFile]
    """The file of a source of that type; else None."""
    connection: Optional[KnowledgeSourceConnection]
    """Settings of a connected repository, bucket or Notion; else None."""
    sync_interval: Optional[Union[SyncInterval, str]]
    """Interval at which content of another server is read again; None for on demand only."""
    next_sync_at: Optional[datetime]
    """Time of the next scheduled sync: ISO 8601 UTC with milliseconds; None if none is scheduled."""
    last_synced_at: Optional[datetime]
    """Time of the latest sync that ended well: ISO 8601 UTC with milliseconds; None before the first."""
    agent_count: int
    """Number of agents that use the source."""
    embedding: Optional[KnowledgeSourceEmbedding]
    """Progress of the embedding; None before the first vector."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change, also of its content: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class KnowledgeSourceDependents(Model):
    """Returned by `knowledge_sources.dependents`."""

    agents: int
    """Number of agents that use the source."""
    documents: int
    """Number of documents."""
    chunks: int
    """Number of chunks."""
    pairs: int
    """Number of pairs of question and answer."""


@dataclass(frozen=True)
class KnowledgeSourceContent(Model):
    """Returned by `knowledge_sources.content`."""

    text: str
    """The text as it was sent."""


@dataclass(frozen=True)
class KnowledgeSourceAgent(Model):
    """Returned by `knowledge_sources.agents.list`."""

    id: str
    """Agent identifier."""
    name: str
    """Agent name."""
    status: Union[AgentStatus, str]
    """`active` or `inactive`."""


@dataclass(frozen=True)
class KnowledgeSyncFacts(Model):
    """Results in numbers."""

    added: int
    """Number of documents that are new."""
    changed: int
    """Number of documents whose text has changed."""
    unchanged: int
    """Number of documents that are as they were; they were not indexed again."""
    removed: int
    """Number of documents that are gone."""
    skipped: int
    """Number of documents that were left out, with a reason."""
    chunks: int
    """Number of chunks that were indexed."""


@dataclass(frozen=True)
class KnowledgeError(Model):
    """Why it failed; None if it did not."""

    code: str
    """The stable code."""
    message: str
    """Description of the problem."""


@dataclass(frozen=True)
class KnowledgeReplayChangeBefore(Model):
    """Passage that was found before; None for no passage."""

    title: str
    """Title of the document."""
    quote: str
    """The passage."""


@dataclass(frozen=True)
class KnowledgeReplayChangeAfter(Model):
    """Passage that is found now; None for no passage."""

    title: str
    """Title of the document."""
    quote: str
    """The passage."""


@dataclass(frozen=True)
class KnowledgeReplayChange(Model):
    """The questions whose first or cited passage changes."""

    question: str
    """The question."""
    before: Optional[KnowledgeReplayChangeBefore]
    """Passage that was found before; None for no passage."""
    after: Optional[KnowledgeReplayChangeAfter]
    """Passage that is found now; None for no passage."""


@dataclass(frozen=True)
class KnowledgeReplay(Model):
    """A part of a result."""

    questions: int
    """Number of past questions that were asked again."""
    changes: List[KnowledgeReplayChange]
    """The questions whose first or cited passage changes."""
    note: Optional[str]
    """Why questions were left out; else None."""


@dataclass(frozen=True)
class KnowledgeSync(Model):
    """Returned by `knowledge_sources.syncs.list`."""

    id: str
    """Sync identifier."""
    source: str
    """Identifier of the knowledge source."""
    version: int
    """The version that it made."""
    cause: Union[KnowledgeSyncCause, str]
    """Why it began: `created`, `changed`, `requested`, `scheduled`, or `edited` for chunks that were edited."""
    outcome: Union[KnowledgeSyncOutcome, str]
    """`running`; `ready` or `unchanged`; `failed`; `review` while it waits for one, then `approved` or `rejected`."""
    facts: KnowledgeSyncFacts
    """Results in numbers."""
    error: Optional[KnowledgeError]
    """Why it failed; None if it did not."""
    replay: Optional[KnowledgeReplay]
    """Past questions whose passage it changes; None if none were asked again."""
    created_at: datetime
    """Time at which it began: ISO 8601 UTC with milliseconds."""
    ended_at: Optional[datetime]
    """Time at which it ended: ISO 8601 UTC with milliseconds; None while it runs."""


@dataclass(frozen=True)
class KnowledgeDocument(Model):
    """Returned by `knowledge_sources.documents.list`, `knowledge_sources.documents.upsert`,
    `knowledge_sources.documents.retrieve` and others.
    """

    id: str
    """Document identifier."""
    source: str
    """Identifier of the knowledge source."""
    key: str
    """Its identity across versions: the URL of a page, the ID of a pair or of an added document, `text`, or `file`."""
    external_id: Optional[str]
    """Your own ID of a document that was added; else None."""
    url: Optional[str]
    """URL of the document; None if it has none."""
    title: str
    """Title."""
    metadata: Dict[str, Any]
    """Your own data."""
    file: Optional[KnowledgeFile]
    """The file of a document that was added as one; else None."""
    status: Union[KnowledgeDocumentStatus, str]
    """`queued` until a sync has read it, `ready`, or `skipped` or `failed`, then with an `error`. Earlier content
    serves until the new one is ready.
    """
    error: Optional[KnowledgeError]
    """Why it was left out; None if it was not."""
    hash: str
    """SHA-256 of the text, in hex; empty until it is read."""
    bytes: int
    """UTF-8 bytes of the text that serves."""
    chunk_count: int
    """Number of chunks that serve."""
    version: int
    """The first version of the source that has this content; 0 until there is one."""
    created_at: datetime
    """Time at which it was read, or added: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of its last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class KnowledgeDocumentsAdded(Model):
    """Returned by `knowledge_sources.documents.create`."""

    items: List[KnowledgeDocument]
    """The documents, in the order in which they were sent."""


@dataclass(frozen=True)
class KnowledgePairImportResultError(Model):
    """Rows that are wrong, the first 100; with any, nothing is imported."""

    line: int
    """The line of the CSV in which the row ends, from 1."""
    message: str
    """Description of the problem."""


@dataclass(frozen=True)
class KnowledgePairImportResult(Model):
    """Returned by `knowledge_sources.pairs.import_csv`."""

    created: int
    """Number of pairs that are new."""
    updated: int
    """Number of pairs that are changed."""
    unchanged: int
    """Number of pairs that are as they were."""
    errors: List[KnowledgePairImportResultError]
    """Rows that are wrong, the first 100; with any, nothing is imported."""


@dataclass(frozen=True)
class KnowledgePairExport(Model):
    """Returned by `knowledge_sources.pairs.export_csv`."""

    csv: str
    """The CSV with the columns `id`, `question` and `answer`: all pairs, at most 1,000."""


@dataclass(frozen=True)
class KnowledgePair(Model):
    """Returned by `knowledge_sources.pairs.list`, `knowledge_sources.pairs.create`, `knowledge_sources.pairs.retrieve`
    and others.
    """

    id: str
    """Pair identifier."""
    source: str
    """Identifier of the knowledge source."""
    question: str
    """The question."""
    answer: str
    """The answer."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class KnowledgeChunk(Model):
    """Returned by `knowledge_sources.chunks.list` and `knowledge_sources.chunks.update`."""

    number: int
    """Its number in the source, which is never used again."""
    source: str
    """Identifier of the knowledge source."""
    document: str
    """Identifier of its document."""
    title: str
    """Title of the document."""
    url: Optional[str]
    """URL of the document; None if it has none."""
    text: str
    """The text: the part of the document from `start` to `end`."""
    headings: List[str]
    """The headings above it, outermost first."""
    page: Optional[int]
    """Page of a paged document, from 1; else None."""
    start: int
    """Its first character in the text of the document, in UTF-16 units."""
    end: int
    """The character after its last one."""
    hash: str
    """SHA-256 of the text, in hex."""
    edited: bool
    """True if its text was edited by hand."""
    original: Optional[str]
    """The text that its source has, if it was edited; else None."""
    pending_text: Optional[str]
    """The text that it gets with the version that is being made; None if no edit waits."""
    enabled: bool
    """False if it was switched off: then it is not found."""


@dataclass(frozen=True)
class PassageSource(Model):
    """The knowledge source that has the passage."""

    id: str
    """Identifier of the source."""
    name: str
    """Name of the source."""
    type: str
    """Type of the source."""


@dataclass(frozen=True)
class PassageRanks(Model):
    """Its place in each ranking."""

    lexical: Optional[int]
    """Place in the ranking by words and n-grams, from 1; None if that ranking didn’t find it."""
    vectors: Optional[int]
    """Place in the ranking by vectors, from 1; None if that ranking didn’t find it."""
    rerank: Optional[int]
    """Place in the ranking by the agent’s model, from 1; None if that ranking didn’t find it."""


@dataclass(frozen=True)
class Passage(Model):
    """A passage that a search has found."""

    source: PassageSource
    """The knowledge source that has the passage."""
    document: str
    """Identifier of the document."""
    title: str
    """Title of the document."""
    url: Optional[str]
    """URL of the document; None if it has none."""
    version: int
    """Version of the source."""
    chunk: int
    """Number of the chunk in its source."""
    headings: List[str]
    """The headings above it, outermost first."""
    page: Optional[int]
    """Page of the document, from 1; None if it has no pages."""
    start: int
    """Index at which it begins in the text of the document, in UTF-16 code units."""
    end: int
    """Index at which it ends, in UTF-16 code units."""
    text: str
    """The passage itself."""
    score: float
    """Sum over the rankings of weight / (60 + place): compare it within one response only."""
    ranks: PassageRanks
    """Its place in each ranking."""
    terms: List[str]
    """The words of the question that it has, folded."""
    highlights: List[List[int]]
    """Start and end of each match in `text`, in UTF-16 code units; up to 100."""


@dataclass(frozen=True)
class KnowledgeResults(Model):
    """The passages that an agent would be shown, and why. Returned by `agents.search`."""

    items: List[Passage]
    """Passages, best first. Fewer than `top_k` if the response would exceed 4 MiB."""
    mode: Union[KnowledgeQueryMode, str]
    """Method by which the passages were ranked."""
    notes: List[str]
    """Deviations from the request, and their reasons; usually empty."""


@dataclass(frozen=True)
class KnowledgeSourceHook(Model):
    """Returned by `knowledge_sources.hook.retrieve`."""

    source: str
    """Identifier of the knowledge source."""
    url: str
    """Address that starts a sync."""
    active: bool
    """True if it has a secret, without which no request is accepted."""
    created_at: Optional[datetime]
    """Time of its creation: ISO 8601 UTC with milliseconds; None if it has no secret."""
    rotated_at: Optional[datetime]
    """Time at which the current secret was made: ISO 8601 UTC with milliseconds; None if it has no secret."""
    last_received_at: Optional[datetime]
    """Time of the latest signed request: ISO 8601 UTC with milliseconds; None before the first."""


@dataclass(frozen=True)
class KnowledgeSourceHookWithSecret(Model):
    """Returned by `knowledge_sources.hook.rotate`."""

    hook: KnowledgeSourceHook
    secret: str
    """The secret that signs requests. This answer is the only one that has it."""


@dataclass(frozen=True)
class UnansweredQuestion(Model):
    """Returned by `agents.unanswered_questions.list`."""

    id: str
    """Identifier of the question: of the last one that asked the same."""
    agent: str
    """Identifier of the agent."""
    question: str
    """The question as it was last asked: up to 2,000 characters."""
    count: int
    """Number of times that it was asked in the period."""
    last_asked_at: datetime
    """When it was last asked: ISO 8601 UTC with milliseconds."""
    conversation: str
    """Identifier of the last conversation."""
    message: str
    """Identifier of the reply that has no answer."""


@dataclass(frozen=True)
class AnsweredQuestion(Model):
    """Returned by `agents.unanswered_questions.answer`."""

    source: str
    """Identifier of the `qa` source."""
    pair: str
    """Identifier of the new pair."""


@dataclass(frozen=True)
class CitationPlace(Model):
    """A part of a result."""

    document: str
    """Identifier of the document."""
    title: str
    """Title of the document."""
    url: Optional[str]
    """URL of the document; None if it has none."""
    version: int
    """Version of the source that serves."""
    chunk: int
    """Number of the chunk in which the quote begins."""
    page: Optional[int]
    """Page, from 1; None if the document has none."""
    headings: List[str]
    """Headings above it, outermost first."""
    start: int
    """Index at which the quote begins in the text of the document."""
    end: int
    """Index at which it ends."""


@dataclass(frozen=True)
class CheckedCitation(Model):
    """A part of a result."""

    status: Union[CheckedCitationStatus, str]
    """`valid`: the document has the same text at the same place. `moved`: the source has it elsewhere. `gone`: it has
    it no more.
    """
    reason: Optional[Union[CheckedCitationReason, str]]
    """Why it is gone: `source_gone` if the source was deleted or isn’t within reach, `text_gone` if no document of it
    has the text. None otherwise.
    """
    place: Optional[CitationPlace]
    """Current place of the quote; None if it is gone."""


@dataclass(frozen=True)
class CheckedCitations(Model):
    """Returned by `citations.verify`."""

    items: List[CheckedCitation]
    """One for each citation, in the same order."""


@dataclass(frozen=True)
class User(Model):
    """The user whose role the key has."""

    id: str
    """User identifier."""
    name: str
    """Display name of the user."""
    email: str
    """Email address of the user, in lower case."""


@dataclass(frozen=True)
class ApiKey(Model):
    """Returned by `api_keys.list`, `api_keys.retrieve` and `api_keys.update`."""

    id: str
    """API key identifier, assigned by the service; not the key."""
    name: str
    """Name of the key."""
    prefix: str
    """The prefix of every key."""
    last_four: str
    """The last four characters of the key."""
    scopes: List[Union[Scope, str]]
    """Scopes of the key; its user’s role must allow them, too."""
    environment: Union[Environment, str]
    """Label of the key; both environments have the same rights."""
    workspace: Optional[str]
    """Identifier of the only workspace that the key reaches; None for every workspace of its user in the account."""
    status: Union[ApiKeyStatus, str]
    """`active`, `inactive`, `expired` or `revoked`; only an active key is accepted."""
    inactive_reason: Optional[Union[ApiKeyInactiveReason, str]]
    """Why the key is inactive: its user is `suspended`, or was `removed` from all that the key reaches. The key works
    again once that ends; None if it is not inactive.
    """
    user: User
    """The user whose role the key has."""
    rotated_from: Optional[str]
    """Identifier of the key that this one replaces; None if it replaces none."""
    replaced_by: Optional[str]
    """Identifier of the key that replaced this one, the latest if there were several; None if the key was not rotated.
    """
    valid_until: Optional[datetime]
    """Time at which a rotated key stops or stopped working: ISO 8601 UTC with milliseconds; None if the key was not
    rotated.
    """
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    expires_at: Optional[datetime]
    """Time at which the key expires: ISO 8601 UTC with milliseconds; None if it never does."""
    last_used_at: Optional[datetime]
    """Time of the last request with the key: ISO 8601 UTC with milliseconds, late by up to a minute; None if it was
    never used.
    """
    revoked_at: Optional[datetime]
    """Time of the revocation: ISO 8601 UTC with milliseconds; None if the key is not revoked."""


@dataclass(frozen=True)
class NewApiKey(ApiKey):
    """Returned by `api_keys.create` and `api_keys.rotate`."""

    key: str = field(repr=False)
    """The key itself. It is never returned again."""


@dataclass(frozen=True)
class Workspace(Model):
    """Returned by `workspaces.create`, `workspaces.list`, `workspaces.retrieve` and others."""

    id: str
    """Workspace identifier, assigned by the service."""
    name: str
    """Workspace name."""
    role: Union[Role, str]
    """Role of the caller in the workspace; for an API key, the role of its user."""
    permissions: List[Union[Scope, str]]
    """Permissions of the caller in the workspace: those that its role and, for an API key, its scopes allow."""
    require_second_factor: bool
    """True if signed-in users need a second factor to reach the workspace. API keys reach it in any case."""
    audit_texts: bool
    """True if events keep whole texts before and after a change, such as prompts; otherwise their digest and length."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last update: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class WorkspaceDependents(Model):
    """Returned by `workspaces.dependents`."""

    agents: int
    """Number of agents."""
    conversations: int
    """Number of conversations."""
    messages: int
    """Number of messages."""
    channels: int
    """Number of channels."""
    knowledge_sources: int
    """Number of knowledge sources."""
    api_keys: int
    """Number of API keys that are bound to the workspace and not revoked."""
    members: int
    """Number of members, with the caller."""
    invitations: int
    """Number of open invitations."""
    files: int
    """Number of stored files."""
    bytes: int
    """Number of bytes of the stored files."""


@dataclass(frozen=True)
class MemberUser(Model):
    """The person who is the member."""

    id: str
    """User identifier."""
    name: str
    """Display name of the user."""
    email: str
    """Email address of the user, in lower case."""
    verified: bool
    """True if the email address is verified. Otherwise the user can join only the account in which it began."""
    status: str
    """`active`, or `suspended`: a suspended user and its keys are refused."""


@dataclass(frozen=True)
class Member(Model):
    """Returned by `workspaces.members.list`, `workspaces.members.retrieve` and `workspaces.members.update`."""

    user: MemberUser
    """The person who is the member."""
    role: Union[Role, str]
    """Role of the member in the workspace."""
    created_at: datetime
    """Time when the person joined the workspace: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class MemberPasswordReset(Model):
    """Returned by `workspaces.members.reset_password`."""

    email: str
    """Email address of the user, in lower case."""
    url: Optional[str] = field(repr=False)
    """The link for the member, never returned again; None if the server mailed it to them."""
    expires_at: datetime
    """Time at which the link stops working, one hour after creation: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class InvitationDelivery(Model):
    """A part of a result."""

    state: Union[InvitationDeliveryState, str]
    """`waiting`: not sent yet, or tried again after an error. `sent`: the mail server took it. `failed`: given up;
    invite again to have a new link mailed.
    """
    error: Optional[str]
    """Why the last attempt failed; None if it did not."""
    at: datetime
    """Time of the state, or of the last attempt: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Invitation(Model):
    """Returned by `workspaces.invitations.list` and `workspaces.invitations.retrieve`."""

    id: str
    """Invitation identifier, assigned by the service."""
    email: str
    """Email address of the invited person, in lower case."""
    role: Union[Role, str]
    """Role that the person gets by accepting."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    expires_at: datetime
    """Time at which the link stops working, seven days after creation: ISO 8601 UTC with milliseconds."""
    delivery: Optional[InvitationDelivery]
    """State of the mail with the link; None if no mail was sent."""


@dataclass(frozen=True)
class NewInvitation(Invitation):
    """Returned by `workspaces.invitations.create`."""

    url: Optional[str] = field(repr=False)
    """The link for the invited person, never returned again; None if the server mailed it to them."""


@dataclass(frozen=True)
class InvitationPreview(Model):
    """Returned by `invitations.preview`."""

    email: str
    """Email address of the invited person, in lower case."""
    role: Union[Role, str]
    """Role that the person gets by accepting."""
    workspace_name: str
    """Name of the workspace."""


@dataclass(frozen=True)
class InvitationAccepted(Model):
    """Returned by `invitations.accept`."""

    user: User
    """The new member, now signed in."""


@dataclass(frozen=True)
class MeUser(Model):
    """The signed-in user; for an API key, its user."""

    id: str
    """User identifier."""
    name: str
    """Display name of the user."""
    email: str
    """Email address of the user, in lower case."""
    verified: bool
    """True if the email address is verified. Otherwise the user can join only the account in which it began."""


@dataclass(frozen=True)
class MeAccount(Model):
    """The account of the caller."""

    id: str
    """Account identifier."""
    plan: str
    """Plan of the account: `free`, `pro` or `business`."""


@dataclass(frozen=True)
class MeKey(Model):
    """The API key of the request; None for a session."""

    id: str
    """API key identifier; not the key."""
    scopes: List[Union[Scope, str]]
    """Scopes of the key."""
    workspace: Optional[str]
    """Identifier of the only workspace that the key reaches; None for every workspace of its user in the account."""
    expires_at: Optional[datetime]
    """Time at which the key expires: ISO 8601 UTC with milliseconds; None if it never does."""


@dataclass(frozen=True)
class MeWorkspace(Model):
    """The workspaces that the caller reaches."""

    id: str
    """Workspace identifier."""
    name: str
    """Name of the workspace."""
    role: Union[Role, str]
    """Role of the user in the workspace."""
    permissions: List[Union[Scope, str]]
    """Permissions of the caller: those that the role and, for an API key, its scopes allow."""


@dataclass(frozen=True)
class MeLockedWorkspace(Model):
    """The workspaces of the user that the session does not reach, because they require a second factor and the user has
    none. Empty for an API key.
    """

    id: str
    """Workspace identifier."""
    name: str
    """Name of the workspace."""


@dataclass(frozen=True)
class MeRateLimit(Model):
    """The current rate-limit window: of the account’s keys, or of the user’s sessions."""

    limit: int
    """Max requests per minute."""
    remaining: int
    """Number of requests left in the current window."""
    resets_at: datetime
    """Time at which the current window ends: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class ConcurrencyReplies(Model):
    """The replies being written of the account."""

    limit: int
    """Max replies being written at once, set by the plan."""
    used: int
    """Number of replies being written now."""


@dataclass(frozen=True)
class ConcurrencyStreams(Model):
    """The open streams of the account."""

    limit: int
    """Max open streams at once, set by the plan."""
    used: int
    """Number of open streams now."""


@dataclass(frozen=True)
class ConcurrencyExports(Model):
    """The running exports of the account."""

    limit: int
    """Max running exports at once, set by the plan."""
    used: int
    """Number of running exports now."""


@dataclass(frozen=True)
class Concurrency(Model):
    """Work under way in the workspaces of the account, by any actor."""

    replies: ConcurrencyReplies
    """The replies being written of the account."""
    streams: ConcurrencyStreams
    """The open streams of the account."""
    exports: ConcurrencyExports
    """The running exports of the account."""


@dataclass(frozen=True)
class Me(Model):
    """Returned by `me.retrieve` and `me.update`."""

    kind: Union[MeKind, str]
    """Credential of the request: an API key or a session."""
    user: MeUser
    """The signed-in user; for an API key, its user."""
    owns_instance: bool
    """True if the user owns the instance: its first person, unless the operator has named another one."""
    account: MeAccount
    """The account of the caller."""
    key: Optional[MeKey]
    """The API key of the request; None for a session."""
    workspaces: List[MeWorkspace]
    """The workspaces that the caller reaches."""
    locked_workspaces: List[MeLockedWorkspace]
    """The workspaces of the user that the session does not reach, because they require a second factor and the user has
    none. Empty for an API key.
    """
    rate_limit: MeRateLimit
    """The current rate-limit window: of the account’s keys, or of the user’s sessions."""
    concurrency: Concurrency
    """Work under way in the workspaces of the account, by any actor."""


@dataclass(frozen=True)
class MeDependentsWorkspace(Model):
    """The workspaces that are deleted, because the user is their only member."""

    id: str
    """Workspace identifier."""
    name: str
    """Workspace name."""


@dataclass(frozen=True)
class MeDependents(Model):
    """Returned by `me.dependents`."""

    workspaces: List[MeDependentsWorkspace]
    """The workspaces that are deleted, because the user is their only member."""
    memberships: int
    """Number of workspaces that the user leaves and that stay."""
    api_keys: int
    """Number of API keys of the user that are not revoked."""
    sessions: int
    """Number of sessions."""
    agents: int
    """Number of agents in the deleted workspaces."""
    conversations: int
    """Number of conversations in the deleted workspaces."""
    messages: int
    """Number of messages in the deleted workspaces."""
    channels: int
    """Number of channels in the deleted workspaces."""
    knowledge_sources: int
    """Number of knowledge sources in the deleted workspaces."""
    invitations: int
    """Number of open invitations into the deleted workspaces."""
    files: int
    """Number of stored files in the deleted workspaces."""
    bytes: int
    """Number of bytes of these files."""


@dataclass(frozen=True)
class Verification(Model):
    """Returned by `me.send_verification`."""

    email: str
    """Email address of the user, in lower case."""
    expires_at: datetime
    """Time at which the code stops working, 15 minutes after it was sent: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class PasswordResetWays(Model):
    """Returned by `password_resets.retrieve`."""

    mail: bool
    """True if the server mails links; otherwise an admin of a workspace or the operator creates one."""


@dataclass(frozen=True)
class PasswordResetDone(Model):
    """Returned by `password_resets.confirm`."""

    user: User
    """The user, now signed in."""


@dataclass(frozen=True)
class SignedIn(Model):
    """Returned by `sessions.create`, `sessions.create_by_second_factor` and `sessions.create_by_passkey`."""

    user: User
    """The user who is signed in."""
    expires_at: datetime
    """Time at which the session ends: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Session(Model):
    """Returned by `sessions.current`, `sessions.confirm` and `sessions.list`."""

    id: str
    """Session identifier, assigned by the service."""
    current: bool
    """True if it is the session of this request."""
    user_agent: str
    """`User-Agent` of the sign-in: its first 300 characters."""
    address: str
    """IP address of the sign-in."""
    created_at: datetime
    """Time of the sign-in: ISO 8601 UTC with milliseconds."""
    last_seen_at: datetime
    """Time of the last request, late by up to a minute: ISO 8601 UTC with milliseconds."""
    expires_at: datetime
    """Time at which the session ends: ISO 8601 UTC with milliseconds."""
    methods: List[Union[SessionMethod, str]]
    """Methods by which the user signed in."""
    confirmed_at: datetime
    """Time at which the user last proved who they are: the sign-in, or a later confirmation: ISO 8601 UTC with
    milliseconds.
    """


@dataclass(frozen=True)
class PasskeyRequestOptionsAllowCredential(Model):
    """The passkeys of the user; empty for any of this host."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """Identifier of a credential in base64url."""
    type: Literal["public-key"]
    """Always `public-key`."""
    transports: Optional[List[str]] = None
    """Transports by which browsers reach it; absent if unknown."""


@dataclass(frozen=True)
class PasskeyRequestOptions(Model):
    """For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`."""

    challenge: str
    """Challenge to sign, in base64url."""
    timeout: int
    """Max time that the browser waits for the user, in ms."""
    rp_id: str
    """The host of the dashboard."""
    allow_credentials: List[PasskeyRequestOptionsAllowCredential]
    """The passkeys of the user; empty for any of this host."""
    user_verification: Union[ResidentKey, str]
    """`required` if the authenticator must verify the user, by a PIN or a fingerprint."""


@dataclass(frozen=True)
class PasskeyChallenge(Model):
    """Returned by `sessions.passkey_options` and `sessions.confirmation_options`."""

    token: str
    """Sent back with the answer of the passkey; works once."""
    options: PasskeyRequestOptions
    expires_at: datetime
    """Time at which the token stops working: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class SecondFactorTotp(Model):
    """The authenticator app; None if the user has no app."""

    created_at: datetime
    """Time at which the first code confirmed it: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Passkey(Model):
    """Returned by `second_factor.rename_passkey`."""

    id: str
    """Passkey identifier, assigned by the service."""
    name: str
    """Name of the passkey."""
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    last_used_at: Optional[datetime]
    """Time of the last use: ISO 8601 UTC with milliseconds; None if it was never used."""
    backed_up: bool
    """True if it is synced to other devices of the user."""


@dataclass(frozen=True)
class SecondFactorRecoveryCodes(Model):
    """The recovery codes; None if the user has no codes."""

    left: int
    """Number of codes that are not used yet."""
    created_at: datetime
    """Time at which the codes were created: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class SecondFactorRequiredBy(Model):
    """The workspaces of the user that require a second factor."""

    id: str
    """Workspace identifier."""
    name: str
    """Name of the workspace."""


@dataclass(frozen=True)
class SecondFactor(Model):
    """Returned by `second_factor.retrieve`."""

    totp: Optional[SecondFactorTotp]
    """The authenticator app; None if the user has no app."""
    passkeys: List[Passkey]
    """The passkeys, in the order of their creation; max 20."""
    recovery_codes: Optional[SecondFactorRecoveryCodes]
    """The recovery codes; None if the user has no codes."""
    required_by: List[SecondFactorRequiredBy]
    """The workspaces of the user that require a second factor."""


@dataclass(frozen=True)
class NewTotp(Model):
    """Returned by `second_factor.start_totp`."""

    secret: str
    """The secret in base 32, to type it."""
    uri: str
    """The same as an `otpauth:` URI, for a QR code."""


@dataclass(frozen=True)
class TotpConfirmed(Model):
    """Returned by `second_factor.confirm_totp`."""

    recovery_codes: Optional[str] = field(repr=False)
    """Ten recovery codes, never returned again, if this is the first second factor; None otherwise."""


@dataclass(frozen=True)
class PasskeyCreationOptionsRp(Model):
    """The site that the passkey belongs to."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """The host of the dashboard."""
    name: str
    """Shown to the user."""


@dataclass(frozen=True)
class PasskeyCreationOptionsUser(Model):
    """The user who will own the passkey."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """Identifier of the user, in base64url."""
    name: str
    """Email address of the user."""
    display_name: str
    """Display name of the user."""


@dataclass(frozen=True)
class PasskeyCreationOptionsPubKeyCredParam(Model):
    """The accepted algorithms, the preferred one first."""

    alg: int
    """COSE identifier of an algorithm."""
    type: Literal["public-key"]
    """Always `public-key`."""


@dataclass(frozen=True)
class PasskeyCreationOptionsExcludeCredential(Model):
    """The passkeys that the user has already."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """Identifier of a credential in base64url."""
    type: Literal["public-key"]
    """Always `public-key`."""
    transports: Optional[List[str]] = None
    """Transports by which browsers reach it; absent if unknown."""


@dataclass(frozen=True)
class PasskeyCreationOptionsAuthenticatorSelection(Model):
    """Requirements for the authenticator."""

    resident_key: Union[ResidentKey, str]
    """`required` if the authenticator must store the user, for signing in with a passkey alone."""
    require_resident_key: bool
    """The same for older browsers."""
    user_verification: Union[ResidentKey, str]
    """`required` if the authenticator must verify the user, by a PIN or a fingerprint."""


@dataclass(frozen=True)
class PasskeyCreationOptions(Model):
    """For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`."""

    challenge: str
    """Challenge to sign, in base64url."""
    timeout: int
    """Max time that the browser waits for the user, in ms."""
    rp: PasskeyCreationOptionsRp
    """The site that the passkey belongs to."""
    user: PasskeyCreationOptionsUser
    """The user who will own the passkey."""
    pub_key_cred_params: List[PasskeyCreationOptionsPubKeyCredParam]
    """The accepted algorithms, the preferred one first."""
    exclude_credentials: List[PasskeyCreationOptionsExcludeCredential]
    """The passkeys that the user has already."""
    authenticator_selection: PasskeyCreationOptionsAuthenticatorSelection
    """Requirements for the authenticator."""
    attestation: Union[Literal["none"], str]
    """Always `none`: any authenticator is accepted."""


@dataclass(frozen=True)
class NewPasskeyChallenge(Model):
    """Returned by `second_factor.passkey_options`."""

    token: str
    """Sent back with the new passkey; works once."""
    options: PasskeyCreationOptions
    expires_at: datetime
    """Time at which the token stops working: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class AddedPasskey(Model):
    """Returned by `second_factor.add_passkey`."""

    passkey: Passkey
    recovery_codes: Optional[str] = field(repr=False)
    """Ten recovery codes, never returned again, if this is the first second factor; None otherwise."""


@dataclass(frozen=True)
class RecoveryCodes(Model):
    """Returned by `second_factor.renew_recovery_codes`."""

    recovery_codes: List[str] = field(repr=False)
    """The codes, never returned again; each works once."""


@dataclass(frozen=True)
class SetupState(Model):
    """Returned by `setup.retrieve`."""

    open: bool
    """Always True; once the first owner exists, the path returns 404."""


@dataclass(frozen=True)
class SetupDoneWorkspace(Model):
    """The first workspace."""

    id: str
    """Workspace identifier."""
    name: str
    """Workspace name."""


@dataclass(frozen=True)
class SetupDone(Model):
    """Returned by `setup.complete`."""

    user: User
    """The owner, now signed in."""
    workspace: SetupDoneWorkspace
    """The first workspace."""


@dataclass(frozen=True)
class UsageRateLimit(Model):
    """The current rate-limit window of the account’s keys, and of messages from the dashboard."""

    limit: int
    """Max requests per minute of all keys and of messages from the dashboard together, set by the plan."""
    used: int
    """Number of requests in the current window."""
    remaining: int
    """Number of requests left in the current window."""
    resets_at: datetime
    """Time at which the current window ends: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class UsageHour(Model):
    """The last 24 hours, oldest first, the current hour last. With several processes, late by up to 30 seconds."""

    starts_at: datetime
    """Start of the hour: ISO 8601 UTC with milliseconds."""
    requests: int
    """Number of requests of all keys."""


@dataclass(frozen=True)
class UsageKey(Model):
    """The keys with the most requests, most first; max 20."""

    id: str
    """API key identifier."""
    name: str
    """Name of the key."""
    last_four: str
    """The last four characters of the key."""
    requests: int
    """Number of requests of the key in the last 24 hours."""
    hours: List[int]
    """Number of requests of the key in each of the 24 hours, oldest first."""


@dataclass(frozen=True)
class Usage(Model):
    """Returned by `usage.retrieve`."""

    plan: str
    """Plan of the account: `free`, `pro` or `business`."""
    rate_limit: UsageRateLimit
    """The current rate-limit window of the account’s keys, and of messages from the dashboard."""
    concurrency: Concurrency
    """Work under way in the workspaces of the account, by any actor."""
    total: int
    """Number of requests of all keys in the last 24 hours. Requests refused by the rate limit or for concurrency aren’t
    counted.
    """
    hours: List[UsageHour]
    """The last 24 hours, oldest first, the current hour last. With several processes, late by up to 30 seconds."""
    keys: List[UsageKey]
    """The keys with the most requests, most first; max 20."""


@dataclass(frozen=True)
class Quota(Model):
    """The quotas, always in the same order."""

    kind: Union[QuotaKind, str]
    """Name of the quota; `storedBytes` counts the bytes of files, `knowledgeBytes` those of the text of sources."""
    used: int
    """Amount that the account has, in all of its workspaces."""
    limit: Optional[int]
    """Amount that it may have, set by the plan; None if unlimited."""


@dataclass(frozen=True)
class Quotas(Model):
    """Returned by `usage.quotas`."""

    plan: str
    """Plan of the account: `free`, `pro` or `business`."""
    items: List[Quota]
    """The quotas, always in the same order."""


@dataclass(frozen=True)
class FieldChange(Model):
    """A field that was set. Prompts, contents and other long or private texts are `{sha256, length}`, unless the
    workspace asks for texts. A secret that was set, changed or removed has None before and after.
    """

    field: str
    """Name of the field."""
    before: Any
    """Its value before; None without."""
    after: Any
    """Its value after; None without."""


@dataclass(frozen=True)
class EventAgentCreatedData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventAgentCreated(Model):
    """An agent was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["agent.created"]
    """Type of the event."""
    data: EventAgentCreatedData


@dataclass(frozen=True)
class EventAgentUpdatedData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""
    fields: List[str]
    """The fields that were sent."""


@dataclass(frozen=True)
class EventAgentUpdated(Model):
    """An agent was changed, or got other knowledge sources."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["agent.updated"]
    """Type of the event."""
    data: EventAgentUpdatedData


@dataclass(frozen=True)
class EventAgentActivatedData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventAgentActivated(Model):
    """An agent is active again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["agent.activated"]
    """Type of the event."""
    data: EventAgentActivatedData


@dataclass(frozen=True)
class EventAgentDeactivatedData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventAgentDeactivated(Model):
    """An agent is inactive."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["agent.deactivated"]
    """Type of the event."""
    data: EventAgentDeactivatedData


@dataclass(frozen=True)
class EventAgentDeletedData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventAgentDeleted(Model):
    """An agent was deleted, with its channels and conversations."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["agent.deleted"]
    """Type of the event."""
    data: EventAgentDeletedData


@dataclass(frozen=True)
class EventConversationCreatedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationCreated(Model):
    """A conversation began."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.created"]
    """Type of the event."""
    data: EventConversationCreatedData


@dataclass(frozen=True)
class EventConversationUpdatedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationUpdated(Model):
    """The title, tags or other data of a conversation changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.updated"]
    """Type of the event."""
    data: EventConversationUpdatedData


@dataclass(frozen=True)
class EventConversationClosedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationClosed(Model):
    """A conversation was closed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.closed"]
    """Type of the event."""
    data: EventConversationClosedData


@dataclass(frozen=True)
class EventConversationReopenedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationReopened(Model):
    """A closed conversation is open again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.reopened"]
    """Type of the event."""
    data: EventConversationReopenedData


@dataclass(frozen=True)
class EventConversationTakenOverData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationTakenOver(Model):
    """A person replies in place of the agent."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.taken_over"]
    """Type of the event."""
    data: EventConversationTakenOverData


@dataclass(frozen=True)
class EventConversationReleasedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationReleased(Model):
    """The agent replies again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.released"]
    """Type of the event."""
    data: EventConversationReleasedData


@dataclass(frozen=True)
class EventConversationAssignedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationAssigned(Model):
    """The person or the team who is responsible for a conversation changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.assigned"]
    """Type of the event."""
    data: EventConversationAssignedData


@dataclass(frozen=True)
class EventConversationWaitingData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationWaiting(Model):
    """A conversation waits for a person."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.waiting"]
    """Type of the event."""
    data: EventConversationWaitingData


@dataclass(frozen=True)
class EventConversationHandedOverData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    to_agent: str
    """Identifier of the agent that replies from now on."""


@dataclass(frozen=True)
class EventConversationHandedOver(Model):
    """An agent handed a conversation over to another agent, which replies."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.handed_over"]
    """Type of the event."""
    data: EventConversationHandedOverData


@dataclass(frozen=True)
class EventConversationNotedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    note: str
    """Identifier of the note: an entry of the conversation."""


@dataclass(frozen=True)
class EventConversationNoted(Model):
    """A person wrote a private note."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.noted"]
    """Type of the event."""
    data: EventConversationNotedData


@dataclass(frozen=True)
class EventConversationNoteUpdatedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    note: str
    """Identifier of the note: an entry of the conversation."""


@dataclass(frozen=True)
class EventConversationNoteUpdated(Model):
    """A private note was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.note_updated"]
    """Type of the event."""
    data: EventConversationNoteUpdatedData


@dataclass(frozen=True)
class EventConversationNoteDeletedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    note: str
    """Identifier of the note: an entry of the conversation."""


@dataclass(frozen=True)
class EventConversationNoteDeleted(Model):
    """A private note was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.note_deleted"]
    """Type of the event."""
    data: EventConversationNoteDeletedData


@dataclass(frozen=True)
class EventConversationRatedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    score: int
    """From 1 to 5."""


@dataclass(frozen=True)
class EventConversationRated(Model):
    """A visitor said how satisfied they are with a closed conversation."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.rated"]
    """Type of the event."""
    data: EventConversationRatedData


@dataclass(frozen=True)
class EventConversationDeletedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""
    of_user: Optional[bool] = None
    """True if all conversations of its end user were deleted."""


@dataclass(frozen=True)
class EventConversationDeleted(Model):
    """A conversation was deleted, with its messages. If its agent, channel or workspace is deleted, only that has an
    event.
    """

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.deleted"]
    """Type of the event."""
    data: EventConversationDeletedData


@dataclass(frozen=True)
class EventMessageCreatedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    role: str
    """`user` or `human`."""


@dataclass(frozen=True)
class EventMessageCreated(Model):
    """A user or a person of the team sent a message."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["message.created"]
    """Type of the event."""
    data: EventMessageCreatedData


@dataclass(frozen=True)
class EventMessageCompletedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventMessageCompleted(Model):
    """A reply of an agent is complete, or a channel’s text in its place."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["message.completed"]
    """Type of the event."""
    data: EventMessageCompletedData


@dataclass(frozen=True)
class EventMessageFailedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    code: Optional[str] = None
    """Error code."""
    reason: Optional[str] = None
    """The exact failure, if it is known."""


@dataclass(frozen=True)
class EventMessageFailed(Model):
    """A reply of an agent failed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["message.failed"]
    """Type of the event."""
    data: EventMessageFailedData


@dataclass(frozen=True)
class EventMessageCancelledData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventMessageCancelled(Model):
    """A reply of an agent was cancelled."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["message.cancelled"]
    """Type of the event."""
    data: EventMessageCancelledData


@dataclass(frozen=True)
class EventMessageRatedData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    rating: Optional[str]
    """The rating."""


@dataclass(frozen=True)
class EventMessageRated(Model):
    """A reply was rated, or its rating removed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["message.rated"]
    """Type of the event."""
    data: EventMessageRatedData


@dataclass(frozen=True)
class EventKnowledgeSourceCreatedData(Model):
    """The objects that it is about."""

    source: str
    """Identifier of the knowledge source."""
    type: str
    """Its type."""


@dataclass(frozen=True)
class EventKnowledgeSourceCreated(Model):
    """A knowledge source was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["knowledge_source.created"]
    """Type of the event."""
    data: EventKnowledgeSourceCreatedData


@dataclass(frozen=True)
class EventKnowledgeSourceUpdatedData(Model):
    """The objects that it is about."""

    source: str
    """Identifier of the knowledge source."""
    fields: List[str]
    """The fields that were sent."""
    document: Optional[str] = None
    """Identifier of the only document that was added, changed or deleted."""
    pair: Optional[str] = None
    """Identifier of the only pair that was added, changed or deleted."""
    chunk: Optional[int] = None
    """Number of the chunk that was changed."""
    approved: Optional[bool] = None
    """The decision of the review."""


@dataclass(frozen=True)
class EventKnowledgeSourceUpdated(Model):
    """A knowledge source was changed: its settings, documents, pairs, chunks (`chunks`) or hook (`hook`), a sync of it
    was asked for (`sync`), or a review decided (`review`).
    """

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["knowledge_source.updated"]
    """Type of the event."""
    data: EventKnowledgeSourceUpdatedData


@dataclass(frozen=True)
class EventKnowledgeSourceReadyData(Model):
    """The objects that it is about."""

    source: str
    """Identifier of the knowledge source."""
    version: int
    """The version of its contents."""
    changed: bool
    """False if a sync found nothing new."""


@dataclass(frozen=True)
class EventKnowledgeSourceReady(Model):
    """A knowledge source can be used, or has new contents."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["knowledge_source.ready"]
    """Type of the event."""
    data: EventKnowledgeSourceReadyData


@dataclass(frozen=True)
class EventKnowledgeSourceFailedDataError(Model):
    """The problem."""

    code: str
    """Error code."""
    message: str
    """The problem, as a sentence."""
    hint: str
    """A sentence that says how to mend it."""


@dataclass(frozen=True)
class EventKnowledgeSourceFailedData(Model):
    """The objects that it is about."""

    source: str
    """Identifier of the knowledge source."""
    error: EventKnowledgeSourceFailedDataError
    """The problem."""


@dataclass(frozen=True)
class EventKnowledgeSourceFailed(Model):
    """A knowledge source couldn’t be read."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["knowledge_source.failed"]
    """Type of the event."""
    data: EventKnowledgeSourceFailedData


@dataclass(frozen=True)
class EventKnowledgeSourceNeedsReviewData(Model):
    """The objects that it is about."""

    source: str
    """Identifier of the knowledge source."""
    version: int
    """The version of its contents."""
    reasons: List[str]
    """Why, in sentences."""


@dataclass(frozen=True)
class EventKnowledgeSourceNeedsReview(Model):
    """A sync waits for a person, because it would remove much."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["knowledge_source.needs_review"]
    """Type of the event."""
    data: EventKnowledgeSourceNeedsReviewData


@dataclass(frozen=True)
class EventKnowledgeSourceDeletedData(Model):
    """The objects that it is about."""

    source: str
    """Identifier of the knowledge source."""
    name: str
    """Its name."""


@dataclass(frozen=True)
class EventKnowledgeSourceDeleted(Model):
    """A knowledge source was deleted. If agents used it, `changes` has their `count` and the `first` 100 as `agents`;
    they have no events of their own.
    """

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["knowledge_source.deleted"]
    """Type of the event."""
    data: EventKnowledgeSourceDeletedData


@dataclass(frozen=True)
class EventQuestionAnsweredData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""
    question: str
    """Identifier of the unanswered question."""
    source: str
    """Identifier of the knowledge source."""
    pair: str
    """Identifier of the pair of question and answer."""


@dataclass(frozen=True)
class EventQuestionAnswered(Model):
    """An unanswered question got an answer."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["question.answered"]
    """Type of the event."""
    data: EventQuestionAnsweredData


@dataclass(frozen=True)
class EventQuestionDismissedData(Model):
    """The objects that it is about."""

    agent: str
    """Identifier of the agent."""
    question: str
    """Identifier of the unanswered question."""


@dataclass(frozen=True)
class EventQuestionDismissed(Model):
    """An unanswered question was dismissed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["question.dismissed"]
    """Type of the event."""
    data: EventQuestionDismissedData


@dataclass(frozen=True)
class EventChannelCreatedData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    type: str
    """Its type."""


@dataclass(frozen=True)
class EventChannelCreated(Model):
    """A channel was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["channel.created"]
    """Type of the event."""
    data: EventChannelCreatedData


@dataclass(frozen=True)
class EventChannelUpdatedData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    fields: List[str]
    """The fields that were sent."""


@dataclass(frozen=True)
class EventChannelUpdated(Model):
    """A channel was changed, its picture or its secret, too. It also is if a channel that had stopped works again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["channel.updated"]
    """Type of the event."""
    data: EventChannelUpdatedData


@dataclass(frozen=True)
class EventChannelErrorData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    code: str
    """The problem, as `last_error` of the channel has it."""


@dataclass(frozen=True)
class EventChannelError(Model):
    """A channel stopped working."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["channel.error"]
    """Type of the event."""
    data: EventChannelErrorData


@dataclass(frozen=True)
class EventChannelUndeliverableData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""
    code: str
    """Why it couldn’t."""


@dataclass(frozen=True)
class EventChannelUndeliverable(Model):
    """A message couldn’t be delivered to its platform."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["channel.undeliverable"]
    """Type of the event."""
    data: EventChannelUndeliverableData


@dataclass(frozen=True)
class EventChannelDeletedData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventChannelDeleted(Model):
    """A channel was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["channel.deleted"]
    """Type of the event."""
    data: EventChannelDeletedData


@dataclass(frozen=True)
class EventMessageRedeliveredData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    channel: str
    """Identifier of the channel."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventMessageRedelivered(Model):
    """A message whose delivery failed is sent to its messenger again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["message.redelivered"]
    """Type of the event."""
    data: EventMessageRedeliveredData


@dataclass(frozen=True)
class EventConversationTranscriptSentData(Model):
    """The objects that it is about."""

    conversation: str
    """Identifier of the conversation."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventConversationTranscriptSent(Model):
    """A transcript of a conversation is sent by mail."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["conversation.transcript_sent"]
    """Type of the event."""
    data: EventConversationTranscriptSentData


@dataclass(frozen=True)
class EventWorkspaceCreatedData(Model):
    """The objects that it is about."""

    workspace: str
    """Identifier of the workspace."""


@dataclass(frozen=True)
class EventWorkspaceCreated(Model):
    """A workspace was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["workspace.created"]
    """Type of the event."""
    data: EventWorkspaceCreatedData


@dataclass(frozen=True)
class EventWorkspaceUpdatedData(Model):
    """The objects that it is about."""

    workspace: str
    """Identifier of the workspace."""
    fields: List[str]
    """The fields that changed."""


@dataclass(frozen=True)
class EventWorkspaceUpdated(Model):
    """A workspace was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["workspace.updated"]
    """Type of the event."""
    data: EventWorkspaceUpdatedData


@dataclass(frozen=True)
class EventWorkspaceDeletedData(Model):
    """The objects that it is about."""

    workspace: str
    """Identifier of the workspace."""


@dataclass(frozen=True)
class EventWorkspaceDeleted(Model):
    """A workspace was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["workspace.deleted"]
    """Type of the event."""
    data: EventWorkspaceDeletedData


@dataclass(frozen=True)
class EventMemberAddedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    role: str
    """Role in the workspace."""
    invitation: Optional[str] = None
    """Identifier of the accepted invitation."""


@dataclass(frozen=True)
class EventMemberAdded(Model):
    """A person joined a workspace."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["member.added"]
    """Type of the event."""
    data: EventMemberAddedData


@dataclass(frozen=True)
class EventMemberUpdatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    fields: List[str]
    """The fields that changed."""
    role: Optional[str] = None
    """The new role, if it changed."""


@dataclass(frozen=True)
class EventMemberUpdated(Model):
    """A member was changed: the role, or the person’s name, email or credentials."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["member.updated"]
    """Type of the event."""
    data: EventMemberUpdatedData


@dataclass(frozen=True)
class EventMemberRemovedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""


@dataclass(frozen=True)
class EventMemberRemoved(Model):
    """A member left a workspace, or was removed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["member.removed"]
    """Type of the event."""
    data: EventMemberRemovedData


@dataclass(frozen=True)
class EventInvitationCreatedData(Model):
    """The objects that it is about."""

    invitation: str
    """Identifier of the invitation."""
    role: str
    """Role in the workspace."""


@dataclass(frozen=True)
class EventInvitationCreated(Model):
    """A person was invited."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["invitation.created"]
    """Type of the event."""
    data: EventInvitationCreatedData


@dataclass(frozen=True)
class EventInvitationRevokedData(Model):
    """The objects that it is about."""

    invitation: str
    """Identifier of the invitation."""


@dataclass(frozen=True)
class EventInvitationRevoked(Model):
    """An invitation was withdrawn."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["invitation.revoked"]
    """Type of the event."""
    data: EventInvitationRevokedData


@dataclass(frozen=True)
class EventApiKeyCreatedData(Model):
    """The objects that it is about."""

    key: str
    """Identifier of the API key."""
    rotated_from: Optional[str] = None
    """Identifier of the key that it replaces."""


@dataclass(frozen=True)
class EventApiKeyCreated(Model):
    """An API key was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["api_key.created"]
    """Type of the event."""
    data: EventApiKeyCreatedData


@dataclass(frozen=True)
class EventApiKeyUpdatedData(Model):
    """The objects that it is about."""

    key: str
    """Identifier of the API key."""
    fields: List[str]
    """The fields that changed."""


@dataclass(frozen=True)
class EventApiKeyUpdated(Model):
    """An API key was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["api_key.updated"]
    """Type of the event."""
    data: EventApiKeyUpdatedData


@dataclass(frozen=True)
class EventApiKeyRevokedData(Model):
    """The objects that it is about."""

    key: str
    """Identifier of the API key."""


@dataclass(frozen=True)
class EventApiKeyRevoked(Model):
    """An API key was revoked."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["api_key.revoked"]
    """Type of the event."""
    data: EventApiKeyRevokedData


@dataclass(frozen=True)
class EventUserCreatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""


@dataclass(frozen=True)
class EventUserCreated(Model):
    """A person was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["user.created"]
    """Type of the event."""
    data: EventUserCreatedData


@dataclass(frozen=True)
class EventUserUpdatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    fields: List[str]
    """The fields that changed."""


@dataclass(frozen=True)
class EventUserUpdated(Model):
    """A person was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["user.updated"]
    """Type of the event."""
    data: EventUserUpdatedData


@dataclass(frozen=True)
class EventUserRemovedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""


@dataclass(frozen=True)
class EventUserRemoved(Model):
    """A person was removed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["user.removed"]
    """Type of the event."""
    data: EventUserRemovedData


@dataclass(frozen=True)
class EventPasswordResetCreatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""


@dataclass(frozen=True)
class EventPasswordResetCreated(Model):
    """A link for a new password was made."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["password_reset.created"]
    """Type of the event."""
    data: EventPasswordResetCreatedData


@dataclass(frozen=True)
class EventSessionCreatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    session: str
    """Identifier of the session."""
    methods: List[str]
    """What the person proved: `password`, `totp`, `passkey`, `recovery_code`, `invitation`, `password_reset`, `setup`.
    """


@dataclass(frozen=True)
class EventSessionCreated(Model):
    """A person signed in."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["session.created"]
    """Type of the event."""
    data: EventSessionCreatedData


@dataclass(frozen=True)
class EventSessionFailedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    reason: str
    """`password` or `second_factor` if that was wrong; `suspended` if the person may not sign in."""


@dataclass(frozen=True)
class EventSessionFailed(Model):
    """A sign-in of an existing person failed. At most one event a minute for a person and an address."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["session.failed"]
    """Type of the event."""
    data: EventSessionFailedData


@dataclass(frozen=True)
class EventSessionEndedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    reason: str
    """`signed_out`, `revoked`, `password_changed`, `second_factor` (one was added or reset), `suspended` or `removed`.
    """
    session: Optional[str] = None
    """Identifier of the session; absent if all sessions, or all others, ended."""


@dataclass(frozen=True)
class EventSessionEnded(Model):
    """A session of a person ended before it expired."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["session.ended"]
    """Type of the event."""
    data: EventSessionEndedData


@dataclass(frozen=True)
class EventSecondFactorEnabledData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    method: str
    """`totp` or `passkey`; `all` if all were removed."""
    passkey: Optional[str] = None
    """Identifier of the passkey."""


@dataclass(frozen=True)
class EventSecondFactorEnabled(Model):
    """A person added a second factor."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["second_factor.enabled"]
    """Type of the event."""
    data: EventSecondFactorEnabledData


@dataclass(frozen=True)
class EventSecondFactorDisabledData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    method: str
    """`totp` or `passkey`; `all` if all were removed."""
    passkey: Optional[str] = None
    """Identifier of the passkey."""


@dataclass(frozen=True)
class EventSecondFactorDisabled(Model):
    """A second factor of a person was removed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["second_factor.disabled"]
    """Type of the event."""
    data: EventSecondFactorDisabledData


@dataclass(frozen=True)
class EventSecondFactorRecoveryCodesCreatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""


@dataclass(frozen=True)
class EventSecondFactorRecoveryCodesCreated(Model):
    """A person got new recovery codes; earlier ones ended."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["second_factor.recovery_codes_created"]
    """Type of the event."""
    data: EventSecondFactorRecoveryCodesCreatedData


@dataclass(frozen=True)
class EventPasskeyUpdatedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    passkey: str
    """Identifier of the passkey."""


@dataclass(frozen=True)
class EventPasskeyUpdated(Model):
    """A passkey was renamed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["passkey.updated"]
    """Type of the event."""
    data: EventPasskeyUpdatedData


@dataclass(frozen=True)
class EventAccountUpdatedData(Model):
    """The objects that it is about."""

    account: str
    """Identifier of the account."""
    fields: List[str]
    """The fields that changed."""


@dataclass(frozen=True)
class EventAccountUpdated(Model):
    """The plan of an account was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["account.updated"]
    """Type of the event."""
    data: EventAccountUpdatedData


@dataclass(frozen=True)
class EventQuotaRecountedData(Model):
    """The objects that it is about."""

    quota: str
    """The quota."""


@dataclass(frozen=True)
class EventQuotaRecounted(Model):
    """The operator corrected a wrong counter of a quota."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["quota.recounted"]
    """Type of the event."""
    data: EventQuotaRecountedData


@dataclass(frozen=True)
class EventProviderKeyCreatedData(Model):
    """The objects that it is about."""

    provider: str
    """Name of the model provider."""


@dataclass(frozen=True)
class EventProviderKeyCreated(Model):
    """The API key of a model provider was stored."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["provider_key.created"]
    """Type of the event."""
    data: EventProviderKeyCreatedData


@dataclass(frozen=True)
class EventProviderKeyUpdatedData(Model):
    """The objects that it is about."""

    provider: str
    """Name of the model provider."""


@dataclass(frozen=True)
class EventProviderKeyUpdated(Model):
    """The API key of a model provider was replaced."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["provider_key.updated"]
    """Type of the event."""
    data: EventProviderKeyUpdatedData


@dataclass(frozen=True)
class EventProviderKeyDeletedData(Model):
    """The objects that it is about."""

    provider: str
    """Name of the model provider."""


@dataclass(frozen=True)
class EventProviderKeyDeleted(Model):
    """The API key of a model provider was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["provider_key.deleted"]
    """Type of the event."""
    data: EventProviderKeyDeletedData


@dataclass(frozen=True)
class EventJobRetriedData(Model):
    """The objects that it is about."""

    job: str
    """Identifier of the job."""
    kind: str
    """Kind of the job."""


@dataclass(frozen=True)
class EventJobRetried(Model):
    """The operator had a job run again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["job.retried"]
    """Type of the event."""
    data: EventJobRetriedData


@dataclass(frozen=True)
class EventJobCancelledData(Model):
    """The objects that it is about."""

    job: str
    """Identifier of the job."""
    kind: str
    """Kind of the job."""


@dataclass(frozen=True)
class EventJobCancelled(Model):
    """The operator cancelled a job."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["job.cancelled"]
    """Type of the event."""
    data: EventJobCancelledData


@dataclass(frozen=True)
class EventSearchReindexedData(Model):
    """The objects that it is about."""

    queued: int
    """Number of messages."""


@dataclass(frozen=True)
class EventSearchReindexed(Model):
    """The operator had all messages indexed again."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["search.reindexed"]
    """Type of the event."""
    data: EventSearchReindexedData


@dataclass(frozen=True)
class EventBackupCreatedData(Model):
    """The objects that it is about."""



@dataclass(frozen=True)
class EventBackupCreated(Model):
    """The operator wrote a backup of the whole instance."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["backup.created"]
    """Type of the event."""
    data: EventBackupCreatedData


@dataclass(frozen=True)
class EventBackupRestoredData(Model):
    """The objects that it is about."""

    created_at: str
    """When the backup was made."""


@dataclass(frozen=True)
class EventBackupRestored(Model):
    """The operator replaced the database by a backup."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["backup.restored"]
    """Type of the event."""
    data: EventBackupRestoredData


@dataclass(frozen=True)
class EventDatabaseMigratedData(Model):
    """The objects that it is about."""

    migrations: List[str]
    """Names of the migrations that were applied, in their order."""


@dataclass(frozen=True)
class EventDatabaseMigrated(Model):
    """The database got the schema of a later version of this program."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["database.migrated"]
    """Type of the event."""
    data: EventDatabaseMigratedData


@dataclass(frozen=True)
class EventDatabaseMovedData(Model):
    """The objects that it is about."""

    rows: int
    """Number of rows that were copied."""


@dataclass(frozen=True)
class EventDatabaseMoved(Model):
    """The operator moved the whole instance to PostgreSQL."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["database.moved"]
    """Type of the event."""
    data: EventDatabaseMovedData


@dataclass(frozen=True)
class EventToolCreatedData(Model):
    """The objects that it is about."""

    tool: str
    """Identifier of the tool."""
    type: str
    """Its kind."""


@dataclass(frozen=True)
class EventToolCreated(Model):
    """A tool was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool.created"]
    """Type of the event."""
    data: EventToolCreatedData


@dataclass(frozen=True)
class EventToolUpdatedData(Model):
    """The objects that it is about."""

    tool: str
    """Identifier of the tool."""
    fields: List[str]
    """The fields that were sent."""


@dataclass(frozen=True)
class EventToolUpdated(Model):
    """A tool was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool.updated"]
    """Type of the event."""
    data: EventToolUpdatedData


@dataclass(frozen=True)
class EventToolTriedData(Model):
    """The objects that it is about."""

    tool: str
    """Identifier of the tool."""


@dataclass(frozen=True)
class EventToolTried(Model):
    """A tool was tried outside of a conversation."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool.tried"]
    """Type of the event."""
    data: EventToolTriedData


@dataclass(frozen=True)
class EventToolConnectedData(Model):
    """The objects that it is about."""

    tool: str
    """Identifier of the tool."""
    connection: Optional[str] = None
    """Identifier of the account, if it is that of an end user."""


@dataclass(frozen=True)
class EventToolConnected(Model):
    """An account was connected to a tool."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool.connected"]
    """Type of the event."""
    data: EventToolConnectedData


@dataclass(frozen=True)
class EventToolDisconnectedData(Model):
    """The objects that it is about."""

    tool: str
    """Identifier of the tool."""
    connection: Optional[str] = None
    """Identifier of the account, if it is that of an end user."""


@dataclass(frozen=True)
class EventToolDisconnected(Model):
    """The account of a tool was disconnected."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool.disconnected"]
    """Type of the event."""
    data: EventToolDisconnectedData


@dataclass(frozen=True)
class EventToolDeletedData(Model):
    """The objects that it is about."""

    tool: str
    """Identifier of the tool."""


@dataclass(frozen=True)
class EventToolDeleted(Model):
    """A tool was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool.deleted"]
    """Type of the event."""
    data: EventToolDeletedData


@dataclass(frozen=True)
class EventWebhookCreatedData(Model):
    """The objects that it is about."""

    webhook: str
    """Identifier of the webhook."""


@dataclass(frozen=True)
class EventWebhookCreated(Model):
    """A webhook was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["webhook.created"]
    """Type of the event."""
    data: EventWebhookCreatedData


@dataclass(frozen=True)
class EventWebhookUpdatedData(Model):
    """The objects that it is about."""

    webhook: str
    """Identifier of the webhook."""


@dataclass(frozen=True)
class EventWebhookUpdated(Model):
    """A webhook was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["webhook.updated"]
    """Type of the event."""
    data: EventWebhookUpdatedData


@dataclass(frozen=True)
class EventWebhookDisabledData(Model):
    """The objects that it is about."""

    webhook: str
    """Identifier of the webhook."""
    reason: str
    """`failing` or `gone`."""


@dataclass(frozen=True)
class EventWebhookDisabled(Model):
    """A webhook was switched off, because its receiver failed for long or said 410."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["webhook.disabled"]
    """Type of the event."""
    data: EventWebhookDisabledData


@dataclass(frozen=True)
class EventWebhookDeletedData(Model):
    """The objects that it is about."""

    webhook: str
    """Identifier of the webhook."""


@dataclass(frozen=True)
class EventWebhookDeleted(Model):
    """A webhook was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["webhook.deleted"]
    """Type of the event."""
    data: EventWebhookDeletedData


@dataclass(frozen=True)
class EventToolCallWaitingData(Model):
    """The objects that it is about."""

    tool_call: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""
    waits_for: str
    """`approval` or `result`."""


@dataclass(frozen=True)
class EventToolCallWaiting(Model):
    """A tool call waits for the approval of a person, or for your code to answer it."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool_call.waiting"]
    """Type of the event."""
    data: EventToolCallWaitingData


@dataclass(frozen=True)
class EventToolCallApprovedData(Model):
    """The objects that it is about."""

    tool_call: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventToolCallApproved(Model):
    """A person approved a tool call."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool_call.approved"]
    """Type of the event."""
    data: EventToolCallApprovedData


@dataclass(frozen=True)
class EventToolCallDeniedData(Model):
    """The objects that it is about."""

    tool_call: str
    """Identifier of the call."""
    tool: str
    """Identifier of the tool."""
    conversation: str
    """Identifier of the conversation."""
    message: str
    """Identifier of the message."""
    agent: str
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventToolCallDenied(Model):
    """A person denied a tool call."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool_call.denied"]
    """Type of the event."""
    data: EventToolCallDeniedData


@dataclass(frozen=True)
class EventToolCallEndedData(Model):
    """The objects that it is about."""

    tool_call: str
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


@dataclass(frozen=True)
class EventToolCallEnded(Model):
    """A tool call ran and has a result, was not decided in time, or has an unknown outcome."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["tool_call.ended"]
    """Type of the event."""
    data: EventToolCallEndedData


@dataclass(frozen=True)
class EventTeamRoomSetData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""


@dataclass(frozen=True)
class EventTeamRoomSet(Model):
    """The room of the team was set."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["team_room.set"]
    """Type of the event."""
    data: EventTeamRoomSetData


@dataclass(frozen=True)
class EventTeamRoomRemovedData(Model):
    """The objects that it is about."""

    channel: str
    """Identifier of the channel."""


@dataclass(frozen=True)
class EventTeamRoomRemoved(Model):
    """The room of the team was removed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["team_room.removed"]
    """Type of the event."""
    data: EventTeamRoomRemovedData


@dataclass(frozen=True)
class EventRoomAccountConnectedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    platform: str
    """`slack` or `telegram`."""


@dataclass(frozen=True)
class EventRoomAccountConnected(Model):
    """A member connected an account at a platform, to decide in the room."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["room_account.connected"]
    """Type of the event."""
    data: EventRoomAccountConnectedData


@dataclass(frozen=True)
class EventRoomAccountDisconnectedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    platform: str
    """`slack` or `telegram`."""


@dataclass(frozen=True)
class EventRoomAccountDisconnected(Model):
    """A member disconnected an account at a platform."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["room_account.disconnected"]
    """Type of the event."""
    data: EventRoomAccountDisconnectedData


@dataclass(frozen=True)
class EventSavedReplyCreatedData(Model):
    """The objects that it is about."""

    saved_reply: str
    """Identifier of the saved reply."""


@dataclass(frozen=True)
class EventSavedReplyCreated(Model):
    """A saved reply was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["saved_reply.created"]
    """Type of the event."""
    data: EventSavedReplyCreatedData


@dataclass(frozen=True)
class EventSavedReplyUpdatedData(Model):
    """The objects that it is about."""

    saved_reply: str
    """Identifier of the saved reply."""
    fields: List[str]
    """The fields that were sent."""


@dataclass(frozen=True)
class EventSavedReplyUpdated(Model):
    """A saved reply was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["saved_reply.updated"]
    """Type of the event."""
    data: EventSavedReplyUpdatedData


@dataclass(frozen=True)
class EventSavedReplyDeletedData(Model):
    """The objects that it is about."""

    saved_reply: str
    """Identifier of the saved reply."""


@dataclass(frozen=True)
class EventSavedReplyDeleted(Model):
    """A saved reply was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["saved_reply.deleted"]
    """Type of the event."""
    data: EventSavedReplyDeletedData


@dataclass(frozen=True)
class EventViewCreatedData(Model):
    """The objects that it is about."""

    view: str
    """Identifier of the view."""


@dataclass(frozen=True)
class EventViewCreated(Model):
    """A view of conversations was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["view.created"]
    """Type of the event."""
    data: EventViewCreatedData


@dataclass(frozen=True)
class EventViewUpdatedData(Model):
    """The objects that it is about."""

    view: str
    """Identifier of the view."""
    fields: List[str]
    """The fields that were sent."""


@dataclass(frozen=True)
class EventViewUpdated(Model):
    """A view of conversations was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["view.updated"]
    """Type of the event."""
    data: EventViewUpdatedData


@dataclass(frozen=True)
class EventViewDeletedData(Model):
    """The objects that it is about."""

    view: str
    """Identifier of the view."""


@dataclass(frozen=True)
class EventViewDeleted(Model):
    """A view of conversations was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["view.deleted"]
    """Type of the event."""
    data: EventViewDeletedData


@dataclass(frozen=True)
class EventTeamCreatedData(Model):
    """The objects that it is about."""

    team: str
    """Identifier of the team."""


@dataclass(frozen=True)
class EventTeamCreated(Model):
    """A team was created."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["team.created"]
    """Type of the event."""
    data: EventTeamCreatedData


@dataclass(frozen=True)
class EventTeamUpdatedData(Model):
    """The objects that it is about."""

    team: str
    """Identifier of the team."""
    fields: List[str]
    """The fields that were sent."""


@dataclass(frozen=True)
class EventTeamUpdated(Model):
    """A team was changed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["team.updated"]
    """Type of the event."""
    data: EventTeamUpdatedData


@dataclass(frozen=True)
class EventTeamDeletedData(Model):
    """The objects that it is about."""

    team: str
    """Identifier of the team."""


@dataclass(frozen=True)
class EventTeamDeleted(Model):
    """A team was deleted."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["team.deleted"]
    """Type of the event."""
    data: EventTeamDeletedData


@dataclass(frozen=True)
class EventMemberAvailabilityChangedData(Model):
    """The objects that it is about."""

    user: str
    """Identifier of the person."""
    state: str
    """`here` or `away`."""


@dataclass(frozen=True)
class EventMemberAvailabilityChanged(Model):
    """A person is here, or away."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["member.availability_changed"]
    """Type of the event."""
    data: EventMemberAvailabilityChangedData


@dataclass(frozen=True)
class EventWorkingHoursSetData(Model):
    """The objects that it is about."""

    workspace: str
    """Identifier of the workspace."""


@dataclass(frozen=True)
class EventWorkingHoursSet(Model):
    """The working hours of a workspace were set."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["working_hours.set"]
    """Type of the event."""
    data: EventWorkingHoursSetData


@dataclass(frozen=True)
class EventWorkingHoursRemovedData(Model):
    """The objects that it is about."""

    workspace: str
    """Identifier of the workspace."""


@dataclass(frozen=True)
class EventWorkingHoursRemoved(Model):
    """The working hours of a workspace were removed."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["working_hours.removed"]
    """Type of the event."""
    data: EventWorkingHoursRemovedData


@dataclass(frozen=True)
class EventExportCreatedData(Model):
    """The objects that it is about."""

    kind: str
    """The kind of the exported objects."""
    format: str
    """`jsonl` or `csv`."""
    filters: Dict[str, Any]
    """The filters that were set, by name. Searched texts and user IDs are shown by digest and length."""
    agent: Optional[str] = None
    """Identifier of the agent."""


@dataclass(frozen=True)
class EventExportCreated(Model):
    """Data of a workspace was exported. There is one event for each workspace that was read."""

    id: str
    """Identifier; also a place from which a reader can go on."""
    created_at: datetime
    """When it happened."""
    workspace: Optional[str]
    """Its workspace; None for the whole account."""
    actor: EventActor
    address: Optional[str]
    """IP address of the request; None without one."""
    client: Optional[str]
    """`User-Agent` of the request; None without one."""
    request_id: Optional[str]
    """Identifier of the request; None without one."""
    changes: List[FieldChange]
    """The fields that it changed."""
    type: Literal["export.created"]
    """Type of the event."""
    data: EventExportCreatedData


WorkspaceEvent = Union[EventAgentCreated, EventAgentUpdated, EventAgentActivated, EventAgentDeactivated, EventAgentDeleted, EventConversationCreated, EventConversationUpdated, EventConversationClosed, EventConversationReopened, EventConversationTakenOver, EventConversationReleased, EventConversationAssigned, EventConversationWaiting, EventConversationHandedOver, EventConversationNoted, EventConversationNoteUpdated, EventConversationNoteDeleted, EventConversationRated, EventConversationDeleted, EventMessageCreated, EventMessageCompleted, EventMessageFailed, EventMessageCancelled, EventMessageRated, EventKnowledgeSourceCreated, EventKnowledgeSourceUpdated, EventKnowledgeSourceReady, EventKnowledgeSourceFailed, EventKnowledgeSourceNeedsReview, EventKnowledgeSourceDeleted, EventQuestionAnswered, EventQuestionDismissed, EventChannelCreated, EventChannelUpdated, EventChannelError, EventChannelUndeliverable, EventChannelDeleted, EventMessageRedelivered, EventConversationTranscriptSent, EventWorkspaceCreated, EventWorkspaceUpdated, EventWorkspaceDeleted, EventMemberAdded, EventMemberUpdated, EventMemberRemoved, EventInvitationCreated, EventInvitationRevoked, EventApiKeyCreated, EventApiKeyUpdated, EventApiKeyRevoked, EventUserCreated, EventUserUpdated, EventUserRemoved, EventPasswordResetCreated, EventSessionCreated, EventSessionFailed, EventSessionEnded, EventSecondFactorEnabled, EventSecondFactorDisabled, EventSecondFactorRecoveryCodesCreated, EventPasskeyUpdated, EventAccountUpdated, EventQuotaRecounted, EventProviderKeyCreated, EventProviderKeyUpdated, EventProviderKeyDeleted, EventJobRetried, EventJobCancelled, EventSearchReindexed, EventBackupCreated, EventBackupRestored, EventDatabaseMigrated, EventDatabaseMoved, EventToolCreated, EventToolUpdated, EventToolTried, EventToolConnected, EventToolDisconnected, EventToolDeleted, EventWebhookCreated, EventWebhookUpdated, EventWebhookDisabled, EventWebhookDeleted, EventToolCallWaiting, EventToolCallApproved, EventToolCallDenied, EventToolCallEnded, EventTeamRoomSet, EventTeamRoomRemoved, EventRoomAccountConnected, EventRoomAccountDisconnected, EventSavedReplyCreated, EventSavedReplyUpdated, EventSavedReplyDeleted, EventViewCreated, EventViewUpdated, EventViewDeleted, EventTeamCreated, EventTeamUpdated, EventTeamDeleted, EventMemberAvailabilityChanged, EventWorkingHoursSet, EventWorkingHoursRemoved, EventExportCreated]
"""A change of anything. Ignore types that you don’t know: later versions add some."""


@dataclass(frozen=True)
class EventPage(Model):
    """Returned by `events.list`."""

    items: List[WorkspaceEvent]
    """The events of this page."""
    cursor: str
    """The `cursor` of the next page, or of the next look if this page was the last one."""
    has_more: bool
    """True if more events may follow at once."""


@dataclass(frozen=True)
class EventSeal(Model):
    """Returned by `events.seal`."""

    position: Optional[str]
    """`id` of the last event that is sealed; None before the first seal."""
    sealed_at: Optional[datetime]
    """When it was sealed; None before the first seal."""
    hash: Optional[str]
    """HMAC-SHA-256 over all events of the log until then, in hex; None before the first seal."""
    events: int
    """The number of events under this seal alone."""


@dataclass(frozen=True)
class WebhookWithSecret(Model):
    """Returned by `webhooks.create` and `webhooks.rotate_secret`."""

    id: str
    """Webhook identifier."""
    workspace: str
    """Identifier of its workspace."""
    url: str
    """Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000
    characters. `http` only for a host that the operator allows.
    """
    description: str
    """A note about its purpose; may be empty."""
    types: List[str]
    """Types of events that it gets: `*` for all, `agent.*` for all of agents, or single ones."""
    agents: List[str]
    """Identifiers of the agents whose events alone it gets; empty for all events of the workspace."""
    status: Union[WebhookStatus, str]
    """`enabled`, or `disabled`: then nothing is sent, and events wait."""
    disabled_reason: Optional[Union[DisabledReason, str]]
    """Why it is disabled; None while it is enabled."""
    failing_since: Optional[datetime]
    """Time since which every attempt has failed: ISO 8601 UTC with milliseconds; None while it works."""
    last_success_at: Optional[datetime]
    """Time of the last delivery that succeeded: ISO 8601 UTC with milliseconds; None before the first."""
    pending: int
    """Number of deliveries that wait for an attempt."""
    caught_up: bool
    """True if nothing waits: each event of the log was sent, has failed for good, or isn’t wanted."""
    missed_through: Optional[datetime]
    """Time of the last event that expired before the webhook came to it, because it was disabled or failed for too
    long: ISO 8601 UTC with milliseconds; None if it missed none.
    """
    old_secret_until: Optional[datetime]
    """Time until which the secret before the last rotation also signs: ISO 8601 UTC with milliseconds; None without
    such a secret.
    """
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""
    secret: str = field(repr=False)
    """The secret that signs its requests (Standard Webhooks). It is never returned again."""


@dataclass(frozen=True)
class Webhook(Model):
    """Returned by `webhooks.list`, `webhooks.retrieve` and `webhooks.update`."""

    id: str
    """Webhook identifier."""
    workspace: str
    """Identifier of its workspace."""
    url: str
    """Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000
    characters. `http` only for a host that the operator allows.
    """
    description: str
    """A note about its purpose; may be empty."""
    types: List[str]
    """Types of events that it gets: `*` for all, `agent.*` for all of agents, or single ones."""
    agents: List[str]
    """Identifiers of the agents whose events alone it gets; empty for all events of the workspace."""
    status: Union[WebhookStatus, str]
    """`enabled`, or `disabled`: then nothing is sent, and events wait."""
    disabled_reason: Optional[Union[DisabledReason, str]]
    """Why it is disabled; None while it is enabled."""
    failing_since: Optional[datetime]
    """Time since which every attempt has failed: ISO 8601 UTC with milliseconds; None while it works."""
    last_success_at: Optional[datetime]
    """Time of the last delivery that succeeded: ISO 8601 UTC with milliseconds; None before the first."""
    pending: int
    """Number of deliveries that wait for an attempt."""
    caught_up: bool
    """True if nothing waits: each event of the log was sent, has failed for good, or isn’t wanted."""
    missed_through: Optional[datetime]
    """Time of the last event that expired before the webhook came to it, because it was disabled or failed for too
    long: ISO 8601 UTC with milliseconds; None if it missed none.
    """
    old_secret_until: Optional[datetime]
    """Time until which the secret before the last rotation also signs: ISO 8601 UTC with milliseconds; None without
    such a secret.
    """
    created_at: datetime
    """Time of creation: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class WebhookTest(Model):
    """Returned by `webhooks.test`."""

    status: Optional[int]
    """HTTP status of the reply; None without one."""
    latency_ms: Optional[int]
    """Duration until the reply, in ms; None without one."""
    error: Optional[str]
    """Why the test failed; None if it succeeded."""
    reply: Optional[str]
    """The first kilobyte of the reply; None without one."""


@dataclass(frozen=True)
class WebhookDelivery(Model):
    """Returned by `webhooks.deliveries`."""

    id: str
    """Delivery identifier."""
    webhook: str
    """Identifier of the webhook."""
    event: str
    """Identifier of the event: the `webhook-id` of each attempt."""
    type: str
    """Type of the event."""
    state: Union[WebhookDeliveryState, str]
    """`pending` (an attempt is due at `due_at`), `succeeded`, or `failed` (after ten attempts, or for good)."""
    replayed: bool
    """True if it has the header `webhook-replayed: true`: it was sent again, or late."""
    attempts: int
    """Number of attempts so far."""
    due_at: Optional[datetime]
    """Time at which the next attempt is due: ISO 8601 UTC with milliseconds; None unless it is pending."""
    status: Optional[int]
    """HTTP status of the last reply; None without one."""
    latency_ms: Optional[int]
    """Duration of the last attempt, in ms; None before it."""
    error: Optional[str]
    """Why the last attempt failed; None if it didn’t."""
    reply: Optional[str]
    """The first kilobyte of the last reply; None without one."""
    created_at: datetime
    """Time of the first attempt: ISO 8601 UTC with milliseconds."""
    updated_at: datetime
    """Time of the last change: ISO 8601 UTC with milliseconds."""


@dataclass(frozen=True)
class Liveness(Model):
    """Returned by `health.alive`."""

    status: Union[Literal["ok"], str]
    """Always `ok`; another state is an error."""


@dataclass(frozen=True)
class Readiness(Model):
    """Returned by `health.ready`."""

    status: Union[Literal["ready"], str]
    """Always `ready`; another state is an error."""
