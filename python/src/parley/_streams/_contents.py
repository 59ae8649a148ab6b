"""Required fields of each known event; the service's own schemas guarantee the rest."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, Literal, Mapping, NamedTuple

from .._envelope import Head, invalid_response, parse_object
from ._sse import ServerEvent

Stream = Literal["reply", "conversation", "changes", "suggestion"]
"""
The kinds of streams: of one reply, of everything that happens in a conversation, of changes of conversations, and of a
suggestion.
"""

_Check = Callable[[Dict[str, Any]], bool]


class KnownEvent(NamedTuple):
    """A known event: its name and its data."""

    id: str
    type: str
    content: Dict[str, Any]


def check_events(head: Head) -> None:
    """Raises `InvalidResponseError` if a response is no event stream."""
    if not head.headers.get("Content-Type", "").startswith("text/event-stream"):
        raise invalid_response(head, "The response is not an event stream.")


def known_events(stream: Stream, head: Head, events: Iterable[ServerEvent]) -> Iterator[KnownEvent]:
    """Reads the known events and skips the others; raises `InvalidResponseError` if one doesn't match its type."""
    contents = _CONTENTS[stream]
    for event in events:
        is_valid = contents.get(event.event)
        if is_valid is None:
            continue
        content = parse_object(event.data)
        if content is None or not is_valid(content):
            raise invalid_response(head, f"The stream contains an invalid {event.event} event.")
        yield KnownEvent(event.id, event.event, content)


def _is_presence(content: Dict[str, Any]) -> bool:
    return isinstance(content.get("conversation"), str) and isinstance(content.get("people"), list)


def _texts(*names: str) -> _Check:
    return lambda content: all(isinstance(content.get(name), str) for name in names)


def _has_message(content: Dict[str, Any]) -> bool:
    return isinstance(content.get("message"), dict)


def _is_failure(content: Dict[str, Any]) -> bool:
    has_message = "message" in content and (content["message"] is None or _has_message(content))
    return has_message and _texts("error", "code")(content)


_CONTENTS: Mapping[Stream, Mapping[str, _Check]] = {
    "reply": {
        "message.created": _has_message,
        "message.delta": _texts("text"),
        "reasoning": _texts("text"),
        "citation": lambda content: True,
        "tool.call": _texts("callId", "name"),
        "tool.result": _texts("callId", "content"),
        "approval.requested": _texts("callId", "toolCall"),
        "message.completed": _has_message,
        "message.requires_action": _has_message,
        "message.failed": _is_failure,
        "message.cancelled": _has_message,
    },
    "conversation": {
        "message.created": _has_message,
        "message.delta": _texts("message", "text"),
        "reasoning": _texts("message", "text"),
        "citation": _texts("message"),
        "tool.call": _texts("message", "callId"),
        "tool.result": _texts("message", "callId"),
        "approval.requested": _texts("message", "toolCall"),
        "message.completed": _has_message,
        "message.requires_action": _has_message,
        "message.failed": lambda content: _has_message(content) and _texts("error")(content),
        "message.cancelled": _has_message,
        "message.rated": _has_message,
        "entry.created": lambda content: isinstance(content.get("entry"), dict),
        "presence": _is_presence,
        "conversation.updated": lambda content: isinstance(content.get("conversation"), dict),
        "conversation.deleted": _texts("conversation"),
    },
    "changes": {"conversation.changed": _texts("conversation", "workspace"), "presence": _is_presence},
    "suggestion": {
        "suggestion.delta": _texts("text"),
        "suggestion.completed": lambda content: isinstance(content.get("suggestion"), dict),
        "suggestion.failed": _texts("error", "code"),
    },
}
