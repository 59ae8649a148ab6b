"""
The signatures of webhooks, as Standard Webhooks 1.0 describes them (https://www.standardwebhooks.com). They need
neither a client nor a key:

    from parley import webhooks

    event = webhooks.unwrap(request.body, request.headers, secret)
    if event["type"] == "message":
        print(event["data"]["text"])
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import secrets as random_numbers
import time
from datetime import datetime
from typing import Any, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union, cast

from ._errors import ParleyError
from .types import WorkspaceWebhookEvent

TOLERANCE = 300.0
"""Default of the max difference in seconds between the time of a webhook and now."""

Body = Union[bytes, bytearray, memoryview, str]
"""The body of a request, exactly as it was received or will be sent."""

Headers = Union[Mapping[str, Any], Iterable[Tuple[Union[str, bytes], Union[str, bytes]]]]
"""
The headers of a request: a mapping (a dict, those of httpx, requests, Flask, Django or Starlette, a WSGI environment),
or pairs of a name and a value, as ASGI has them. Upper and lower case don't matter.
"""


class WebhookMessageData(TypedDict):
    """A message for a user of a channel."""

    channel: str
    """ID of the channel."""
    conversation: Optional[str]
    """ID of the conversation; None before the user has one."""
    message: str
    """ID of the message, which is also the ID of the webhook: the same each time that it is sent."""
    user: Optional[str]
    """Your ID for the user."""
    thread: Optional[str]
    """Your ID for the conversation (`conversation` of the message that began it); None if it had none."""
    text: str
    """The text, as Markdown."""
    role: Literal["assistant", "human"]
    """Its author: the agent, or a person."""


class WebhookMessageEvent(TypedDict):
    """A message to deliver to a user."""

    type: Literal["message"]
    timestamp: str
    """Time of the attempt, ISO 8601."""
    data: WebhookMessageData


class WebhookTestData(TypedDict):
    """The channel that is tested."""

    channel: str
    """ID of the channel."""


class WebhookTestEvent(TypedDict):
    """A test of the channel: answer it with any 2xx."""

    type: Literal["test"]
    timestamp: str
    """Time of the attempt, ISO 8601."""
    data: WebhookTestData


WebhookEvent = Union[WebhookMessageEvent, WebhookTestEvent, WorkspaceWebhookEvent]
"""
An event of a channel of the type `webhook`, or of a workspace. A newer service may send other types: skip those.
"""


def unwrap(
    body: Body, headers: Headers, secret: Union[str, Sequence[str]], *, tolerance: float = TOLERANCE
) -> WebhookEvent:
    """
    Checks the signature of a webhook, in constant time, and returns its event.

    Args:
        body: The body as it was received: parsed and written again, it can have other bytes.
        headers: The headers of the request.
        secret: The signing secret of the channel or webhook; while it is rotated, several: one must fit.
        tolerance: Max difference in seconds between the time of the webhook and now.

    Returns:
        The event. Its `webhook-id` is the same each time that it is sent: keep it to skip repeats.

    Raises:
        ParleyError: `invalid_webhook_signature` if a header is missing, the time is too far from now, or no signature
            fits; `invalid_argument` if an argument is invalid, or the signed body is no JSON object.
    """
    if not _is_number(tolerance) or not tolerance >= 0:
        raise _invalid_argument("tolerance must be a number of seconds, 0 or more.")
    keys = _keys_of(secret)
    # From here on, no traceback shows the secret.
    secret = ""
    if len(keys) == 0:
        raise _invalid_argument(_SECRET)
    content = _bytes_of(body)
    identifier, timestamp, signature = _read_headers(headers)
    if _ID.fullmatch(identifier) is None or re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise _invalid_signature("The header webhook-id or webhook-timestamp of the webhook is invalid.")
    if not abs(time.time() - int(timestamp)) <= tolerance:
        raise _invalid_signature(f"The time of the webhook is more than {tolerance:g} s away from this machine's.")
    given = [each.encode("utf-8", "replace") for each in signature.split(" ")]
    expected = [_signature(key, identifier, timestamp, content=content).encode("ascii") for key in keys]
    # A list, so that each comparison takes place.
    if not any([hmac.compare_digest(one, other) for one in given for other in expected]):
        raise _invalid_signature("No signature of the webhook fits the secret and the body as it was received.")
    return _parse(content)


def sign(
    body: Body,
    *,
    secret: Union[str, Sequence[str]],
    id: Optional[str] = None,
    timestamp: Union[datetime, float, None] = None,
) -> Dict[str, str]:
    """
    Signs a request to a channel of the type `webhook`, or one for a test of your own endpoint.

    Args:
        body: The body, exactly as it will be sent.
        secret: The signing secret of the channel; with several, the request has a signature of each.
        id: ID of the event, up to 255 printable ASCII characters without spaces: the same within seven days is one
            message. A random one by default.
        timestamp: Time of the request, with a time zone or in seconds since 1970; now by default.

    Returns:
        The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. Send them within 5 minutes, with a
        `Content-Type` of `application/json`.

    Raises:
        ParleyError: `invalid_argument` if an argument is invalid.
    """
    keys = _keys_of(secret)
    # From here on, no traceback shows the secret.
    secret = ""
    if len(keys) == 0:
        raise _invalid_argument(_SECRET)
    content = _bytes_of(body)
    identifier = f"msg_{random_numbers.token_hex(16)}" if id is None else id
    if not isinstance(identifier, str) or _ID.fullmatch(identifier) is None:
        raise _invalid_argument("id must be 1 to 255 printable ASCII characters without spaces.")
    seconds = _seconds_of(timestamp)
    signatures = [_signature(key, identifier, seconds, content=content) for key in keys]
    return {"webhook-id": identifier, "webhook-timestamp": seconds, "webhook-signature": " ".join(signatures)}


class Webhooks:
    """The functions of `parley.webhooks`, as methods of a client."""

    unwrap = staticmethod(unwrap)
    sign = staticmethod(sign)


class _Key:
    """The bytes of a secret, which no traceback shows."""

    __slots__ = ("content",)

    def __init__(self, content: bytes) -> None:
        self.content = content


def _signature(key: _Key, identifier: str, timestamp: str, *, content: bytes) -> str:
    signed = f"{identifier}.{timestamp}.".encode("ascii") + content
    return "v1," + base64.b64encode(hmac.digest(key.content, signed, "sha256")).decode("ascii")


_SECRET = "secret must be the signing secret of the channel or webhook, whsec_ and Base64, or a list of such."


def _keys_of(secret: object) -> List[_Key]:
    """The keys of the secrets; none if one is invalid, since an error here would show the secret in its traceback."""
    several = secret if isinstance(secret, (list, tuple)) else [secret]
    keys = [_key_of(each) for each in several]
    return [] if any(key.content == b"" for key in keys) else keys


def _key_of(secret: object) -> _Key:
    text = secret.strip() if isinstance(secret, str) else ""
    try:
        return _Key(base64.b64decode(text[6:] if text.startswith("whsec_") else text, validate=True))
    except (binascii.Error, ValueError):
        return _Key(b"")


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        try:
            return body.encode("utf-8")
        except UnicodeEncodeError:
            raise _invalid_argument("body contains a lone surrogate: pass the bytes.") from None
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise _invalid_argument("body must be the bytes or the text as received or sent, before any parsing.")


_ID = re.compile(r"[\x21-\x7e]{1,255}")
_NAMES = ("webhook-id", "webhook-timestamp", "webhook-signature")


def _read_headers(headers: Headers) -> Tuple[str, str, str]:
    """The three headers; raises `invalid_webhook_signature` if one is missing, or has two different values."""
    found: Dict[str, List[str]] = {name: [] for name in _NAMES}
    for name, value in _pairs(headers):
        known = found.get(_text(name).lower().replace("_", "-").replace("http-webhook-", "webhook-", 1))
        if known is not None:
            values = value if isinstance(value, (list, tuple)) else [value]
            known.extend(text for text in map(_text, values) if text not in known)
    for name, texts in found.items():
        if len(texts) != 1:
            problem = "no header" if len(texts) == 0 else "more than one header"
            raise _invalid_signature(f"The webhook has {problem} {name}.")
    first, second, third = (found[name][0].strip(" \t") for name in _NAMES)
    return first, second, third


def _pairs(headers: object) -> List[Tuple[object, object]]:
    try:
        # The mappings of some frameworks know their pairs only by `items`.
        items = getattr(headers, "items", None)
        return [(name, value) for name, value in (items() if callable(items) else cast(Iterable[Any], headers))]
    except (TypeError, ValueError):
        raise _invalid_argument("headers must be a mapping, or pairs of a name and a value.") from None


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else ""


def _seconds_of(timestamp: object) -> str:
    if isinstance(timestamp, datetime):
        if timestamp.utcoffset() is None:
            raise _invalid_argument("timestamp must have a time zone, such as datetime.now(timezone.utc).")
        timestamp = timestamp.timestamp()
    seconds = time.time() if timestamp is None else timestamp
    if not _is_number(seconds) or not 0 <= cast(float, seconds) < 1e12:
        raise _invalid_argument("timestamp must be a datetime, or a number of seconds since 1970.")
    return str(int(cast(float, seconds)))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _parse(content: bytes) -> WebhookEvent:
    try:
        event = json.loads(content)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise _invalid_argument("The webhook is signed, but its body is no JSON object.")
    return cast(WebhookEvent, event)


def _invalid_argument(message: str) -> ParleyError:
    return ParleyError(message, code="invalid_argument")


def _invalid_signature(message: str) -> ParleyError:
    return ParleyError(message, code="invalid_webhook_signature")
