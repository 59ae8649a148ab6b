# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.citations`."""

from __future__ import annotations

from typing import Optional, Sequence

from ..._request import Request, RequestOptions, renamed
from ...types import CheckedCitations, CitationClaim
from .._api import AsyncApi


class AsyncCitationsResource:
    """The methods of `client.citations`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def verify(
        self,
        *,
        citations: Sequence[CitationClaim],
        options: Optional[RequestOptions] = None,
    ) -> CheckedCitations:
        """Check whether citations still stand.

        Compares each quote with the version of its source that serves: it is at its place, elsewhere, or gone. Changes
        nothing.

        Scope: `agents:read`.

        Args:
            citations: Citations as replies have them: 1 to 50. Fields that don’t matter are accepted.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `CheckedCitations`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/citations/verify",
            body={"citations": renamed(citations, {"quote_hash": "quoteHash"})},
            repeats=True,
        )
        return await self._api.call(request, CheckedCitations, options)
