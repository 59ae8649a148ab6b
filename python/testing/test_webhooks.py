"""Signatures of webhooks: which are accepted, which are refused, and how their own requests are signed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
import traceback
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, List

import httpx
import pytest

from parley import ParleyError
from parley.webhooks import WebhookEvent, sign, unwrap

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_" + base64.b64encode(b"another secret of 32 bytes......").decode()
EVENT = {
    "type": "message",
    "timestamp": "2026-01-01T00:00:00.000Z",
    "data": {
        "channel": "channel_1",
        "conversation": "conv_1",
        "message": "msg_1",
        "user": "ada",
        "thread": None,
        "text": "Zoë 👍",
        "role": "assistant",
    },
}
BODY = json.dumps(EVENT, ensure_ascii=False).encode()


def failure(body: Any, headers: Any, secret: Any = SECRET, **options: Any) -> ParleyError:
    with pytest.raises(ParleyError) as raised:
        unwrap(body, headers, secret, **options)
    assert type(raised.value) is ParleyError
    return raised.value


def test_the_example_of_the_standard_has_its_signature() -> None:
    # The first test vector of the reference libraries.
    headers = sign(
        '{"test": 2432232314}', secret=SECRET, id="msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp=1614265330
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert headers["webhook-timestamp"] == "1614265330"


@pytest.mark.parametrize("body", [BODY, BODY.decode(), bytearray(BODY), memoryview(BODY)])
def test_a_signed_event_is_returned_typed(body: Any) -> None:
    event: WebhookEvent = unwrap(body, sign(body, secret=SECRET), SECRET)
    assert event == EVENT
    assert event["type"] == "message" and event["data"]["role"] == "assistant"


def wsgi(headers: Dict[str, str]) -> Dict[str, Any]:
    named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
    return {**named, "REQUEST_METHOD": "POST", "wsgi.input": object(), "wsgi.version": (1, 0), "CONTENT_LENGTH": "5"}


FORMS: Dict[str, Any] = {
    "a dict": dict,
    "upper case": lambda headers: {name.upper(): value for name, value in headers.items()},
    "httpx": httpx.Headers,
    "pairs": lambda headers: list(headers.items()),
    "a generator": lambda headers: iter(headers.items()),
    "ASGI": lambda headers: [(name.encode(), value.encode()) for name, value in headers.items()],
    "WSGI": wsgi,
    "lists of values": lambda headers: {name: [value] for name, value in headers.items()},
    "the same twice": lambda headers: [*headers.items(), *headers.items()],
    "spaces around": lambda headers: {name: f" {value} " for name, value in headers.items()},
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_headers_come_in_any_form(form: Any) -> None:
    headers = sign(BODY, secret=SECRET)
    assert unwrap(BODY, form({"Host": "localhost", **headers}), SECRET) == EVENT


def test_either_secret_fits_while_one_is_rotated() -> None:
    both = sign(BODY, secret=[OTHER, SECRET])
    assert len(both["webhook-signature"].split(" ")) == 2
    for secret in (SECRET, OTHER, [SECRET], (OTHER, SECRET), f"{SECRET}\n", SECRET[len("whsec_") :]):
        assert unwrap(BODY, both, secret) == EVENT
    assert unwrap(BODY, sign(BODY, secret=SECRET), [OTHER, SECRET]) == EVENT
    foreign = {**both, "webhook-signature": f"v1a,other v2,x {both['webhook-signature']} v1,"}
    assert unwrap(BODY, foreign, SECRET) == EVENT


def signed_as(version: str) -> str:
    key = base64.b64decode(SECRET[len("whsec_") :])
    digest = hmac.new(key, b"msg_1." + str(int(time.time())).encode() + b"." + BODY, hashlib.sha256).digest()
    return f"{version},{base64.b64encode(digest).decode()}"


FORGED: Dict[str, Any] = {
    "another body": lambda headers: (BODY + b" ", headers),
    "the body written again": lambda headers: (json.dumps(EVENT), headers),
    "another ID": lambda headers: (BODY, {**headers, "webhook-id": "msg_2"}),
    "another time": lambda headers: (BODY, {**headers, "webhook-timestamp": str(int(time.time()) - 7)}),
    "a fraction in the time": lambda headers: (BODY, {**headers, "webhook-timestamp": f"{time.time()}"}),
    "another secret": lambda headers: (BODY, sign(BODY, secret=OTHER)),
    "no signature": lambda headers: (BODY, {**headers, "webhook-signature": ""}),
    "an empty signature": lambda headers: (BODY, {**headers, "webhook-signature": "v1,"}),
    "another version": lambda headers: (BODY, {**headers, "webhook-id": "msg_1", "webhook-signature": signed_as("v2")}),
    "a signature beyond ASCII": lambda headers: (BODY, {**headers, "webhook-signature": "v1,é"}),
    "no headers": lambda headers: (BODY, {}),
    "a missing header": lambda headers: (BODY, {**headers, "webhook-id": None}),
    "an ID with a space": lambda headers: (BODY, {**headers, "webhook-id": "a b"}),
    "a time in other digits": lambda headers: (BODY, {**headers, "webhook-timestamp": "١٢٣"}),
    "two IDs": lambda headers: (BODY, [*headers.items(), ("Webhook-Id", "msg_2")]),
    "two signatures": lambda headers: (BODY, [*headers.items(), ("WEBHOOK-SIGNATURE", "v1,x")]),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_a_forged_event_is_refused(forge: Any) -> None:
    body, headers = forge(sign(BODY, secret=SECRET))
    assert failure(body, headers).code == "invalid_webhook_signature"


@pytest.mark.parametrize("away", [-310, 310])
def test_an_event_of_another_time_is_refused(away: int) -> None:
    headers = sign(BODY, secret=SECRET, timestamp=time.time() + away)
    error = failure(BODY, headers)
    assert error.code == "invalid_webhook_signature"
    assert "300 s" in str(error)
    assert unwrap(BODY, headers, SECRET, tolerance=600) == EVENT
    near = sign(BODY, secret=SECRET, timestamp=datetime.now(timezone.utc) + timedelta(seconds=away * 0.9))
    assert unwrap(BODY, near, SECRET) == EVENT


WRONG: List[Any] = [
    (EVENT, SECRET, {}),
    (None, SECRET, {}),
    ("\ud800", SECRET, {}),
    (BODY, "", {}),
    (BODY, "whsec_", {}),
    (BODY, "whsec_secret!", {}),
    (BODY, None, {}),
    (BODY, [], {}),
    (BODY, [SECRET, ""], {}),
    (BODY, SECRET.encode(), {}),
    (BODY, SECRET, {"tolerance": -1}),
    (BODY, SECRET, {"tolerance": float("nan")}),
    (BODY, SECRET, {"tolerance": "300"}),
]


@pytest.mark.parametrize(("body", "secret", "options"), WRONG)
def test_invalid_arguments_are_refused_without_being_printed(body: Any, secret: Any, options: Any) -> None:
    error = failure(body, sign(BODY, secret=SECRET), secret, **options)
    assert error.code == "invalid_argument"
    assert "secret!" not in str(error)


@pytest.mark.parametrize("headers", [None, 17, [1, 2], ["abc"]])
def test_headers_that_are_none_are_refused(headers: Any) -> None:
    assert failure(BODY, headers).code == "invalid_argument"


@pytest.mark.parametrize("body", [b"[1]", b"Hello", b"", b"\xff", b"[" * 100_000])
def test_a_signed_body_that_is_no_event_is_refused(body: bytes) -> None:
    assert failure(body, sign(body, secret=SECRET)).code == "invalid_argument"


@pytest.mark.parametrize(
    "options",
    [
        {"id": ""},
        {"id": "a b"},
        {"id": "é"},
        {"id": "x" * 256},
        {"id": 17},
        {"timestamp": datetime(2026, 1, 1)},
        {"timestamp": -1},
        {"timestamp": float("nan")},
        {"timestamp": float("inf")},
        {"timestamp": 10**400},
        {"timestamp": "now"},
        {"timestamp": True},
    ],
)
def test_an_invalid_id_or_time_is_not_signed(options: Any) -> None:
    with pytest.raises(ParleyError) as raised:
        sign(BODY, secret=SECRET, **options)
    assert raised.value.code == "invalid_argument"


def test_each_request_has_its_own_id_unless_it_is_given() -> None:
    ids = {sign(BODY, secret=SECRET)["webhook-id"] for _ in range(3)}
    assert len(ids) == 3
    assert sign(BODY, secret=SECRET, id="<1.2@example.com>")["webhook-id"] == "<1.2@example.com>"


def test_no_traceback_shows_the_secret() -> None:
    headers = sign(BODY, secret=OTHER)
    for secret in (SECRET, f"{SECRET}!"):
        error = failure(BODY, headers, secret)
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        inside = "".join(str(frame.locals) for frame in told.stack if "parley/webhooks" in frame.filename)
        assert "tolerance" in inside
        assert SECRET[len("whsec_") :] not in inside
        assert str(base64.b64decode(SECRET[len("whsec_") :])) not in inside
