"""Which failures are retried, and after how long."""

from __future__ import annotations

import re
import time
from email.utils import formatdate
from typing import Any, List

import httpx
import pytest

from conftest import Serve
from kits import Kit
from parley import APIConnectionError, ConflictError, InternalServerError, RateLimitError
from plays import Play, cut, done, fail, ok, raw, reset

AGENT = {"_id": "agent_1", "name": "Ada"}
CREATED = ok(AGENT)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_retries_a_post_with_the_same_key_and_body(kit: Kit, serve: Serve, status: int) -> None:
    server = serve(fail(status, {}), fail(status, {}), CREATED)
    client = kit.patient(server.base_url)
    assert kit.run(client.agents.create(name="Ada")).to_dict() == AGENT
    keys = [request.headers["idempotency-key"] for request in server.received]
    assert len(keys) == 3
    assert re.fullmatch(r"[0-9a-f]{32}", keys[0])
    assert len(set(keys)) == 1
    assert [request.body for request in server.received] == ['{"name":"Ada"}'] * 3
    # 0.5 and 1 s, less an eighth with the fixed random number.
    assert client.waits == [0.4375, 0.875]


@pytest.mark.parametrize("fault", [reset, cut])
def test_retries_after_a_lost_connection(kit: Kit, serve: Serve, fault: Play) -> None:
    server = serve(fault, CREATED)
    assert kit.run(kit.patient(server.base_url).agents.create(name="Ada")).name == "Ada"
    assert len(server.received) == 2


def test_stops_after_two_retries_with_the_last_failure_and_the_number_of_attempts(kit: Kit, serve: Serve) -> None:
    server = serve(fail(500, {"code": "internal_error"}))
    client = kit.patient(server.base_url)
    error = kit.failure(lambda: client.agents.retrieve("agent_1"))
    assert type(error) is InternalServerError
    assert (error.status, error.code, error.attempts) == (500, "internal_error", 3)
    assert len(server.received) == 3


def test_fails_if_the_service_is_unreachable(kit: Kit, serve: Serve) -> None:
    server = serve(CREATED)
    server.stop()
    client = kit.patient(server.base_url)
    error = kit.failure(lambda: client.agents.retrieve("agent_1"))
    assert type(error) is APIConnectionError
    assert str(error) == "Can't reach the service for GET /api/agents/{id} (ECONNREFUSED)."
    assert error.code == "connection_failed"
    assert len(client.waits) == 2


CHANGE: Any = lambda client: client.agents.update("agent_1", name="Eva", options={"if_match": '"1"'})
READ: Any = lambda client: client.agents.retrieve("agent_1")


@pytest.mark.parametrize("fault", [reset, cut])
def test_says_if_the_change_may_have_happened(kit: Kit, serve: Serve, fault: Play) -> None:
    client = kit.patient(serve(fault).base_url)
    change = kit.failure(lambda: CHANGE(client))
    assert type(change) is APIConnectionError
    assert str(change).startswith("The connection was cut before the answer to PUT /api/agents/{id} (")
    assert str(change).endswith("); the change may have happened.")
    assert (change.code, change.attempts) == ("connection_lost", 1)
    read = kit.failure(lambda: READ(client))
    assert str(read).startswith("The connection was cut before the answer to GET /api/agents/{id} (")
    assert str(read).endswith(").")
    assert (read.code, read.attempts) == ("connection_lost", 3)


RUNNING = {"success": False, "error": "It runs.", "code": "idempotency_in_progress"}


@pytest.mark.parametrize("first", [None, (502, {}), (408, {}), (409, RUNNING)], ids=["cut", "502", "408", "running"])
def test_does_not_forget_an_attempt_that_may_have_had_its_effect(kit: Kit, first: Any) -> None:
    attempts: List[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        attempts.append(request.method)
        # Later attempts don't reach the service.
        if len(attempts) % 3 != 1:
            raise httpx.ConnectError("Down.")
        if first is None:
            raise httpx.ReadError("Cut.")
        return httpx.Response(first[0], json=first[1])

    client = kit.mocked(answer)
    change = kit.failure(lambda: client.agents.create(name="Ada"))
    assert str(change) == (
        "Can't reach the service for POST /api/agents (Down); an earlier attempt was sent, so the change may have happened."
    )
    assert (change.code, change.attempts) == ("connection_lost", 3)
    if first != (409, RUNNING):
        read = kit.failure(lambda: READ(client))
        unreached = "Can't reach the service for GET /api/agents/{id} (Down)."
        assert (str(read), read.code) == (unreached, "connection_failed")


def test_a_refused_attempt_had_no_effect(kit: Kit) -> None:
    attempts: List[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        attempts.append(request.method)
        if len(attempts) > 1:
            raise httpx.ConnectError("Down.")
        return httpx.Response(429, json={"success": False, "error": "Slowly.", "code": "rate_limited"})

    error = kit.failure(lambda: kit.mocked(answer).agents.create(name="Ada"))
    assert (str(error), error.code) == ("Can't reach the service for POST /api/agents (Down).", "connection_failed")


def test_says_that_nothing_happened_if_nothing_was_sent(kit: Kit, serve: Serve) -> None:
    server = serve(CREATED)
    server.stop()
    error = kit.failure(lambda: CHANGE(kit.patient(server.base_url)))
    assert str(error) == "Can't reach the service for PUT /api/agents/{id} (ECONNREFUSED)."
    assert (error.code, error.attempts) == ("connection_failed", 1)


def test_doubles_its_delays_up_to_8_seconds(kit: Kit, serve: Serve) -> None:
    server = serve(fail(503, {}))
    client = kit.patient(server.base_url)
    kit.failure(lambda: client.agents.retrieve("agent_1", options={"max_retries": 6}))
    assert client.waits == [delay * 0.875 for delay in (0.5, 1, 2, 4, 8, 8)]


def test_waits_for_retry_after(kit: Kit, serve: Serve) -> None:
    in_half_a_minute = formatdate(time.time() + 30, usegmt=True)
    server = serve(
        fail(429, {"code": "rate_limited"}, {"Retry-After": "42"}),
        fail(503, {}, {"Retry-After": in_half_a_minute}),
        CREATED,
    )
    client = kit.patient(server.base_url)
    kit.run(client.agents.create(name="Ada"))
    assert client.waits[0] == 42
    assert 25 <= client.waits[1] <= 30


def test_waits_for_milliseconds_rather_than_seconds(kit: Kit, serve: Serve) -> None:
    both = {"retry-after-ms": "1250.5", "Retry-After": "2"}
    server = serve(fail(429, {}, both), fail(503, {}, {"Retry-After-Ms": "0"}), CREATED)
    client = kit.patient(server.base_url)
    kit.run(client.agents.create(name="Ada"))
    assert client.waits == [1.2505, 0]
    error = kit.failure(lambda: kit.patient(serve(fail(429, {}, both)).base_url, max_retries=0).agents.list())
    assert error.retry_after == 1.2505
    far = kit.failure(lambda: kit.patient(serve(fail(429, {}, {"retry-after-ms": "60001"})).base_url).agents.list())
    assert (far.retry_after, far.attempts) == (60.001, 1)


@pytest.mark.parametrize("value", ["soon", "", "-1", "1e3", "9" * 5000, "nan"])
def test_ignores_milliseconds_that_are_none(kit: Kit, serve: Serve, value: str) -> None:
    server = serve(fail(429, {}, {"retry-after-ms": value, "Retry-After": "7"}))
    error = kit.failure(lambda: kit.patient(server.base_url, max_retries=0).agents.list())
    assert error.retry_after == 7


@pytest.mark.parametrize(
    "value",
    ["soon", "", "-1", "1.5", "9" * 5000, "Thu, 99 Abc 2020 00:00:00 GMT"],
    ids=["a word", "nothing", "negative", "a fraction", "endless", "no date"],
)
def test_ignores_a_retry_after_that_says_nothing(kit: Kit, serve: Serve, value: str) -> None:
    server = serve(fail(429, {}, {"Retry-After": value}))
    error = kit.failure(lambda: kit.patient(server.base_url).agents.retrieve("agent_1"))
    assert type(error) is RateLimitError
    assert error.retry_after is None or error.retry_after > 60


def test_does_not_wait_longer_than_a_minute_but_reports_the_wait(kit: Kit, serve: Serve) -> None:
    server = serve(fail(429, {"code": "rate_limited"}, {"Retry-After": "61"}))
    error = kit.failure(lambda: kit.patient(server.base_url).agents.list())
    assert type(error) is RateLimitError
    assert (error.retry_after, error.attempts) == (61, 1)


def test_retries_while_its_own_first_attempt_is_in_progress(kit: Kit, serve: Serve) -> None:
    running = fail(409, {"code": "idempotency_in_progress"}, {"Retry-After": "1"})
    server = serve(running, CREATED)
    client = kit.patient(server.base_url)
    kit.run(client.agents.create(name="Ada"))
    assert client.waits == [1]

    slow = serve(running, running, running, running, running, running, CREATED)
    patient = kit.patient(slow.base_url)
    kit.run(patient.agents.create(name="Ada"))
    assert patient.waits == [1, 1, 1.75, 3.5, 7, 7]
    assert len({request.headers["idempotency-key"] for request in slow.received}) == 1

    other = serve(fail(409, {"code": "name_conflict"}), CREATED)
    error = kit.failure(lambda: kit.patient(other.base_url).agents.create(name="Ada"))
    assert type(error) is ConflictError
    assert len(other.received) == 1


def test_waits_for_its_own_first_attempt_up_to_the_timeout(kit: Kit, serve: Serve) -> None:
    running = fail(409, {"code": "idempotency_in_progress"}, {"Retry-After": "1"})
    server = serve(running)
    client = kit.patient(server.base_url, timeout=10)
    assert kit.failure(lambda: client.agents.chat("agent_1", content="Hello")).attempts == 5
    assert client.waits == [1, 1, 1.75, 3.5]
    once = kit.patient(server.base_url, max_retries=0)
    assert type(kit.failure(lambda: once.agents.create(name="Ada"))) is ConflictError
    assert once.waits == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 412, 413, 422, 501])
def test_does_not_retry_after(kit: Kit, serve: Serve, status: int) -> None:
    server = serve(fail(status, {}), CREATED)
    kit.failure(lambda: kit.patient(server.base_url).agents.create(name="Ada"))
    assert len(server.received) == 1


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_does_not_retry_a_failed_reply(kit: Kit, serve: Serve, status: int) -> None:
    failed = {"conversation": "conv_1", "message": "msg_q", "reply": "msg_a"}
    server = serve(fail(status, {"code": "provider_error", "failed": failed}), ok({}))
    client = kit.patient(server.base_url)
    error = kit.failure(lambda: client.agents.chat("agent_1", content="Hello"))
    assert (error.status, error.code, error.attempts) == (status, "provider_error", 1)
    assert vars(error.failed) == failed
    kit.run(client.messages.retry(error.failed.reply))
    assert [request.url for request in server.received] == ["/api/agents/agent_1/chat", "/api/messages/msg_a/retry"]


@pytest.mark.parametrize(
    "refusal",
    [fail(503, {"code": "unavailable"}), fail(429, {"code": "too_many_concurrent"}, {"Retry-After": "0"})],
)
def test_retries_a_reply_that_the_service_did_not_start(kit: Kit, serve: Serve, refusal: Play) -> None:
    server = serve(refusal, ok({}))
    kit.run(kit.patient(server.base_url).agents.chat("agent_1", content="Hello"))
    assert len(server.received) == 2


def test_does_not_repeat_a_query_that_took_too_long(kit: Kit, serve: Serve) -> None:
    server = serve(fail(503, {"code": "query_timeout"}))
    error = kit.failure(lambda: kit.patient(server.base_url).agents.list(q="a"))
    assert (error.status, error.code, error.attempts) == (503, "query_timeout", 1)


@pytest.mark.parametrize("code", ["too_many_failed_attempts", "too_many_mails"])
def test_does_not_repeat_what_stays_refused(kit: Kit, serve: Serve, code: str) -> None:
    server = serve(fail(429, {"code": code}, {"Retry-After": "5"}), CREATED)
    kit.failure(lambda: kit.patient(server.base_url).agents.create(name="Ada"))
    assert len(server.received) == 1


def test_repeats_a_conditional_update_only_after_429(kit: Kit, serve: Serve) -> None:
    lost = serve(reset, CREATED)
    client = kit.patient(lost.base_url)
    change = kit.failure(lambda: client.agents.update("agent_1", name="Eva", options={"if_match": '"1"'}))
    assert type(change) is APIConnectionError
    assert len(lost.received) == 1

    limited = serve(fail(429, {"code": "rate_limited"}), CREATED)
    kit.run(kit.patient(limited.base_url).agents.update("agent_1", name="Eva", options={"if_match": '"1"'}))
    assert len(limited.received) == 2


def test_repeats_a_patch_only_after_429(kit: Kit, serve: Serve) -> None:
    lost = serve(reset, CREATED)
    error = kit.failure(lambda: kit.patient(lost.base_url).conversations.update("conv_1", title="Hello"))
    assert type(error) is APIConnectionError
    assert len(lost.received) == 1


def test_repeats_an_unconditional_update_and_a_delete(kit: Kit, serve: Serve) -> None:
    server = serve(reset, CREATED, reset, done("Agent deleted."))
    client = kit.patient(server.base_url)
    assert kit.run(client.agents.update("agent_1", name="Ada")).name == "Ada"
    assert kit.run(client.agents.delete("agent_1")).message == "Agent deleted."
    assert len(server.received) == 4


def test_repeats_a_post_without_a_key_only_if_it_is_harmless(kit: Kit, serve: Serve) -> None:
    sign_in = {"email": "ada@example.com", "password": "correct horse"}
    lost = serve(reset, ok({}))
    error = kit.failure(lambda: kit.patient(lost.base_url).sessions.create(**sign_in))
    assert type(error) is APIConnectionError
    assert len(lost.received) == 1

    limited = serve(fail(429, {"code": "rate_limited"}), ok({}))
    kit.run(kit.patient(limited.base_url).sessions.create(**sign_in))
    assert ["idempotency-key" in request.headers for request in limited.received] == [False, False]

    looked = serve(reset, ok({}))
    kit.run(kit.patient(looked.base_url).invitations.preview(token="t"))
    assert len(looked.received) == 2

    changed = serve(reset, ok({}))
    change = {"current_password": "correct horse", "new_password": "battery staple"}
    kit.failure(lambda: kit.patient(changed.base_url).password.change(**change))
    assert len(changed.received) == 1


def test_does_not_retry_without_retries(kit: Kit, serve: Serve) -> None:
    server = serve(raw(502, "<h1>Bad Gateway</h1>", {"Content-Type": "text/html"}))
    kit.failure(lambda: kit.patient(server.base_url, max_retries=0).agents.retrieve("agent_1"))
    kit.failure(lambda: kit.patient(server.base_url).agents.retrieve("agent_1", options={"max_retries": 0}))
    assert len(server.received) == 2
