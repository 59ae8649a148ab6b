"""The envelope of every response, and the errors in it."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from datetime import timezone
from typing import Any, Callable, Dict, Optional, Tuple, TypeVar

import httpx

from ._errors import (
    APIError,
    ErrorDetail,
    FailedExchange,
    Failure,
    InvalidResponseError,
    NotModifiedError,
    SecondFactorDemand,
)
from ._errors import to_api_error
from ._response import Response

T = TypeVar("T")

JsonObject = Dict[str, Any]


@dataclass(frozen=True)
class Head:
    """The parts of a response before its body."""

    status: int
    headers: httpx.Headers = field(repr=False)
    attempts: int
    """Number of times that the request was sent."""

    @property
    def is_success(self) -> bool:
        """True if the status is 2xx."""
        return 200 <= self.status < 300


@dataclass(frozen=True)
class Answer(Head):
    """A response with its body read."""

    # Not printed: it can hold a new key.
    text: str = field(default="", repr=False)

    @property
    def response(self) -> Response:
        """The response as callers see it."""
        return Response(self.status, self.headers, attempts=self.attempts, text=self.text)


def unwrap(answer: Answer) -> JsonObject:
    """
    Reads the data, or a delete's message, from a successful response; raises `NotModifiedError` for a 304, and
    `InvalidResponseError` for any other shape.
    """
    if answer.status == 304:
        raise NotModifiedError(failure_of(answer, "Nothing has changed since the version in if_none_match."))
    body = parse_object(answer.text)
    if body is not None and body.get("success") is True:
        if isinstance(body.get("data"), dict):
            data: JsonObject = body["data"]
            return data
        if isinstance(body.get("message"), str):
            return {"message": body["message"]}
    raise _foreign(answer, InvalidResponseError)


def to_failure(answer: Answer) -> APIError:
    """The error of an unsuccessful response."""
    body = parse_object(answer.text)
    if body is None or not isinstance(body.get("error"), str):
        return _foreign(answer, to_api_error)
    common = failure_of(answer, body["error"])
    return to_api_error(
        Failure(
            status=common.status,
            message=common.message,
            headers=common.headers,
            attempts=common.attempts,
            code=_text(body.get("code")),
            details=_read_details(body.get("details")),
            failed=_read_failed(body.get("failed")),
            second_factor=_read_second_factor(body.get("secondFactor")),
            hint=_text(body.get("hint")),
            request_id=_text(body.get("requestId")) or common.request_id,
            retry_after=common.retry_after,
        )
    )


def failure_of(head: Head, message: str, code: Optional[str] = None) -> Failure:
    """The common fields of every error about a response."""
    return Failure(
        status=head.status,
        message=message,
        headers=head.headers,
        attempts=head.attempts,
        code=code,
        request_id=head.headers.get("X-Request-Id"),
        retry_after=_retry_after(head.headers),
    )


def invalid_response(head: Head, message: str) -> InvalidResponseError:
    """The error of a response that is not as the service sends it."""
    return InvalidResponseError(failure_of(head, message, "invalid_response"))


def parse_object(text: str) -> Optional[JsonObject]:
    """The object in a JSON text; None for any other text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _foreign(answer: Answer, to_error: Callable[[Failure], T]) -> T:
    """Describes a response that is not the service's envelope, without quoting it: it can be a whole page."""
    kind = answer.headers.get("Content-Type", "").split(";")[0] or "no content type"
    what = "a redirect" if 300 <= answer.status < 400 else kind
    message = f"The response (status {answer.status}, {what}) is not from Parley. Check base_url."
    return to_error(failure_of(answer, message, "invalid_response"))


def _retry_after(headers: httpx.Headers) -> Optional[float]:
    """
    The seconds to wait: those of `retry-after-ms`, which gateways in front of models send, else those of `Retry-After`,
    which is a number or a date (RFC 9110, section 10.2.3).
    """
    milliseconds = headers.get("retry-after-ms")
    if milliseconds is not None and re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,10})?", milliseconds):
        return float(milliseconds) / 1000
    value = headers.get("Retry-After")
    if value is None:
        return None
    if re.fullmatch(r"[0-9]+", value):
        # No longer number means anything else, and Python refuses to read very long ones.
        return int(value[:10])
    try:
        date = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    aware = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
    return max(0, -int((time.time() - aware.timestamp()) // 1))


def _text(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None


def _read_failed(value: object) -> Optional[FailedExchange]:
    if not isinstance(value, dict):
        return None
    ids = [one for one in map(value.get, ("conversation", "message", "reply")) if isinstance(one, str)]
    return FailedExchange(*ids) if len(ids) == 3 else None


def _read_second_factor(value: object) -> Optional[SecondFactorDemand]:
    if not isinstance(value, dict):
        return None
    token, methods, expires_at = value.get("token"), value.get("methods"), value.get("expiresAt")
    if not isinstance(token, str) or not isinstance(methods, list) or not isinstance(expires_at, str):
        return None
    return SecondFactorDemand(token, tuple(method for method in methods if isinstance(method, str)), expires_at)


def _read_details(value: object) -> Tuple[ErrorDetail, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(
        ErrorDetail(path=_text(item.get("path")) or "", message=_text(item.get("message")) or "")
        for item in value
        if isinstance(item, dict)
    )
