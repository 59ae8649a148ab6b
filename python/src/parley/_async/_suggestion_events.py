"""Texts of an agent for a person at the desk, while they are written."""

from __future__ import annotations

from functools import partial
from typing import Optional

from .._envelope import invalid_response
from .._errors import APIConnectionError
from .._request import Request, RequestOptions, added_headers, changed, given
from .._streams._contents import check_events, known_events
from .._streams._events import decode_event
from .._streams._sse import EventParser
from ..types import SuggestionEvent
from ._clock import AsyncFlow
from ._reading import AsyncReading
from ._transport import AsyncTransport


class AsyncSuggestionEvents(AsyncReading):
    """
    The events of a suggestion; the last one is `suggestion.completed` or `suggestion.failed`. It can't be resumed: a
    lost connection raises `APIConnectionError`. Each loop over it sends a request of its own.
    """

    def __init__(self, transport: AsyncTransport, request: Request, options: Optional[RequestOptions]) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._options = given(options)

    def __aiter__(self) -> AsyncFlow[SuggestionEvent]:
        return self._reads(self._decoded())

    async def _decoded(self) -> AsyncFlow[SuggestionEvent]:
        headers = {"Accept": "text/event-stream", **added_headers(self._options)}
        options = changed(self._options, headers=headers, extra_headers=None)
        answer = await self._transport.open(self._request, options)
        try:
            self._note(answer.head)
            check_events(answer.head)
            parser = EventParser(partial(invalid_response, answer.head))
            async for text in answer:
                for event in known_events("suggestion", answer.head, parser.feed(text)):
                    yield decode_event("suggestion", *event)
                    if event.type != "suggestion.delta":
                        return
            raise APIConnectionError("The stream was interrupted before its end.", code="stream_interrupted")
        finally:
            await answer.aclose()
