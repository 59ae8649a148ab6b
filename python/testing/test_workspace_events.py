"""The events of workspaces: pages, following, and what webhooks send."""

from __future__ import annotations

import json
from typing import Any, Dict, List
from urllib.parse import parse_qs, urlsplit

import pytest

from conftest import Serve
from kits import Kit
from parley import APIConnectionError, APIError, AuthenticationError, InvalidResponseError, webhooks
from parley.types import EventAgentCreated, Unknown
from plays import Play, fail, ok, reset


def event(number: int, type: str = "agent.created") -> Dict[str, Any]:
    return {
        "_id": f"evt_{number}",
        "type": type,
        "createdAt": "2026-01-01T00:00:00.000Z",
        "actor": {"kind": "key", "id": "key_1"},
        "data": {"agent": "agent_1"},
        "changes": [{"field": "name", "before": None, "after": "Ada"}],
    }


def page(cursor: str, *numbers: int) -> Play:
    return ok({"items": [event(number) for number in numbers], "cursor": cursor, "hasMore": False})


def queries(server: Any) -> List[Dict[str, str]]:
    return [
        {name: values[0] for name, values in parse_qs(urlsplit(request.url).query).items()}
        for request in server.received
    ]


def ids(events: List[Any]) -> List[str]:
    return [event.id for event in events]


def test_lists_a_page_with_its_cursor(kit: Kit, serve: Serve) -> None:
    server = serve(page("c1", 1, 2))
    listed = kit.run(kit.client(server.base_url).events.list(types="agent.*", wait=5))
    assert (ids(listed.items), listed.cursor, listed.has_more) == (["evt_1", "evt_2"], "c1", False)
    first = listed.items[0]
    assert isinstance(first, EventAgentCreated)
    assert (first.data.agent, first.actor.kind, first.changes[0].after) == ("agent_1", "key", "Ada")
    assert queries(server) == [{"types": "agent.*", "wait": "5"}]


def test_follows_from_the_newest_event_by_the_cursor_of_each_page(kit: Kit, serve: Serve) -> None:
    server = serve(page("old", 7), page("c1"), page("c2", 8, 9), page("c3", 10))
    following = kit.patient(server.base_url).events.follow(types="agent.*")
    assert ids(kit.items(following, 3)) == ["evt_8", "evt_9", "evt_10"]
    common = {"types": "agent.*", "wait": "30", "limit": "100"}
    assert queries(server) == [
        {"types": "agent.*", "sort": "-createdAt", "limit": "1"},
        {**common, "cursor": "evt_7"},
        {**common, "cursor": "c1"},
        {**common, "cursor": "c2"},
    ]


def test_begins_with_all_events_or_with_the_given_place(kit: Kit, serve: Serve) -> None:
    empty = serve(page("c0"), page("c1", 1))
    assert ids(kit.items(kit.patient(empty.base_url).events.follow(), 1)) == ["evt_1"]
    assert queries(empty)[1] == {"wait": "30", "limit": "100"}
    server = serve(page("c1", 1))
    client = kit.patient(server.base_url)
    assert ids(kit.items(client.events.follow(cursor="evt_0"), 1)) == ["evt_1"]
    assert ids(kit.items(client.events.follow(created_after="2026-01-01"), 1)) == ["evt_1"]
    assert [query.get("cursor") or query.get("createdAfter") for query in queries(server)] == ["evt_0", "2026-01-01"]


def test_continues_at_the_same_place_however_often_it_fails(kit: Kit, serve: Serve) -> None:
    unavailable = fail(503, {"code": "unavailable"})
    busy = fail(429, {"code": "rate_limited"}, {"Retry-After": "3"})
    server = serve(page("c1", 1), reset, unavailable, busy, unavailable, unavailable, unavailable, page("c2", 2))
    client = kit.patient(server.base_url, max_retries=0)
    assert ids(kit.items(client.events.follow(cursor="evt_0"), 2)) == ["evt_1", "evt_2"]
    assert client.waits == [0.4375, 0.875, 3.0, 3.5, 7.0, 7.0]
    assert {query["cursor"] for query in queries(server)[1:]} == {"c1"}


def test_passes_on_what_it_does_not_know(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [event(1, "robot.danced")], "cursor": "c1", "hasMore": False}))
    (unknown,) = kit.items(kit.patient(server.base_url).events.follow(cursor="c0"), 1)
    assert isinstance(unknown, Unknown)
    assert (unknown.type, unknown.to_dict()["_id"]) == ("robot.danced", "evt_1")


@pytest.mark.parametrize(
    ("then", "kind", "code"),
    [
        (fail(410, {"code": "cursor_expired"}), APIError, "cursor_expired"),
        (fail(401, {"code": "revoked_api_key"}), AuthenticationError, "revoked_api_key"),
        (ok({"items": []}), InvalidResponseError, "invalid_response"),
    ],
    ids=["expired", "revoked", "no page"],
)
def test_raises_after_what_has_arrived(kit: Kit, serve: Serve, then: Play, kind: Any, code: str) -> None:
    server = serve(page("c1", 1), then)
    arrived: List[Any] = []
    client = kit.patient(server.base_url)
    error = kit.failure(lambda: kit.into(arrived, client.events.follow(cursor="evt_0")))
    assert isinstance(error, kind)
    assert error.code == code
    assert ids(arrived) == ["evt_1"]
    assert len(server.received) == 2


def test_raises_after_the_usual_retries_if_it_never_reaches_the_service(kit: Kit, serve: Serve) -> None:
    server = serve(reset)
    error = kit.failure_of_items(kit.patient(server.base_url).events.follow())
    assert isinstance(error, APIConnectionError)
    assert len(server.received) == 3


def test_unwraps_an_event_of_a_workspace() -> None:
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    sent = {**event(1, "agent.updated"), "timestamp": "2026-01-01T00:00:00.000Z"}
    body = json.dumps({**sent, "data": {"agent": "agent_1", "fields": ["name"]}})
    unwrapped = webhooks.unwrap(body, webhooks.sign(body, secret=secret, id="evt_1"), secret)
    assert unwrapped["type"] == "agent.updated"
    assert unwrapped["data"]["fields"] == ["name"]
    assert unwrapped["_id"] == "evt_1"
