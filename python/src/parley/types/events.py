# Generated from openapi.json by `npm run clients`. Do not edit.
"""The events of streams."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Dict, List, Literal, Mapping, Optional, Type, Union

from .._model import Model
from .literals import ConversationToolResultEventDataStatus, FailureReason
from .results import Citation, Conversation, ConversationEntry, Message, Suggestion


@dataclass(frozen=True)
class Event(Model):
    """An event of a stream."""

    _names: ClassVar[Mapping[str, str]] = {}

    id: str
    """Its place: pass the last one as `last_event_id` to continue after it."""
    type: str
    """Its kind, such as `message.delta`."""


@dataclass(frozen=True)
class MessageCreatedEvent(Event):
    """A message was created. A reply has no content yet, whenever you join: the events that follow carry it."""

    type: Literal["message.created"]
    message: Message


@dataclass(frozen=True)
class MessageDeltaEvent(Event):
    """More text of the reply: append it."""

    type: Literal["message.delta"]
    text: str
    """The text to append."""


@dataclass(frozen=True)
class ReasoningEvent(Event):
    """More thoughts of the model, which are no part of the text. Visitors don’t get it."""

    type: Literal["reasoning"]
    text: str
    """The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps up
    to 32,768 characters of them.
    """
    truncated: Optional[bool] = None
    """Present if the model thought more than is kept."""


@dataclass(frozen=True)
class CitationEvent(Event):
    """A passage that the reply quotes."""

    type: Literal["citation"]
    citation: Citation


@dataclass(frozen=True)
class ToolCall(Model):
    """The value of an event `tool.call`."""

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
class ToolCallEvent(Event):
    """The model calls a tool."""

    type: Literal["tool.call"]
    call: ToolCall


@dataclass(frozen=True)
class ApprovalRequested(Model):
    """The value of an event `approval.requested`."""

    call_id: str
    """Identifier of the call: up to 64 characters, unique in its message."""
    name: str
    """Name of the tool: up to 64 letters, digits, `_` and `-`."""
    tool_call: str
    """Identifier of the call, for `POST /api/tool-calls/{id}/approve` or `…/deny`."""
    deadline: datetime
    """When the call is denied unless a person has decided: RFC 3339, UTC."""


@dataclass(frozen=True)
class ApprovalRequestedEvent(Event):
    """A tool call waits for the approval of a person. Visitors don’t get it."""

    type: Literal["approval.requested"]
    request: ApprovalRequested


@dataclass(frozen=True)
class ToolResult(Model):
    """The value of an event `tool.result`."""

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


@dataclass(frozen=True)
class ToolResultEvent(Event):
    """A tool has returned."""

    type: Literal["tool.result"]
    result: ToolResult


@dataclass(frozen=True)
class MessageCompletedEvent(Event):
    """The reply is complete: the whole message as stored."""

    type: Literal["message.completed"]
    message: Message


@dataclass(frozen=True)
class MessageCancelledEvent(Event):
    """The reply was cancelled, and has the parts so far."""

    type: Literal["message.cancelled"]
    message: Message


@dataclass(frozen=True)
class MessageRequiresActionEvent(Event):
    """The reply waits for a decision about a tool call, or for the result of one, and goes on afterwards. It ends the
    stream of one reply; in that of a conversation, `message.created` is sent again when the reply goes on.
    """

    type: Literal["message.requires_action"]
    message: Message


@dataclass(frozen=True)
class MessageFailedEvent(Event):
    """The reply failed, and has the parts so far. None if it was deleted."""

    type: Literal["message.failed"]
    message: Optional[Message]
    """The reply; None if it was deleted."""
    error: str
    """One sentence that says what is wrong."""
    code: str
    """`interrupted`, or an error code of `Failure`."""
    reason: Optional[Union[FailureReason, str]] = None
    """Why the model did not complete its reply; absent if the model is not the cause."""


@dataclass(frozen=True)
class ConversationMessageDeltaEvent(Event):
    """More text of the reply: append it."""

    type: Literal["message.delta"]
    message: str
    """Identifier of the message that grows."""
    text: str
    """The text to append."""


@dataclass(frozen=True)
class ConversationReasoningEvent(Event):
    """More thoughts of the model, which are no part of the text. Visitors don’t get it."""

    type: Literal["reasoning"]
    message: str
    """Identifier of the message that grows."""
    text: str
    """The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps up
    to 32,768 characters of them.
    """
    truncated: Optional[bool] = None
    """Present if the model thought more than is kept."""


@dataclass(frozen=True)
class ConversationCitationEvent(Event):
    """A passage that the reply quotes."""

    type: Literal["citation"]
    message: str
    """Identifier of the message that grows."""
    citation: Citation


@dataclass(frozen=True)
class ConversationToolCallEvent(Event):
    """The model calls a tool."""

    type: Literal["tool.call"]
    message: str
    """Identifier of the message that grows."""
    call: ToolCall


@dataclass(frozen=True)
class ConversationApprovalRequestedEvent(Event):
    """A tool call waits for the approval of a person. Visitors don’t get it."""

    type: Literal["approval.requested"]
    message: str
    """Identifier of the message that grows."""
    request: ApprovalRequested


@dataclass(frozen=True)
class ConversationToolResultEvent(Event):
    """A tool has returned."""

    type: Literal["tool.result"]
    message: str
    """Identifier of the message that grows."""
    result: ToolResult


@dataclass(frozen=True)
class ConversationMessageFailedEvent(Event):
    """The reply failed, and has the parts so far."""

    type: Literal["message.failed"]
    message: Message
    error: str
    """One sentence that says what is wrong."""
    code: str
    """`interrupted`, or an error code of `Failure`."""
    reason: Optional[Union[FailureReason, str]] = None
    """Why the model did not complete its reply; absent if the model is not the cause."""


@dataclass(frozen=True)
class MessageRatedEvent(Event):
    """The message was rated, or its rating removed."""

    type: Literal["message.rated"]
    message: Message


@dataclass(frozen=True)
class EntryCreatedEvent(Event):
    """Something happened beside the messages: taken over, given back, handed over, closed, tagged …"""

    type: Literal["entry.created"]
    entry: ConversationEntry


@dataclass(frozen=True)
class PresenceEvent(Event):
    """People or the visitor came, left, or began or stopped typing. It has no ID: a resumed stream begins with the
    presence as it is then.
    """

    type: Literal["presence"]
    conversation: str
    """Identifier of the conversation."""
    people: List[PresenceEventPeople]
    """The people who look at it, at most 20. A visitor gets at most one, who is typing."""
    visitor: Optional[PresenceEventVisitor]
    """The visitor; None if none has been heard of for 15 s, and always None for a visitor."""


@dataclass(frozen=True)
class ConversationUpdatedEvent(Event):
    """The conversation as it is now: its status, title, tags, metadata, counts, rating or turn changed."""

    type: Literal["conversation.updated"]
    conversation: Conversation


@dataclass(frozen=True)
class ConversationDeletedEvent(Event):
    """The last event: the conversation was deleted."""

    type: Literal["conversation.deleted"]
    conversation: str
    """Identifier of the conversation."""


@dataclass(frozen=True)
class ConversationChangedEvent(Event):
    """A conversation was created, changed or deleted, or has a new message: read it or your list again."""

    type: Literal["conversation.changed"]
    conversation: str
    """Identifier of the conversation."""
    workspace: str
    """Identifier of its workspace."""


@dataclass(frozen=True)
class ConversationPresenceEvent(Event):
    """People or the visitor came to a conversation, left, or began or stopped typing. It has no ID: a resumed stream
    begins with the presence as it is then.
    """

    type: Literal["presence"]
    conversation: str
    """Identifier of the conversation."""
    people: List[ConversationPresenceEventPeople]
    """The people who look at it, at most 20. A visitor gets at most one, who is typing."""
    visitor: Optional[ConversationPresenceEventVisitor]
    """The visitor; None if none has been heard of for 15 s, and always None for a visitor."""


@dataclass(frozen=True)
class SuggestionDeltaEvent(Event):
    """More text: append it."""

    type: Literal["suggestion.delta"]
    text: str
    """The text to append."""


@dataclass(frozen=True)
class SuggestionCompletedEvent(Event):
    """The text is complete."""

    type: Literal["suggestion.completed"]
    suggestion: Suggestion


@dataclass(frozen=True)
class SuggestionFailedEvent(Event):
    """The model failed, or the server shuts down. Text so far stays as it is."""

    type: Literal["suggestion.failed"]
    error: str
    """One sentence that says what is wrong."""
    code: str
    """`interrupted`, or an error code of `Failure`."""
    reason: Optional[Union[FailureReason, str]] = None
    """Why the model did not complete its reply; absent if the model is not the cause."""


MessageEvent = Union[
    MessageCreatedEvent,
    MessageDeltaEvent,
    ReasoningEvent,
    CitationEvent,
    ToolCallEvent,
    ApprovalRequestedEvent,
    ToolResultEvent,
    MessageCompletedEvent,
    MessageCancelledEvent,
    MessageRequiresActionEvent,
    MessageFailedEvent,
]
"""One server-sent event of a reply: the lines `id`, `event` and `data`. The last one is `message.completed`,
`message.failed`, `message.cancelled` or `message.requires_action`. Ignore events that you don’t know.
"""


MESSAGE_EVENTS: Dict[str, Type[Event]] = {
    "message.created": MessageCreatedEvent,
    "message.delta": MessageDeltaEvent,
    "reasoning": ReasoningEvent,
    "citation": CitationEvent,
    "tool.call": ToolCallEvent,
    "approval.requested": ApprovalRequestedEvent,
    "tool.result": ToolResultEvent,
    "message.completed": MessageCompletedEvent,
    "message.cancelled": MessageCancelledEvent,
    "message.requires_action": MessageRequiresActionEvent,
    "message.failed": MessageFailedEvent,
}


ConversationEvent = Union[
    MessageCreatedEvent,
    ConversationMessageDeltaEvent,
    ConversationReasoningEvent,
    ConversationCitationEvent,
    ConversationToolCallEvent,
    ConversationApprovalRequestedEvent,
    ConversationToolResultEvent,
    MessageCompletedEvent,
    ConversationMessageFailedEvent,
    MessageCancelledEvent,
    MessageRequiresActionEvent,
    MessageRatedEvent,
    EntryCreatedEvent,
    PresenceEvent,
    ConversationUpdatedEvent,
    ConversationDeletedEvent,
]
"""One server-sent event of a conversation: the lines `id`, `event` and `data`. Ignore events that you don’t know."""


CONVERSATION_EVENTS: Dict[str, Type[Event]] = {
    "message.created": MessageCreatedEvent,
    "message.delta": ConversationMessageDeltaEvent,
    "reasoning": ConversationReasoningEvent,
    "citation": ConversationCitationEvent,
    "tool.call": ConversationToolCallEvent,
    "approval.requested": ConversationApprovalRequestedEvent,
    "tool.result": ConversationToolResultEvent,
    "message.completed": MessageCompletedEvent,
    "message.failed": ConversationMessageFailedEvent,
    "message.cancelled": MessageCancelledEvent,
    "message.requires_action": MessageRequiresActionEvent,
    "message.rated": MessageRatedEvent,
    "entry.created": EntryCreatedEvent,
    "presence": PresenceEvent,
    "conversation.updated": ConversationUpdatedEvent,
    "conversation.deleted": ConversationDeletedEvent,
}


ConversationChange = Union[
    ConversationChangedEvent,
    ConversationPresenceEvent,
]
"""One server-sent event of workspaces: the lines `id`, `event` and `data`. Ignore events that you don’t know."""


CONVERSATION_CHANGES: Dict[str, Type[Event]] = {
    "conversation.changed": ConversationChangedEvent,
    "presence": ConversationPresenceEvent,
}


SuggestionEvent = Union[
    SuggestionDeltaEvent,
    SuggestionCompletedEvent,
    SuggestionFailedEvent,
]
"""One server-sent event of a suggestion: the lines `event` and `data`. The last one is `suggestion.completed` or
`suggestion.failed`. Ignore events that you don’t know.
"""


SUGGESTION_EVENTS: Dict[str, Type[Event]] = {
    "suggestion.delta": SuggestionDeltaEvent,
    "suggestion.completed": SuggestionCompletedEvent,
    "suggestion.failed": SuggestionFailedEvent,
}


VALUES: Dict[str, str] = {
    "citation": "citation",
    "tool.call": "call",
    "tool.result": "result",
    "approval.requested": "request",
}
"""The events whose data is one value: the name of its field."""
