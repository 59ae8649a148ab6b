"""Everything that happens in a conversation, and which conversations change."""

from __future__ import annotations

from functools import partial
from typing import Optional

from .._envelope import invalid_response
from .._errors import APIConnectionError, ParleyError
from .._request import Request, RequestOptions, added_headers, changed, given
from .._retry import Failed, retry_delay
from .._streams._contents import KnownEvent, Stream, check_events, known_events
from .._streams._events import decode_event
from .._streams._sse import EventParser
from ..types import ConversationChange, ConversationEvent
from ._clock import AsyncFlow
from ._reading import AsyncReading
from ._transport import AsyncOpenAnswer, AsyncTransport


class _Following(AsyncReading):
    """Reads events for as long as they are read, and continues after the last one."""

    def __init__(
        self,
        transport: AsyncTransport,
        request: Request,
        options: Optional[RequestOptions],
        *,
        last_event_id: Optional[str] = None,
    ) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._options = given(options)
        self._last_event_id = last_event_id

    async def _follow(self, stream: Stream) -> AsyncFlow[KnownEvent]:
        last = self._last_event_id
        while True:
            answer = await self._open(last)
            error: ParleyError
            try:
                self._note(answer.head)
                check_events(answer.head)
                parser = EventParser(partial(invalid_response, answer.head))
                async for text in answer:
                    for event in known_events(stream, answer.head, parser.feed(text)):
                        # Presence has no ID of its own: it gets that of the place, which stays as it is.
                        last = event.id or last
                        yield event._replace(id=last or "")
                        if event.type == "conversation.deleted":
                            return
                error = APIConnectionError("The stream was interrupted.", code="stream_interrupted")
            except APIConnectionError as failure:
                error = failure
            finally:
                await answer.aclose()
            # The connection was established, so this is the first attempt of its resumption.
            delay = retry_delay(Failed(error, 1, True, self._transport.runtime.random))
            await self._transport.runtime.wait(delay or 0)

    async def _open(self, last: Optional[str]) -> AsyncOpenAnswer:
        headers = {"Accept": "text/event-stream", **added_headers(self._options)}
        if last:
            headers["Last-Event-ID"] = last
        return await self._transport.open(self._request, changed(self._options, headers=headers, extra_headers=None))


class AsyncConversationEvents(_Following):
    """
    The events of a conversation, for as long as they are read. After a lost connection, or when the server shuts down,
    continues after the last event. Ends after `conversation.deleted`. Raises if the service can't be reached again.
    Each loop over it starts again.
    """

    def __aiter__(self) -> AsyncFlow[ConversationEvent]:
        return self._reads(self._decoded())

    async def _decoded(self) -> AsyncFlow[ConversationEvent]:
        events = self._follow("conversation")
        try:
            async for event in events:
                yield decode_event("conversation", *event)
        finally:
            await events.aclose()


class AsyncConversationChangeEvents(_Following):
    """
    Changes of conversations, for as long as they are read. After a lost connection, or when the server shuts down,
    continues after the last event. Raises if the service can't be reached again. Each loop over it starts again.
    """

    def __aiter__(self) -> AsyncFlow[ConversationChange]:
        return self._reads(self._decoded())

    async def _decoded(self) -> AsyncFlow[ConversationChange]:
        events = self._follow("changes")
        try:
            async for event in events:
                yield decode_event("changes", *event)
        finally:
            await events.aclose()
