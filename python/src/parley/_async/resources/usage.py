# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.usage`."""

from __future__ import annotations

from typing import Optional

from ..._request import Request, RequestOptions
from ...types import Quotas, Usage
from .._api import AsyncApi


class AsyncUsageResource:
    """The methods of `client.usage`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def retrieve(self, *, options: Optional[RequestOptions] = None) -> Usage:
        """Get the usage of the account’s keys: in the current minute and in each of the last 24 hours.

        Every authenticated request of a key counts, unless it was refused with 429 `rate_limited` or
        `too_many_concurrent`. Requires the role owner or admin.

        Scope: `workspace:admin`.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Usage`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/usage")
        return await self._api.call(request, Usage, options)

    async def quotas(self, *, options: Optional[RequestOptions] = None) -> Quotas:
        """Get how much the account has of what its plan limits.

        Counted in all workspaces of the account. What would exceed a quota is refused with 409 `quota_exceeded`; what
        is there stays, even if the plan is lowered.

        Any valid API key or session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Quotas`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/usage/quotas")
        return await self._api.call(request, Quotas, options)
