"""A reply as a server streams it, whole or in parts."""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Sequence, Union

from plays import Exchange, Play


class Sent(NamedTuple):
    """An event as it is sent."""

    id: str
    event: str
    data: Dict[str, Any]

    @property
    def frame(self) -> str:
        """The event on the wire."""
        return f"id: {self.id}\nevent: {self.event}\ndata: {json.dumps(self.data, ensure_ascii=False)}\n\n"


QUESTION: Dict[str, Any] = {
    "_id": "msg_q",
    "conversation": "conv_1",
    "role": "user",
    "content": "How are you?",
    "status": "complete",
}
_BLANK = {**QUESTION, "_id": "msg_a", "role": "assistant", "content": "", "status": "streaming"}
PIECES = ["Fine, ", "thänk ", "you 👍."]
ANSWER: Dict[str, Any] = {**_BLANK, "content": "".join(PIECES), "status": "complete"}
CITATION = {"source": "src_1", "title": "Manners", "url": None, "quote": "Say “fine”.", "score": 0.9}

EVENTS: Sequence[Sent] = (
    Sent("msg_q:0", "message.created", {"message": QUESTION}),
    Sent("msg_a:0", "message.created", {"message": _BLANK}),
    Sent("msg_a:6", "message.delta", {"text": "Fine, "}),
    Sent("msg_a:12", "message.delta", {"text": "thänk "}),
    Sent("msg_a:19", "message.delta", {"text": "you 👍."}),
    Sent("msg_a:19:1", "citation", CITATION),
    Sent("msg_a:19:1", "message.completed", {"message": ANSWER}),
)
"""All events of one reply; an ID says how much of it the client has."""

Part = Union[Sent, str, bytes]


def seen(event: Any) -> Sent:
    """An event of the client as it was sent."""
    data = event.to_dict()
    kind, place = data.pop("type"), data.pop("id")
    value = {"citation": "citation", "tool.call": "call", "tool.result": "result", "approval.requested": "request"}.get(kind)
    return Sent(place, kind, data if value is None else data[value])


def begin(exchange: Exchange) -> None:
    """Begins a stream, whose end is the end of the connection."""
    exchange.close_connection = True
    # Said, so that the client doesn't send its next request to a connection that is just being closed.
    headers = {"Connection": "close", "Transfer-Encoding": "chunked"}
    exchange.head(200, {"Content-Type": "text/event-stream; charset=utf-8", **headers})


def write(exchange: Exchange, *parts: Part) -> None:
    """Sends events, or some bytes of them, in one piece."""
    data = b"".join(_bytes(part) for part in parts)
    if data:
        exchange.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def end(exchange: Exchange) -> None:
    """Ends a stream as it should."""
    exchange.write(b"0\r\n\r\n")


def _bytes(part: Part) -> bytes:
    if isinstance(part, Sent):
        return part.frame.encode()
    return part.encode() if isinstance(part, str) else part


def sends(*parts: Part) -> Play:
    """Sends events and ends the response."""

    def play(exchange: Exchange) -> None:
        begin(exchange)
        write(exchange, *parts)
        end(exchange)

    return play


def breaks_off(*parts: Part) -> Play:
    """Sends events, or some bytes of them, and breaks the connection."""

    def play(exchange: Exchange) -> None:
        begin(exchange)
        write(exchange, *parts)
        exchange.hang_up()

    return play


def events_after(place: str) -> List[Sent]:
    """The events after the one with this ID; the last event is always sent."""
    found = [index for index, event in enumerate(EVENTS[:-1]) if event.id == place]
    return list(EVENTS[found[-1] + 1 :])


def takes_up(exchange: Exchange) -> None:
    """Sends the missing events, as the service does when a stream is resumed."""
    sends(*events_after(exchange.received.headers["last-event-id"]))(exchange)


def falls_silent(*parts: Part) -> Play:
    """Sends events and then nothing more; the server `is_left` once the reader has gone."""

    def play(exchange: Exchange) -> None:
        begin(exchange)
        write(exchange, *parts)
        exchange.wait_until_left()

    return play
