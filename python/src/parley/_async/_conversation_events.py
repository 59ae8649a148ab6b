"""Everything that happens in a conversation."""

from __future__ import annotations

from functools import partial
from typing import Optional

from .._contents import check_events, known_events
from .._envelope import invalid_response
from .._errors import APIConnectionError, ParleyError
from .._events import decode_event
from .._request import Request, RequestOptions, changed, given
from .._retry import Failed, retry_delay
from .._sse import EventParser
from ..types import ConversationEvent
from ._clock import AsyncFlow
from ._reading import AsyncReading
from ._transport import AsyncOpenAnswer, AsyncTransport


class AsyncConversationEvents(AsyncReading):
    """
    The events of a conversation, for as long as they are read. After a lost connection, or when the server shuts down,
    continues after the last event. Ends after `conversation.deleted`. Raises if the service can't be reached again.
    Each loop over it starts anew.
    """

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

    def __aiter__(self) -> AsyncFlow[ConversationEvent]:
        return self._reads(self._follow())

    async def _follow(self) -> AsyncFlow[ConversationEvent]:
        last = self._last_event_id
        while True:
            answer = await self._open(last)
            error: ParleyError
            try:
                check_events(answer.head)
                parser = EventParser(partial(invalid_response, answer.head))
                async for text in answer:
                    for event in known_events("conversation", answer.head, parser.feed(text)):
                        last = event.id
                        yield decode_event("conversation", *event)
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
        headers = {"Accept": "text/event-stream", **self._options.get("headers", {})}
        if last:
            headers["Last-Event-ID"] = last
        return await self._transport.open(self._request, changed(self._options, headers=headers))
