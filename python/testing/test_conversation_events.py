"""Everything that happens in a conversation."""

from __future__ import annotations

import gc
from typing import Any, Dict, List

import pytest

from conftest import Serve
from event_plays import ANSWER, CITATION, QUESTION, Sent, breaks_off, falls_silent, sends
from kits import Kit
from parley import APIConnectionError, InternalServerError, InvalidResponseError, NotFoundError
from plays import Play, fail, ok, reset

CONVERSATION = {"_id": "conv_1", "status": "open", "title": "How are you?"}
CALL = {"callId": "call_1", "name": "weather", "arguments": {}}
BLANK = {**ANSWER, "content": "", "status": "streaming"}

SENT = (
    Sent("1.0.0", "conversation.updated", {"conversation": CONVERSATION}),
    Sent("1.1.0", "message.created", {"message": QUESTION}),
    Sent("1.2.0:msg_a:0:0", "message.created", {"message": BLANK}),
    Sent("1.2.0:msg_a:5:0", "message.delta", {"message": "msg_a", "text": "Fine."}),
    Sent("1.2.0:msg_a:5:1", "citation", {"message": "msg_a", **CITATION}),
    Sent("1.2.0:msg_a:5:2", "tool.call", {"message": "msg_a", **CALL}),
    Sent("1.2.0:msg_a:5:2", "message.danced", {"steps": 3}),
    Sent("1.3.0", "message.completed", {"message": ANSWER}),
    Sent("1.3.1", "message.rated", {"message": {**ANSWER, "feedback": "positive"}}),
    Sent("2.3.1", "conversation.deleted", {"conversation": "conv_1"}),
)

EVENTS: List[Dict[str, Any]] = [
    {"id": "1.0.0", "type": "conversation.updated", "conversation": CONVERSATION},
    {"id": "1.1.0", "type": "message.created", "message": QUESTION},
    {"id": "1.2.0:msg_a:0:0", "type": "message.created", "message": BLANK},
    {"id": "1.2.0:msg_a:5:0", "type": "message.delta", "message": "msg_a", "text": "Fine."},
    {"id": "1.2.0:msg_a:5:1", "type": "citation", "message": "msg_a", "citation": CITATION},
    {"id": "1.2.0:msg_a:5:2", "type": "tool.call", "message": "msg_a", "call": CALL},
    {"id": "1.3.0", "type": "message.completed", "message": ANSWER},
    {"id": "1.3.1", "type": "message.rated", "message": {**ANSWER, "feedback": "positive"}},
    {"id": "2.3.1", "type": "conversation.deleted", "conversation": "conv_1"},
]
"""The same events as the client returns them; it skips what it doesn't know."""


def collect(kit: Kit, following: Any) -> List[Dict[str, Any]]:
    return [event.to_dict() for event in kit.items(following)]


def test_returns_every_known_event_until_the_conversation_is_deleted(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*SENT))
    client = kit.patient(server.base_url)
    assert collect(kit, client.conversations.events("conv_1")) == EVENTS
    (request,) = server.received
    assert (request.method, request.url) == ("GET", "/api/conversations/conv_1/events")
    assert request.headers["accept"] == "text/event-stream"
    assert "last-event-id" not in request.headers


def test_continues_after_the_last_event_however_the_connection_is_lost(kit: Kit, serve: Serve) -> None:
    server = serve(
        breaks_off(*SENT[:2]), reset, fail(503, {"code": "unavailable"}), sends(*SENT[2:4]), sends(*SENT[4:])
    )
    client = kit.patient(server.base_url)
    assert collect(kit, client.conversations.events("conv_1", last_event_id="0.0.0")) == EVENTS
    places = [request.headers["last-event-id"] for request in server.received]
    assert places == ["0.0.0", "1.1.0", "1.1.0", "1.1.0", "1.2.0:msg_a:5:0"]
    assert client.waits == [0.4375, 0.4375, 0.875, 0.4375]


def test_continues_after_silence(kit: Kit, serve: Serve) -> None:
    server = serve(falls_silent(*SENT[:2]), sends(*SENT[2:]))
    client = kit.patient(server.base_url, idle=0.2)
    assert collect(kit, client.conversations.events("conv_1")) == EVENTS
    assert server.is_left()


def test_starts_anew_with_each_loop(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*SENT))
    following = kit.patient(server.base_url).conversations.events("conv_1")
    assert collect(kit, following) == EVENTS
    assert collect(kit, following) == EVENTS
    assert len(server.received) == 2


def test_closes_the_connection_after_a_break(kit: Kit, serve: Serve) -> None:
    server = serve(falls_silent(*SENT[:1]))
    following = kit.patient(server.base_url).conversations.events("conv_1")
    assert kit.items(following, 1)[0].type == "conversation.updated"
    gc.collect()
    if kit.name == "async":
        import asyncio

        kit.run(asyncio.sleep(0.05))
    assert server.is_left()
    assert len(server.received) == 1


def test_closes_the_connection_when_its_context_is_left(kit: Kit, serve: Serve) -> None:
    server = serve(falls_silent(*SENT[:1]))
    following = kit.patient(server.base_url).conversations.events("conv_1")
    assert kit.leave(following).type == "conversation.updated"
    assert server.is_left()


@pytest.mark.parametrize(
    ("then", "kind", "requests"),
    [
        (reset, APIConnectionError, 4),
        (fail(503, {"code": "unavailable"}), InternalServerError, 4),
        (fail(404, {"code": "conversation_not_found"}), NotFoundError, 2),
        (ok({}), InvalidResponseError, 2),
        (sends("id: 2\nevent: message.delta\ndata: {}\n\n"), InvalidResponseError, 2),
    ],
    ids=["unreachable", "failing", "gone", "no stream", "malformed"],
)
def test_raises_after_what_has_arrived(kit: Kit, serve: Serve, then: Play, kind: Any, requests: int) -> None:
    server = serve(breaks_off(*SENT[:2]), then)
    arrived: List[Any] = []
    client = kit.patient(server.base_url)
    error = kit.failure(lambda: kit.into(arrived, client.conversations.events("conv_1")))
    assert type(error) is kind
    assert [event.to_dict() for event in arrived] == EVENTS[:2]
    assert len(server.received) == requests
