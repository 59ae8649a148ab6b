"""The HTTP response of a result. Results import no requests, so that errors may have types of results."""

from __future__ import annotations

import json
from typing import Any, Optional

import httpx


class Response:
    """The HTTP response that carried a result."""

    __slots__ = ("status", "headers", "attempts", "_text")

    status: int
    """HTTP status."""
    headers: httpx.Headers
    attempts: int
    """The number of times that the request was sent."""

    def __init__(self, status: int, headers: httpx.Headers, *, attempts: int, text: str) -> None:
        self.status = status
        self.headers = headers
        self.attempts = attempts
        self._text = text

    @property
    def request_id(self) -> Optional[str]:
        """The ID to quote when you ask an operator about this call."""
        return _text_or_none(self.headers.get("X-Request-Id"))

    @property
    def etag(self) -> Optional[str]:
        """The version of the resource; pass it on as `if_match` or `if_none_match`."""
        return _text_or_none(self.headers.get("ETag"))

    @property
    def text(self) -> str:
        """The body."""
        return self._text

    def json(self) -> Any:
        """The body, as the service sent it."""
        return json.loads(self._text)

    def __repr__(self) -> str:
        return f"<Response {self.status}>"


def _text_or_none(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None
