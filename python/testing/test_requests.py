"""Tests of the requests that are sent, and of their responses."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import pytest

from conftest import Serve
from kits import KEY, Kit
from parley import NOT_GIVEN, NotGiven, NotModifiedError, ParleyError, __version__
from plays import done, ok, raw

AGENT = {"_id": "agent_1", "name": "Ada"}


def test_a_post_has_method_path_key_and_json_body(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    kit.run(kit.client(f"{server.base_url}/").agents.create(name="Zoë", description=NOT_GIVEN))
    (request,) = server.received
    assert (request.method, request.url, request.body) == ("POST", "/api/agents", '{"name":"Zoë"}')
    assert request.headers["accept"] == "application/json"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["user-agent"] == f"parley-sdk-python/{__version__}"
    assert "cookie" not in request.headers


def test_a_get_and_a_delete_have_no_body_and_no_key(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT), done("Agent deleted."))
    client = kit.client(server.base_url)
    assert kit.run(client.agents.retrieve("agent_1")).to_dict() == AGENT
    assert kit.run(client.agents.delete("agent_1")).message == "Agent deleted."
    assert [f"{request.method} {request.url}" for request in server.received] == [
        "GET /api/agents/agent_1",
        "DELETE /api/agents/agent_1",
    ]
    for request in server.received:
        assert request.body == ""
        assert "content-type" not in request.headers
        assert "idempotency-key" not in request.headers


def test_each_call_gets_a_new_idempotency_key_or_the_callers_own(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    client = kit.client(server.base_url)
    kit.run(client.agents.create(name="Ada"))
    kit.run(client.agents.create(name="Ada"))
    kit.run(client.agents.create(name="Ada", options={"idempotency_key": "order-17"}))
    keys = [request.headers["idempotency-key"] for request in server.received]
    assert len(set(keys)) == 3
    assert keys[2] == "order-17"


def test_headers_of_the_call_win_over_those_of_the_client(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    client = kit.client(server.base_url, headers={"X-Team": "client", "User-Agent": "shop/1.0"})
    kit.run(client.agents.retrieve("agent_1", options={"headers": {"x-team": "call"}}))
    assert server.received[0].headers["x-team"] == "call"
    assert server.received[0].headers["user-agent"] == "shop/1.0"


def test_an_id_stays_one_path_segment(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    kit.run(kit.client(server.base_url).agents.retrieve("../keys?x=1#y%2f ü"))
    assert server.received[0].url == "/api/agents/..%2Fkeys%3Fx%3D1%23y%252f%20%C3%BC"


@pytest.mark.parametrize("wrong", ["", ".", "..", None, 17, "\ud800"])
def test_an_id_that_names_nothing_is_refused(kit: Kit, serve: Serve, wrong: Any) -> None:
    server = serve(done("Everything deleted."))
    error = kit.failure(lambda: kit.client(server.base_url).agents.delete(wrong))
    assert (type(error), error.code) == (ParleyError, "invalid_argument")
    assert server.received == []


@pytest.mark.parametrize("header", [("X-Key", "top\nsecret"), ("X-Key", "secret–"), ("X-Key", 17), ("X Key", "secret")])
def test_an_invalid_header_is_refused_without_being_printed(kit: Kit, header: Any) -> None:
    name, value = header
    client = kit.client("http://localhost")
    error = kit.failure(lambda: client.agents.list(options={"headers": {name: value}}))
    assert f'"{name}"' in str(error)
    assert error.code == "invalid_argument"
    assert "secret" not in str(error)


@pytest.mark.parametrize("options", [{"timeout": 0}, {"max_retries": 11}, {"maxRetries": 1}, {"signal": None}])
def test_invalid_and_unknown_options_are_refused(kit: Kit, serve: Serve, options: Any) -> None:
    server = serve(ok(AGENT))
    error = kit.failure(lambda: kit.client(server.base_url).agents.retrieve("agent_1", options=options))
    assert type(error) is ParleyError
    assert server.received == []


def test_an_operation_without_a_method_is_treated_like_the_others(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"done": True}))
    client = kit.client(server.base_url)
    data = kit.run(
        client.request("post", "/api/agents/{id}/publish", params={"id": "a/b"}, query={"dry": True}, body={})
    )
    assert data == {"done": True}
    (request,) = server.received
    assert (request.method, request.url, request.body) == ("POST", "/api/agents/a%2Fb/publish?dry=true", "{}")
    assert len(request.headers["idempotency-key"]) == 32
    kit.run(client.request("POST", "/api/agents", body={}, repeats=False))
    assert "idempotency-key" not in server.received[1].headers


def test_a_base_path_is_kept(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    kit.run(kit.client(f"{server.base_url}/parley/").agents.retrieve("agent_1"))
    assert server.received[0].url == "/parley/api/agents/agent_1"


def test_a_query_has_times_booleans_and_text(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [], "nextCursor": None}))
    client = kit.client(server.base_url)
    oslo = timezone(timedelta(hours=2))
    at = datetime(2026, 1, 2, 3, 4, 5, 678900, tzinfo=oslo)
    kit.run(client.conversations.list(created_after=at, include_total=True, q="a&b c", limit=5, status=NOT_GIVEN))
    query = httpx.URL(server.received[0].url).params
    assert dict(query) == {
        "createdAfter": "2026-01-02T01:04:05.678Z",
        "includeTotal": "true",
        "q": "a&b c",
        "limit": "5",
    }
    kit.run(client.conversations.list(created_before="2026-01-01T00:00:00Z"))
    assert server.received[1].url == "/api/conversations?createdBefore=2026-01-01T00%3A00%3A00Z"
    error = kit.failure(lambda: client.conversations.list(created_after=datetime(2026, 1, 1)))
    assert "time zone" in str(error)
    assert isinstance(error, ParleyError)


def test_a_body_has_null_but_not_what_is_not_given(kit: Kit, serve: Serve) -> None:
    server = serve(ok({}))
    client = kit.client(server.base_url)
    metadata = {"a": [1, {"b": None}], "c": NOT_GIVEN, "d": "\ud800", "e": (1.5, True)}
    kit.run(client.request("PATCH", "/api/conversations/{id}", params={"id": "c"}, body={"metadata": metadata, "x": None}))
    assert json.loads(server.received[0].body) == {
        "metadata": {"a": [1, {"b": None}], "d": "\ud800", "e": [1.5, True]},
        "x": None,
    }


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object(), b"bytes"])
def test_a_body_that_is_no_json_is_refused(kit: Kit, serve: Serve, value: Any) -> None:
    server = serve(ok({}))
    client = kit.client(server.base_url)
    error = kit.failure(lambda: client.request("POST", "/api/agents", body={"metadata": value}))
    assert (type(error), error.code) == (ParleyError, "invalid_argument")
    assert server.received == []


def test_not_given_is_one_object() -> None:
    assert NotGiven() is NOT_GIVEN
    assert not NOT_GIVEN
    assert repr(NOT_GIVEN) == "NOT_GIVEN"


def test_a_result_has_its_response(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT, {"ETag": '"7"', "X-Request-Id": "req_1", "X-Cookie": "hidden"}), ok(AGENT))
    client = kit.client(server.base_url)
    agent = kit.run(client.agents.retrieve("agent_1"))
    response = agent.response
    assert (response.status, response.request_id, response.etag, response.attempts) == (200, "req_1", '"7"', 1)
    assert response.headers["x-cookie"] == "hidden"
    assert response.json() == {"success": True, "data": AGENT}
    assert "hidden" not in repr(agent) + repr(response)
    kit.run(client.agents.update(agent.id, name="Eva", options={"if_match": response.etag}))
    assert server.received[1].headers["if-match"] == '"7"'
    assert agent == kit.run(client.agents.retrieve("agent_1"))


def test_304_is_a_not_modified_error(kit: Kit, serve: Serve) -> None:
    server = serve(raw(304, "", {"ETag": '"7"'}))
    error = kit.failure(
        lambda: kit.client(server.base_url).agents.retrieve("agent_1", options={"if_none_match": '"7"'})
    )
    assert type(error) is NotModifiedError
    assert (error.status, error.headers["ETag"]) == (304, '"7"')
    assert server.received[0].headers["if-none-match"] == '"7"'


def test_a_given_http_client_gets_the_whole_url(kit: Kit) -> None:
    urls = []

    def answer(request: httpx.Request) -> httpx.Response:
        urls.append(str(request.url))
        return httpx.Response(200, json={"success": True, "data": AGENT})

    assert kit.run(kit.mocked(answer).agents.retrieve("agent_1")).name == "Ada"
    assert urls == ["https://parley.example.com/api/agents/agent_1"]
