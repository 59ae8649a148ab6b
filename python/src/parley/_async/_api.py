"""Functions with which resources call the service."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type, TypeVar

from .._envelope import unwrap
from .._model import Model, decode
from .._request import Request, RequestOptions
from ._conversation_events import AsyncConversationChangeEvents, AsyncConversationEvents
from ._message_stream import AsyncMessageStream
from ._page import AsyncPageSource
from ._page_promise import AsyncPagePromise
from ._suggestion_events import AsyncSuggestionEvents
from ._text_parts import AsyncTextParts
from ._transport import AsyncTransport
from ._workspace_events import AsyncWorkspaceEvents

M = TypeVar("M", bound=Model)


class AsyncApi:
    """The typed operations on top of the transport."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def call(self, request: Request, result: Type[M], options: Optional[RequestOptions]) -> M:
        """Calls an operation."""
        answer = await self._transport.send(request, options)
        decoded = decode(result, unwrap(answer))
        # Results are frozen for callers.
        object.__setattr__(decoded, "response", answer.response)
        return decoded

    async def wait(self, seconds: float) -> None:
        """Waits some seconds."""
        await self._transport.runtime.wait(seconds)

    async def call_raw(self, request: Request, options: Optional[RequestOptions]) -> Dict[str, Any]:
        """Calls an operation and returns its data as it is in JSON."""
        return unwrap(await self._transport.send(request, options))

    def list(self, request: Request, item: Type[M], options: Optional[RequestOptions]) -> AsyncPagePromise[M]:
        """Calls an operation that returns pages."""
        return AsyncPagePromise.first(AsyncPageSource(self._transport, request, item, options))

    def stream(self, request: Request, options: Optional[RequestOptions]) -> AsyncMessageStream:
        """Calls an operation that returns the events of a reply, once they are read."""
        return AsyncMessageStream(self._transport, request, options)

    def follow(
        self, request: Request, options: Optional[RequestOptions], last_event_id: Optional[str]
    ) -> AsyncConversationEvents:
        """Follows everything that happens in a conversation; each loop over it sends a request of its own."""
        return AsyncConversationEvents(self._transport, request, options, last_event_id=last_event_id)

    def watch(
        self, request: Request, options: Optional[RequestOptions], last_event_id: Optional[str]
    ) -> AsyncConversationChangeEvents:
        """Follows which conversations change; each loop over it sends a request of its own."""
        return AsyncConversationChangeEvents(self._transport, request, options, last_event_id=last_event_id)

    def suggest(self, request: Request, options: Optional[RequestOptions]) -> AsyncSuggestionEvents:
        """Calls an operation that streams a suggestion; each loop over it sends a request of its own."""
        return AsyncSuggestionEvents(self._transport, request, options)

    def follow_log(self, request: Request, options: Optional[RequestOptions]) -> AsyncWorkspaceEvents:
        """Follows the log of events; each loop over it starts again."""
        return AsyncWorkspaceEvents(self._transport, request, options)

    def download(self, request: Request, options: Optional[RequestOptions]) -> AsyncTextParts:
        """Calls an operation that returns a long text, once it is read."""
        return AsyncTextParts(self._transport, request, options)
