"""Options of a client and of a call that change a request: keys from functions, times, and parameters without a name."""

from __future__ import annotations

import json
import re
import traceback
from datetime import date, datetime, timedelta, timezone
from typing import Any, Dict, List

import httpx
import pytest

from conftest import Serve
from event_plays import EVENTS, breaks_off, sends
from kits import KEY, Kit
from parley import AsyncParley, AuthenticationError, Parley, ParleyError
from plays import Exchange, done, fail, ok, raw, reset

AGENT = {"_id": "agent_1", "name": "Ada"}
BASE_URL = "https://parley.example.com"


def turning(kit: Kit, keys: List[str], *, is_async: bool = True) -> Any:
    """A function that returns one key after the other; asynchronous for the asynchronous client."""
    left = iter(keys)

    async def later() -> str:
        return next(left)

    def now() -> str:
        return next(left)

    return later if kit.name == "async" and is_async else now


@pytest.mark.parametrize("is_async", [True, False])
def test_a_function_returns_the_key_of_each_attempt(kit: Kit, serve: Serve, is_async: bool) -> None:
    server = serve(ok(AGENT), reset, fail(503, {}), ok(AGENT))
    key = turning(kit, ["parley_1", "parley_2\n", "parley_3", "parley_4"], is_async=is_async)
    client = kit.patient(server.base_url, api_key=key)
    assert kit.run(client.agents.retrieve("agent_1")).name == "Ada"
    assert kit.run(client.agents.create(name="Ada")).name == "Ada"
    sent = [request.headers["authorization"] for request in server.received]
    assert sent == ["Bearer parley_1", "Bearer parley_2", "Bearer parley_3", "Bearer parley_4"]


def test_a_function_returns_the_keys_of_a_stream(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[:3]), sends(*EVENTS[3:]))
    client = kit.patient(server.base_url, api_key=turning(kit, ["parley_1", "parley_2"]))
    assert kit.run(client.agents.stream("agent_1", content="Hello").final()) is not None
    assert [request.headers["authorization"] for request in server.received] == ["Bearer parley_1", "Bearer parley_2"]


def test_a_refused_key_of_a_function_is_not_tried_again(kit: Kit, serve: Serve) -> None:
    server = serve(fail(401, {"code": "expired_api_key"}), ok(AGENT))
    client = kit.patient(server.base_url, api_key=turning(kit, ["parley_1", "parley_2"]))
    assert type(kit.failure(lambda: client.agents.retrieve("agent_1"))) is AuthenticationError
    assert len(server.received) == 1


def test_an_error_of_the_function_is_raised_as_it_is(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))

    def refuses() -> str:
        raise httpx.ConnectError("The vault is closed.")

    client = kit.patient(server.base_url, api_key=refuses)
    assert type(kit.failure(lambda: client.agents.retrieve("agent_1"))) is httpx.ConnectError
    assert (server.received, client.waits) == ([], [])


@pytest.mark.parametrize("key", ["", "a b", "hiddén", None, 17, b"hidden"])
def test_an_invalid_key_of_a_function_is_not_sent(kit: Kit, serve: Serve, key: Any) -> None:
    server = serve(ok(AGENT))
    error = kit.failure(lambda: kit.patient(server.base_url, api_key=lambda: key).agents.retrieve("agent_1"))
    assert type(error) is ParleyError
    assert error.code == ("missing_api_key" if key == "" else "invalid_api_key")
    assert error.attempts == 0
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    inside = [str(frame.locals) for frame in told.stack if "parley/_" in frame.filename]
    assert "hidd" not in "".join([str(error), *inside])
    assert server.received == []


def test_a_synchronous_client_says_that_it_awaits_nothing(serve: Serve) -> None:
    async def later() -> str:
        return KEY

    with Parley(later, serve(ok(AGENT)).base_url) as client:  # type: ignore[arg-type]
        with pytest.raises(ParleyError, match="AsyncParley") as raised:
            client.agents.retrieve("agent_1")
    assert raised.value.code == "invalid_api_key"


def test_a_header_of_the_caller_replaces_the_key_of_a_function(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    client = kit.client(server.base_url, api_key=turning(kit, []))
    kit.run(client.agents.retrieve("agent_1", options={"headers": {"authorization": "Bearer other"}}))
    assert server.received[0].headers["authorization"] == "Bearer other"


@pytest.mark.parametrize("kind", [Parley, AsyncParley])
@pytest.mark.parametrize("key", [17, b"parley_secret", ["parley_secret"]])
def test_a_key_is_a_text_or_a_function(kind: Any, key: Any) -> None:
    with pytest.raises(ParleyError) as raised:
        kind(key, BASE_URL)
    assert raised.value.code == "invalid_api_key"
    with pytest.raises(ParleyError) as both:
        kind(lambda: KEY, BASE_URL, session=True)
    assert both.value.code == "invalid_option"


def test_a_copy_has_another_key_address_and_log(kit: Kit, serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    first, second = serve(ok(AGENT)), serve(ok(AGENT))
    client = kit.client(first.base_url)
    copied = client.with_options(api_key=turning(kit, ["parley_1"]), base_url=f"{second.base_url}/", log_level="off")
    with caplog.at_level("DEBUG", "parley"):
        kit.run(copied.agents.retrieve("agent_1"))
        assert caplog.records == []
        kit.run(client.agents.retrieve("agent_1"))
        assert len(caplog.records) == 1
    assert second.received[0].headers["authorization"] == "Bearer parley_1"
    assert first.received[0].headers["authorization"] == f"Bearer {KEY}"
    assert type(copied) is type(client)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"api_key": ""}, "missing_api_key"),
        ({"api_key": "a b"}, "invalid_api_key"),
        ({"base_url": "nowhere"}, "invalid_base_url"),
        ({"log_level": "loud"}, "invalid_option"),
        ({"max_retries": 11}, "invalid_option"),
    ],
)
def test_a_copy_refuses_invalid_options(kit: Kit, options: Any, code: str) -> None:
    error = kit.failure(lambda: kit.client().with_options(**options))
    assert (type(error), error.code) == (ParleyError, code)


def test_a_copy_of_a_session_gets_no_key(kit: Kit) -> None:
    client = kit.client(api_key=None, session=True)
    assert kit.failure(lambda: client.with_options(api_key=KEY)).code == "invalid_option"
    assert client.with_options(timeout=5)._transport.settings.api_key is None


def test_a_call_adds_headers_parameters_and_fields(kit: Kit, serve: Serve) -> None:
    server = serve(ok(AGENT))
    client = kit.client(server.base_url)
    options = {
        "headers": {"X-Team": "headers", "X-Stage": "test"},
        "extra_headers": {"x-team": "extra"},
        "extra_query": {"preview": True, "tag": ["a", "b"], "since": date(2026, 1, 2), "none": None},
        "extra_body": {"color": "red", "name": "Eva", "at": datetime(2026, 1, 2, tzinfo=timezone.utc)},
    }
    kit.run(client.agents.create(name="Ada", description="A", options=options))
    (request,) = server.received
    assert (request.headers["x-team"], request.headers["x-stage"]) == ("extra", "test")
    assert request.url == "/api/agents?preview=true&tag=a&tag=b&since=2026-01-02T00%3A00%3A00.000Z"
    assert json.loads(request.body) == {
        "name": "Eva",
        "description": "A",
        "color": "red",
        "at": "2026-01-02T00:00:00.000Z",
    }


def test_fields_are_added_to_a_form_and_to_a_request_without_a_body(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"_id": "src_1"}), done("Gone."))
    client = kit.client(server.base_url)
    kit.run(client.knowledge_sources.upload(file=("a.txt", b"A"), name="A", options={"extra_body": {"color": "red"}}))
    assert re.search('name="color"\r\n\r\nred\r\n', server.received[0].body)
    kit.run(client.agents.delete("agent_1", options={"extra_body": {"reason": "old"}}))
    assert json.loads(server.received[1].body) == {"reason": "old"}


@pytest.mark.parametrize("options", [{"extra_body": {"a": 1}}, {"extra_query": "a=1"}, {"extra_query": [("a", 1)]}])
def test_what_cannot_be_added_is_refused(kit: Kit, serve: Serve, options: Any) -> None:
    server = serve(ok(AGENT))
    error = kit.failure(lambda: kit.client(server.base_url).agents.retrieve("agent_1", options=options))
    assert (type(error), error.code) == (ParleyError, "invalid_argument")
    assert server.received == []


def test_a_stream_is_resumed_without_what_began_it(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[:3]), sends(*EVENTS[3:]))
    options = {"extra_query": {"a": "1"}, "extra_body": {"b": "2"}, "extra_headers": {"x-team": "shop"}}
    kit.run(kit.patient(server.base_url).agents.stream("agent_1", content="Hello", options=options).final())
    first, second = server.received
    assert (first.url, json.loads(first.body)["b"]) == ("/api/agents/agent_1/chat?a=1", "2")
    assert (second.method, second.body, "?" in second.url) == ("GET", "", False)
    assert [request.headers["x-team"] for request in server.received] == ["shop", "shop"]


def test_a_stream_is_resumed_at_its_last_event_whatever_the_caller_began_with(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[3:4]), sends(*EVENTS[4:]))
    options = {"extra_headers": {"last-event-id": EVENTS[2].id}}
    kit.run(kit.patient(server.base_url).conversations.follow("conv_1", options=options).final())
    assert [request.headers["last-event-id"] for request in server.received] == [EVENTS[2].id, EVENTS[3].id]


def test_a_cursor_in_a_query_begins_a_list_and_does_not_repeat_it(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [AGENT], "nextCursor": "two"}), ok({"items": [], "nextCursor": None}))
    client = kit.client(server.base_url)
    assert len(kit.items(client.agents.list(options={"extra_query": {"cursor": "one", "a": "1"}}))) == 1
    assert [dict(httpx.URL(request.url).params) for request in server.received] == [
        {"cursor": "one", "a": "1"},
        {"cursor": "two", "a": "1"},
    ]


def test_days_and_times_are_sent_in_utc(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [], "nextCursor": None}))
    client = kit.client(server.base_url)
    oslo = timezone(timedelta(hours=2))
    kit.run(client.conversations.list(created_after=date(2026, 1, 2), created_before=datetime(2026, 1, 3, 1, tzinfo=oslo)))
    assert dict(httpx.URL(server.received[0].url).params) == {
        "createdAfter": "2026-01-02T00:00:00.000Z",
        "createdBefore": "2026-01-02T23:00:00.000Z",
    }


@pytest.mark.parametrize(
    ("time", "reason"),
    [
        (datetime(2026, 1, 1), "time zone"),
        (datetime.min.replace(tzinfo=timezone(timedelta(hours=2))), "years 1 to 9999"),
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-2))), "years 1 to 9999"),
    ],
)
def test_a_time_that_is_none_is_refused_by_name(kit: Kit, time: Any, reason: str) -> None:
    client = kit.client("http://localhost")
    error = kit.failure(lambda: client.conversations.list(created_after=time))
    assert (type(error), error.code) == (ParleyError, "invalid_argument")
    assert str(error).startswith("createdAfter must") and reason in str(error)
    body = kit.failure(lambda: client.request("POST", "/api/agents", body={"at": [{"end": time}]}))
    assert body.code == "invalid_argument" and reason in str(body)


def test_results_pages_and_streams_have_the_id_of_their_request(kit: Kit, serve: Serve) -> None:
    head = {"X-Request-Id": "req_1"}
    server = serve(ok(AGENT, head), ok({"items": [AGENT], "nextCursor": None}, head), ok(AGENT), raw(200, "a", head))
    client = kit.client(server.base_url)
    agent = kit.run(client.agents.retrieve("agent_1"))
    page = kit.run(client.agents.list())
    assert (agent._request_id, page._request_id, page.items[0]._request_id) == ("req_1", "req_1", None)
    assert kit.run(client.agents.retrieve("agent_1"))._request_id is None
    export = client.conversations.export()
    before = export._request_id
    assert (before, kit.run(export.text()), export._request_id) == (None, "a", "req_1")


def test_a_long_text_comes_as_text_or_as_bytes(kit: Kit, serve: Serve) -> None:
    def answer(exchange: Exchange) -> None:
        content = "\ufeffZoë".encode()
        exchange.head(200, {"Content-Type": "text/csv", "Content-Length": str(len(content))})
        exchange.write(content[:6])
        exchange.write(content[6:])

    export = kit.client(serve(answer).base_url).conversations.export(format="csv")
    assert kit.run(export.text()) == kit.run(export.read()) == "Zoë"
    assert kit.run(export.bytes()) == "\ufeffZoë".encode()


def test_bytes_that_break_off_are_no_bytes(kit: Kit, serve: Serve) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.head(200, {"Content-Type": "text/csv", "Content-Length": "10"})
        exchange.write(b"Zo")
        exchange.hang_up()

    server = serve(answer)
    error = kit.failure(lambda: kit.client(server.base_url).conversations.export().bytes())
    assert (error.code, error.attempts) == ("stream_interrupted", 1)
    assert server.is_left()


def test_the_text_of_a_reply_may_be_called(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*EVENTS))
    client = kit.client(server.base_url)
    called = kit.items(client.agents.stream("agent_1", content="Hello").text())
    assert called == kit.items(client.agents.stream("agent_1", content="Hello").text) != []
    stream = client.agents.stream("agent_1", content="Hello")
    assert kit.run(stream.get_final_reply()) == kit.run(client.agents.stream("agent_1", content="Hello").final())


def test_errors_are_attributes_of_the_class(kit: Kit, serve: Serve) -> None:
    client = kit.client(serve(fail(404, {})).base_url)
    try:
        kit.run(client.agents.retrieve("agent_1"))
    except Parley.NotFoundError as error:
        assert error.status == 404
    else:
        raise AssertionError("Expected a failure.")
