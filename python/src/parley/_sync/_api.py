# Generated from _async/_api.py by `npm run clients`. Do not edit.
"""Functions with which resources call the service."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type, TypeVar

from .._envelope import unwrap
from .._model import Model, decode
from .._request import Request, RequestOptions
from ._conversation_events import ConversationChangeEvents, ConversationEvents
from ._message_stream import MessageStream
from ._page import PageSource
from ._page_promise import Page
from ._suggestion_events import SuggestionEvents
from ._text_parts import TextParts
from ._transport import Transport
from ._workspace_events import WorkspaceEvents

M = TypeVar("M", bound=Model)


class Api:
    """The typed operations on top of the transport."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def call(self, request: Request, result: Type[M], options: Optional[RequestOptions]) -> M:
        """Calls an operation."""
        answer = self._transport.send(request, options)
        decoded = decode(result, unwrap(answer))
        # Results are frozen for callers.
        object.__setattr__(decoded, "response", answer.response)
        return decoded

    def wait(self, seconds: float) -> None:
        """Waits some seconds."""
        self._transport.runtime.wait(seconds)

    def call_raw(self, request: Request, options: Optional[RequestOptions]) -> Dict[str, Any]:
        """Calls an operation and returns its data as it is in JSON."""
        return unwrap(self._transport.send(request, options))

    def list(self, request: Request, item: Type[M], options: Optional[RequestOptions]) -> Page[M]:
        """Calls an operation that returns pages."""
        return Page.first(PageSource(self._transport, request, item, options))

    def stream(self, request: Request, options: Optional[RequestOptions]) -> MessageStream:
        """Calls an operation that returns the events of a reply, once they are read."""
        return MessageStream(self._transport, request, options)

    def follow(
        self, request: Request, options: Optional[RequestOptions], last_event_id: Optional[str]
    ) -> ConversationEvents:
        """Follows everything that happens in a conversation; each loop over it sends a request of its own."""
        return ConversationEvents(self._transport, request, options, last_event_id=last_event_id)

    def watch(
        self, request: Request, options: Optional[RequestOptions], last_event_id: Optional[str]
    ) -> ConversationChangeEvents:
        """Follows which conversations change; each loop over it sends a request of its own."""
        return ConversationChangeEvents(self._transport, request, options, last_event_id=last_event_id)

    def suggest(self, request: Request, options: Optional[RequestOptions]) -> SuggestionEvents:
        """Calls an operation that streams a suggestion; each loop over it sends a request of its own."""
        return SuggestionEvents(self._transport, request, options)

    def follow_log(self, request: Request, options: Optional[RequestOptions]) -> WorkspaceEvents:
        """Follows the log of events; each loop over it starts again."""
        return WorkspaceEvents(self._transport, request, options)

    def download(self, request: Request, options: Optional[RequestOptions]) -> TextParts:
        """Calls an operation that returns a long text, once it is read."""
        return TextParts(self._transport, request, options)
