"""Texts of an agent for a person at the desk."""

from __future__ import annotations

import json

import pytest

from conftest import Serve
from event_plays import Sent, breaks_off, sends
from kits import Kit
from parley import APIConnectionError, InvalidResponseError
from plays import ok

SUGGESTION = {
    "kind": "reply",
    "text": "On its way.",
    "citations": [],
    "agent": "agent_1",
    "model": "fake/m",
    "usage": {"inputTokens": 9, "outputTokens": 3},
}
DELTA = Sent("", "suggestion.delta", {"text": "On its "})
REST = Sent("", "suggestion.delta", {"text": "way."})
DONE = Sent("", "suggestion.completed", {"suggestion": SUGGESTION})


def test_returns_a_whole_suggestion(kit: Kit, serve: Serve) -> None:
    server = serve(ok(SUGGESTION))
    client = kit.patient(server.base_url)
    suggestion = kit.run(client.conversations.suggest("conv_1", kind="reply", instructions="Short"))
    assert suggestion.to_dict() == SUGGESTION
    (request,) = server.received
    assert (request.method, request.url) == ("POST", "/api/conversations/conv_1/suggestions")
    assert json.loads(request.body) == {"kind": "reply", "instructions": "Short"}
    assert "idempotency-key" not in request.headers


def test_streams_until_the_end(kit: Kit, serve: Serve) -> None:
    server = serve(sends(DELTA, Sent("", "suggestion.danced", {}), REST, DONE))
    client = kit.patient(server.base_url)
    events = kit.items(client.conversations.suggest_stream("conv_1"))
    assert [event.type for event in events] == ["suggestion.delta", "suggestion.delta", "suggestion.completed"]
    assert events[-1].suggestion.to_dict() == SUGGESTION
    (request,) = server.received
    assert request.headers["accept"] == "text/event-stream"
    assert json.loads(request.body) == {"stream": True}


def test_a_lost_connection_or_an_invalid_event_raises(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(DELTA), sends(DELTA), sends(Sent("", "suggestion.completed", {"suggestion": 1})))
    client = kit.patient(server.base_url)
    for error in (APIConnectionError, APIConnectionError, InvalidResponseError):
        with pytest.raises(error):
            kit.items(client.conversations.suggest_stream("conv_1"))
    assert len(server.received) == 3
