"""Every error that this package raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Mapping, Optional, Tuple, Type

import httpx

from .types import Message

ClientErrorCode = Literal[
    "missing_api_key",
    "invalid_api_key",
    "missing_base_url",
    "invalid_base_url",
    "invalid_option",
    "invalid_argument",
    "client_closed",
    "connection_failed",
    "connection_lost",
    "connection_timeout",
    "stream_interrupted",
    "stream_stalled",
    "stream_consumed",
    "invalid_response",
    "source_failed",
    "wait_timeout",
    "invalid_webhook_signature",
]
"""The codes of errors that the client itself raises; `@parley/sdk` has the same. The service's codes are `ErrorCode`."""


@dataclass(frozen=True)
class ErrorDetail:
    """An invalid field of a request: its dotted path, and what it must be."""

    path: str
    message: str


@dataclass(frozen=True)
class FailedExchange:
    """The IDs of what is stored of an exchange whose reply failed."""

    conversation: str
    message: str
    reply: str
    """Can be retried with `messages.retry`."""


@dataclass(frozen=True)
class SecondFactorDemand:
    """Token and methods that complete a sign-in whose password was right."""

    token: str
    """For `sessions.create_by_second_factor` and `sessions.passkey_options`; works once."""
    methods: Tuple[str, ...]
    """The ways in which the user can complete it: `totp`, `passkey`, `recovery_code`, or others of a newer server."""
    expires_at: str
    """ISO 8601."""


@dataclass(frozen=True)
class Failure:
    """The fields of an `APIError`."""

    status: int
    message: str
    # Not printed: it can hold cookies.
    headers: httpx.Headers
    attempts: int
    code: Optional[str] = None
    details: Tuple[ErrorDetail, ...] = ()
    failed: Optional[FailedExchange] = None
    second_factor: Optional[SecondFactorDemand] = None
    hint: Optional[str] = None
    request_id: Optional[str] = None
    retry_after: Optional[float] = None

    def __repr__(self) -> str:
        return f"<Failure {self.status} {self.code}>"


class ParleyError(Exception):
    """The base class of every error that this package raises, including invalid settings and arguments."""

    code: Optional[str]
    """The reason, for programs: a `ClientErrorCode`, an `ErrorCode` of the service, or another one of a newer service."""
    attempts: int = 0
    """Number of times that the request was sent, or of a stream the one that resumed it last; 0 if it was not sent."""

    def __init__(self, message: str, *, code: Optional[str] = None) -> None:
        super().__init__(message)
        self.code = code

    @property
    def message(self) -> str:
        """One sentence for people."""
        return str(self)


class APIError(ParleyError):
    """The service responded with an error. `message` is one sentence for people; `code` is for programs."""

    status: int
    """HTTP status."""
    details: List[ErrorDetail]
    """The invalid fields, max five; empty if the error is not about fields."""
    failed: Optional[FailedExchange]
    """Stored parts of an exchange whose reply failed; None for other errors."""
    second_factor: Optional[SecondFactorDemand]
    """Token and methods that complete the sign-in (`second_factor_required`); None for other errors."""
    hint: Optional[str]
    """Advice on how to fix it, if the service has any."""
    request_id: Optional[str]
    """The ID to quote when you ask an operator about this error."""
    retry_after: Optional[float]
    """Seconds to wait before another attempt (`retry-after-ms`, else `Retry-After`)."""
    attempts: int
    """Number of attempts. If more than one, a 404 to a delete can mean that an earlier attempt succeeded."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message, code=failure.code)
        self._failure = failure
        self.status = failure.status
        self.details = list(failure.details)
        self.failed = failure.failed
        self.second_factor = failure.second_factor
        self.hint = failure.hint
        self.request_id = failure.request_id
        self.retry_after = failure.retry_after
        self.attempts = failure.attempts

    @property
    def headers(self) -> httpx.Headers:
        """The headers of the response."""
        return self._failure.headers

    def __reduce__(self) -> Tuple[Type[APIError], Tuple[Failure], Dict[str, Any]]:
        # By default, an exception is copied from its message alone.
        return (type(self), (self._failure,), self.__dict__)


class NotModifiedError(APIError):
    """304: unchanged since the version in `if_none_match`."""


class BadRequestError(APIError):
    """400: the body or the query is invalid; `details` names the fields."""


class AuthenticationError(APIError):
    """401: no key or session, or an invalid, expired or revoked one."""


class PermissionDeniedError(APIError):
    """403: authenticated, but not allowed; `hint` names the missing scope or role."""


class NotFoundError(APIError):
    """404: the resource does not exist, or the key cannot reach it."""


class ConflictError(APIError):
    """409: the state of the resource does not allow it; `code` says why."""


class PreconditionFailedError(APIError):
    """412: changed since the version in `if_match`."""


class UnprocessableEntityError(APIError):
    """422: an idempotency key was reused with another body."""


class RateLimitError(APIError):
    """429: too many requests; `retry_after` says how long to wait."""


class InternalServerError(APIError):
    """500 and above: the service, or a proxy in front of it, failed."""


class InvalidResponseError(APIError):
    """A response that is not Parley's. Usually `base_url` points to something else."""


class APIConnectionError(ParleyError):
    """
    There was no response, or it was cut off; `__cause__` is the error of httpx. After `connection_lost`, the request may
    have had its effect.
    """


class APIConnectionTimeoutError(APIConnectionError):
    """There was no complete response within `timeout`."""


class MessageFailedError(ParleyError):
    """A streamed reply failed."""

    code: str
    """The reason: an error code of the service, or `interrupted`."""
    reply: Optional[Message]
    """The stored message of the reply; None if it was deleted."""
    reason: Optional[str]
    """Why the model did not complete the reply; None if the model is not the cause."""
    provider_status: Optional[int]
    """The HTTP status that the model's provider returned, if any."""
    provider_message: Optional[str]
    """Message of the model's provider, in its own words, if any."""

    def __init__(self, message: str, *, code: str = "interrupted", reply: Optional[Message] = None) -> None:
        super().__init__(message, code=code)
        self.reply = reply
        error = None if reply is None else reply.error
        self.reason = None if error is None else error.reason
        self.provider_status = None if error is None else error.provider_status
        self.provider_message = None if error is None else error.provider_message


_BY_STATUS: Mapping[int, Type[APIError]] = {
    304: NotModifiedError,
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def to_api_error(failure: Failure) -> APIError:
    """Creates the error of the class that matches the failure's status."""
    fallback = InternalServerError if failure.status >= 500 else APIError
    return _BY_STATUS.get(failure.status, fallback)(failure)
