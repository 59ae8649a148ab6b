# Generated from _async/_message_stream.py by `npm run clients`. Do not edit.
"""The stream of one reply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Callable, Mapping, Optional, Union

from .._envelope import invalid_response, unwrap
from .._errors import APIConnectionError, APIError, MessageFailedError, ParleyError
from .._request import Request, RequestOptions, added_headers, changed, given, new_idempotency_key
from .._retry import Failed, is_in_progress, retry_delay
from .._settings import read_max_retries
from .._streams._contents import KnownEvent, check_events, known_events
from .._streams._events import decode_event
from .._streams._sse import EventParser
from ..types import Message, MessageEvent, MessageFailedEvent
from ._clock import Flow, tell
from ._reading import Reading
from ._transport import OpenAnswer, Transport


_LAST = ("message.completed", "message.failed", "message.cancelled", "message.requires_action")
"""The events that end a stream."""


class MessageStream(Reading):
    """
    The events of a turn. The request is sent on first use, and the stream can be read once: as events, as text or as
    the final reply. A lost connection is resumed at the last event.
    """

    def __init__(self, transport: Transport, request: Request, options: Optional[RequestOptions]) -> None:
        super().__init__()
        self._transport = transport
        # Only the complete reply is waited for longer.
        self._request = replace(request, slow=False)
        self._options = given(options)
        self._begun = False
        self._attempts = 0

    def __iter__(self) -> Flow[MessageEvent]:
        return self._reads(self._events())

    @property
    def text(self) -> ReplyText:
        """
        The text of the reply, piece by piece; `text()` is the same. Raises `MessageFailedError` at the end if the reply
        failed.
        """
        return ReplyText(self)

    def get_final_reply(self) -> Optional[Message]:
        """Another name of `final`."""
        return self.final()

    def final(self) -> Optional[Message]:
        """
        The reply once it is complete or cancelled, or waits for an action; None if the agent doesn't reply because a person has taken over.
        Raises `MessageFailedError` if the reply failed.
        """
        return self._final()

    def _final(self, on_event: Optional[Callable[[MessageEvent], object]] = None) -> Optional[Message]:
        """The same, and tells a function each event."""
        events = self.__iter__()
        try:
            for event in events:
                if on_event is not None:
                    tell(on_event, event)
                # Without a reply, the stream ends with the sent message.
                if event.type == "message.completed":
                    return event.message if event.message.role == "assistant" else None
                if event.type == "message.cancelled" or event.type == "message.requires_action":
                    return event.message
                if event.type == "message.failed":
                    return self._or_fail(event)
        finally:
            events.close()
        raise ParleyError("The stream ended without a final event.", code="stream_interrupted")

    def _or_fail(self, event: MessageFailedEvent) -> Message:
        """
        Raises the failure of a reply. A service from before `message.cancelled` ends a cancelled reply so, too: that is
        returned.
        """
        if event.message is not None and event.message.status == "cancelled":
            return event.message
        failure = MessageFailedError(event.error, code=event.code, reply=event.message)
        failure.attempts = self._attempts
        raise failure

    def _events(self) -> Flow[MessageEvent]:
        if self._begun:
            raise ParleyError("A stream can be read only once.", code="stream_consumed")
        self._begun = True
        max_retries = read_max_retries(self._options.get("max_retries", self._transport.max_retries))
        beginning = _begin(self._request, self._options)
        place = _place_of(self._request)
        losses = 0
        while True:
            # Retries while opening count, too; once they are exhausted there is nothing to resume.
            opened = self._open(_resume(place, self._options) or beginning, max_retries - losses)
            if isinstance(opened, KnownEvent):
                losses = 0
                place = place.after(opened)
                yield decode_event("reply", *opened)
                continue
            head = opened.head
            self._attempts = head.attempts
            self._note(head)
            try:
                check_events(head)
                parser = EventParser(partial(invalid_response, head))
                for text in opened:
                    for event in known_events("reply", head, parser.feed(text)):
                        # Only progress justifies another resumption.
                        if event.id != place.id:
                            losses = 0
                        place = place.after(event)
                        yield decode_event("reply", *event)
                        if event.type in _LAST:
                            return
                raise APIConnectionError("The stream was interrupted before its end.", code="stream_interrupted")
            except APIConnectionError as error:
                error.attempts = self._attempts
                losses += 1
                if losses > max_retries:
                    raise
                delay = retry_delay(Failed(error, losses, True, self._transport.runtime.random))
            finally:
                opened.close()
            self._transport.runtime.wait(delay or 0)

    def _open(self, opening: _Opening, max_retries: int) -> Union[OpenAnswer, KnownEvent]:
        """
        Opens a stream. If a lost attempt has already sent the message, the service refuses to store it again and names
        it: then that message is the first event.
        """
        options = opening.options
        try:
            return self._transport.open(opening.request, changed(options, max_retries=max_retries))
        except APIError as error:
            sent = [detail.message for detail in error.details if detail.path == "message"]
            if not is_in_progress(error) or not sent:
                raise
        found = Request("GET", "/api/messages/{id}", params={"id": sent[0]})
        headers = {**added_headers(options), "Accept": "application/json"}
        asked = changed(options, **_NOT_OF_OTHERS, headers=headers, extra_headers=None)
        message = unwrap(self._transport.send(found, asked))
        return KnownEvent(f"{message.get('_id')}:0", "message.created", {"message": message})


class ReplyText:
    """The text of a reply, piece by piece."""

    def __init__(self, stream: MessageStream) -> None:
        self._stream = stream

    def __call__(self) -> ReplyText:
        """The same text, as in the TypeScript client."""
        return self

    def __iter__(self) -> Flow[str]:
        events = self._stream.__iter__()
        try:
            for event in events:
                if event.type == "message.delta":
                    yield event.text
                elif event.type == "message.failed":
                    self._stream._or_fail(event)
        finally:
            events.close()


@dataclass(frozen=True)
class _Opening:
    request: Request
    options: RequestOptions


@dataclass(frozen=True)
class _Place:
    """The position in a stream, for resuming it."""

    id: Optional[str] = None
    """The last event received; without one the request is sent again."""
    conversation: Optional[str] = None

    def after(self, event: KnownEvent) -> _Place:
        if event.type != "message.created":
            return _Place(event.id, self.conversation)
        return _Place(event.id, event.content["message"].get("conversation"))


def _place_of(request: Request) -> _Place:
    """A stream that only follows knows its conversation before the first event."""
    conversation = request.params.get("id") if request.method == "GET" else None
    return _Place(conversation=None if conversation is None else str(conversation))


def _begin(request: Request, options: RequestOptions) -> _Opening:
    """The request that starts the stream. Every attempt uses the same key, so the message is sent once."""
    key = options.get("idempotency_key")
    if key is None and request.method == "POST":
        key = new_idempotency_key()
    return _Opening(request, changed(options, headers=_streamed(options), extra_headers=None, idempotency_key=key))


def _resume(place: _Place, options: RequestOptions) -> Optional[_Opening]:
    """The request that resumes the stream; None if there was no event to resume after."""
    if place.id is None or not isinstance(place.conversation, str):
        return None
    headers = {**_streamed(options), "Last-Event-ID": place.id}
    request = Request("GET", "/api/conversations/{id}/stream", params={"id": place.conversation})
    return _Opening(request, changed(options, **_NOT_OF_OTHERS, headers=headers, extra_headers=None))


_NOT_OF_OTHERS: Mapping[str, None] = {"idempotency_key": None, "extra_query": None, "extra_body": None}
"""Options of the request that starts a stream, and of no other operation."""


def _streamed(options: RequestOptions) -> Mapping[str, str]:
    return {"Accept": "text/event-stream", **added_headers(options)}
