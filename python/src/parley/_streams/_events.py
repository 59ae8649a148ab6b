"""Events of streams as the client returns them: their content beside their ID and type."""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Type, Union, cast, overload

from .._model import decode
from ..types import ConversationChange, ConversationEvent, MessageEvent, SuggestionEvent
from ..types.events import CONVERSATION_CHANGES, CONVERSATION_EVENTS, MESSAGE_EVENTS, SUGGESTION_EVENTS, VALUES, Event

_EVENTS: Mapping[str, Mapping[str, Type[Event]]] = {
    "reply": MESSAGE_EVENTS,
    "conversation": CONVERSATION_EVENTS,
    "changes": CONVERSATION_CHANGES,
    "suggestion": SUGGESTION_EVENTS,
}


@overload
def decode_event(stream: Literal["reply"], id: str, type: str, content: Dict[str, Any]) -> MessageEvent: ...


@overload
def decode_event(stream: Literal["conversation"], id: str, type: str, content: Dict[str, Any]) -> ConversationEvent: ...


@overload
def decode_event(stream: Literal["changes"], id: str, type: str, content: Dict[str, Any]) -> ConversationChange: ...


@overload
def decode_event(stream: Literal["suggestion"], id: str, type: str, content: Dict[str, Any]) -> SuggestionEvent: ...


def decode_event(
    stream: Literal["reply", "conversation", "changes", "suggestion"], id: str, type: str, content: Dict[str, Any]
) -> Union[MessageEvent, ConversationEvent, ConversationChange, SuggestionEvent]:
    """Return an event of a known type. If its data is one value, that has a field of its own beside the message."""
    json: Dict[str, Any] = {"id": id, "type": type}
    field = VALUES.get(type)
    if field is None:
        json.update(content)
    elif stream == "reply":
        json[field] = content
    else:
        value = dict(content)
        json["message"] = value.pop("message", None)
        json[field] = value
    return cast(Union[MessageEvent, ConversationEvent, ConversationChange, SuggestionEvent], decode(_EVENTS[stream][type], json))
