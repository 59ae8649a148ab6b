# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.health`."""

from __future__ import annotations

from typing import Optional

from ..._request import Request, RequestOptions
from ...types import Liveness, Readiness
from .._api import Api


class HealthResource:
    """The methods of `client.health`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def alive(self, *, options: Optional[RequestOptions] = None) -> Liveness:
        """Check that the process is alive.

        It answers as long as the process runs, whatever the state of the database.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Liveness`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            RateLimitError: `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/healthz")
        return self._api.call(request, Liveness, options)

    def ready(self, *, options: Optional[RequestOptions] = None) -> Readiness:
        """Check that the process can serve.

        It can if the database answers and no shutdown has started; otherwise returns 503.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Readiness`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            RateLimitError: `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/readyz")
        return self._api.call(request, Readiness, options)
