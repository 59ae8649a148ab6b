"""Tests of errors: their classes, their messages, and what they hide."""

from __future__ import annotations

import copy
import pickle
import traceback
from typing import Any, Dict

import pytest

import parley
from conftest import Serve
from kits import KEY, Kit
from parley import APIError, ErrorDetail, InvalidResponseError, MessageFailedError, ParleyError
from parley._model import decode
from parley.types import Message
from plays import Play, fail, hang, ok, raw, reset, stall


def fetch_agent(kit: Kit, serve: Serve, answer: Play, **options: Any) -> Any:
    server = serve(answer)
    client = kit.client(server.base_url, max_retries=0, **options)
    return kit.failure(lambda: client.agents.retrieve("agent_1"))


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, parley.BadRequestError),
        (401, parley.AuthenticationError),
        (403, parley.PermissionDeniedError),
        (404, parley.NotFoundError),
        (405, APIError),
        (409, parley.ConflictError),
        (412, parley.PreconditionFailedError),
        (413, APIError),
        (422, parley.UnprocessableEntityError),
        (429, parley.RateLimitError),
        (500, parley.InternalServerError),
        (504, parley.InternalServerError),
    ],
)
def test_each_status_has_its_own_class(kit: Kit, serve: Serve, status: int, kind: Any) -> None:
    error = fetch_agent(kit, serve, fail(status, {}))
    assert type(error) is kind
    assert isinstance(error, APIError)
    assert error.status == status


def test_an_error_carries_every_field_of_the_response(kit: Kit, serve: Serve) -> None:
    body = {
        "error": "No.",
        "code": "validation_failed",
        "details": [{"path": "temperature", "message": "must be between 0 and 1"}, "x", {"path": 1}],
        "hint": "Try 0.7.",
    }
    answer = fail(400, body, {"X-Request-Id": "req_head", "RateLimit-Policy": '"default"'})
    error = fetch_agent(kit, serve, answer)
    assert (str(error), error.message, error.code, error.hint) == ("No.", "No.", "validation_failed", "Try 0.7.")
    assert error.details == [ErrorDetail("temperature", "must be between 0 and 1"), ErrorDetail("", "")]
    assert (error.request_id, error.attempts) == ("req_body", 1)
    assert error.headers["ratelimit-policy"] == '"default"'


def test_an_error_names_what_is_stored_of_a_failed_exchange(kit: Kit, serve: Serve) -> None:
    ids = {"conversation": "conv_1", "message": "msg_1", "reply": "msg_2"}
    assert vars(fetch_agent(kit, serve, fail(502, {"failed": ids})).failed) == ids
    wrongs: Any = [None, "msg_1", {}, {**ids, "reply": 2}]
    for wrong in wrongs:
        assert fetch_agent(kit, serve, fail(502, {"failed": wrong})).failed is None


def test_a_minimal_failure_and_an_unknown_code_are_accepted(kit: Kit, serve: Serve) -> None:
    bare = fetch_agent(kit, serve, raw(404, '{"success":false,"error":"Gone."}', {"X-Request-Id": "req_head"}))
    assert (str(bare), bare.code, bare.details, bare.hint, bare.request_id) == ("Gone.", None, [], None, "req_head")
    assert fetch_agent(kit, serve, fail(409, {"code": "made_up_later"})).code == "made_up_later"


def test_the_response_of_a_proxy_is_explained(kit: Kit, serve: Serve) -> None:
    page = raw(502, "<h1>secret</h1>", {"Content-Type": "text/html; charset=utf-8"})
    error = fetch_agent(kit, serve, page)
    assert type(error) is parley.InternalServerError
    assert error.code == "invalid_response"
    assert str(error) == "The response (status 502, text/html) is not from Parley. Check base_url."


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "answer",
    [
        raw(200, '{"success":true,', JSON),
        raw(200, "", {}),
        raw(200, "<!doctype html>", {"Content-Type": "text/html"}),
        raw(200, "[1]", JSON),
        raw(200, "[" * 100_000, JSON),
        raw(200, '{"success":true}', JSON),
        raw(200, '{"success":true,"data":[]}', JSON),
        raw(200, '{"success":1,"data":{}}', JSON),
        raw(200, '{"success":false,"error":"No."}', {}),
    ],
    ids=["broken JSON", "no body", "a page", "a list", "depth", "no data", "a list as data", "one", "a failure"],
)
def test_a_success_that_is_not_parleys_is_refused_without_a_retry(kit: Kit, serve: Serve, answer: Play) -> None:
    server = serve(answer)
    error = kit.failure(lambda: kit.client(server.base_url).agents.retrieve("agent_1"))
    assert type(error) is InvalidResponseError
    assert (error.status, error.code) == (200, "invalid_response")
    assert "Check base_url." in str(error)
    assert len(server.received) == 1


def test_no_redirect_is_followed(kit: Kit, serve: Serve) -> None:
    server = serve(raw(301, "", {"Location": "/elsewhere"}), ok({}))
    error = kit.failure(lambda: kit.client(server.base_url).agents.create(name="Ada"))
    assert (error.status, error.code) == (301, "invalid_response")
    assert "a redirect" in str(error)
    assert len(server.received) == 1


@pytest.mark.parametrize("answer", [fail(401, {}, {"Set-Cookie": "parley_session=cookie-value"}), reset, stall, hang])
def test_neither_the_key_nor_a_cookie_is_printed(kit: Kit, serve: Serve, answer: Play) -> None:
    error = fetch_agent(kit, serve, answer, timeout=0.2)
    # With the variables of every frame, as error reporters send them.
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    inside = []
    waiting = [told]
    while waiting:
        one = waiting.pop()
        inside += [str(frame.locals) for frame in one.stack if "python/testing" not in frame.filename]
        waiting += [other for other in (one.__cause__, one.__context__) if other is not None]
    printed = "".join([*inside, str(told), repr(error), *map(repr, vars(error).values())])
    assert "agents/{id}" in printed
    assert KEY not in printed
    assert "cookie-value" not in printed


def test_a_lost_connection_has_the_error_of_httpx_as_its_cause(kit: Kit, serve: Serve) -> None:
    error = fetch_agent(kit, serve, reset)
    assert type(error) is parley.APIConnectionError
    assert type(error.__cause__).__module__ == "httpx"


def test_everything_raised_is_a_parley_error() -> None:
    names: Dict[str, Any] = {name: getattr(parley, name) for name in parley.__all__ if name.endswith("Error")}
    assert len(names) == 16
    assert all(issubclass(kind, ParleyError) for kind in names.values())


def test_errors_can_be_copied_and_pickled(kit: Kit, serve: Serve) -> None:
    ids = {"conversation": "conv_1", "message": "msg_1", "reply": "msg_2"}
    details = [{"path": "name", "message": "is taken"}]
    answered = fetch_agent(kit, serve, fail(409, {"code": "name_conflict", "details": details, "failed": ids}))
    lost = fetch_agent(kit, serve, reset)
    reply = decode(Message, {"_id": "msg_1", "content": "Fine", "error": {"code": "x", "reason": "context_too_long"}})
    failed = MessageFailedError("It failed.", code="provider_error", reply=reply)
    for error in (answered, lost, failed, ParleyError("No.", code="invalid_option")):
        for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert type(again) is type(error)
            assert (str(again), again.code) == (str(error), error.code)
    again = pickle.loads(pickle.dumps(answered))
    assert (again.status, again.details, again.failed) == (409, answered.details, answered.failed)
    assert again.headers["content-type"] == answered.headers["content-type"]
    assert pickle.loads(pickle.dumps(failed)).reply == reply
    assert (failed.reason, failed.provider_status) == ("context_too_long", None)
