# Generated from _async/_suggestion_events.py by `npm run clients`. Do not edit.
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
from ._clock import Flow
from ._reading import Reading
from ._transport import Transport


class SuggestionEvents(Reading):
    """
    The events of a suggestion; the last one is `suggestion.completed` or `suggestion.failed`. It can't be resumed: a
    lost connection raises `APIConnectionError`. Each loop over it sends a request of its own.
    """

    def __init__(self, transport: Transport, request: Request, options: Optional[RequestOptions]) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._options = given(options)

    def __iter__(self) -> Flow[SuggestionEvent]:
        return self._reads(self._decoded())

    def _decoded(self) -> Flow[SuggestionEvent]:
        headers = {"Accept": "text/event-stream", **added_headers(self._options)}
        options = changed(self._options, headers=headers, extra_headers=None)
        answer = self._transport.open(self._request, options)
        try:
            self._note(answer.head)
            check_events(answer.head)
            parser = EventParser(partial(invalid_response, answer.head))
            for text in answer:
                for event in known_events("suggestion", answer.head, parser.feed(text)):
                    yield decode_event("suggestion", *event)
                    if event.type != "suggestion.delta":
                        return
            raise APIConnectionError("The stream was interrupted before its end.", code="stream_interrupted")
        finally:
            answer.close()
